// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// The answer of a dialect for a context.
package struct Plan: Sendable {
  /// Nil if the bundle cannot be loaded in this context. The findings give the reason.
  package var load: LoadPlan?
  package var findings: [Finding]
  /// The names tried for the root file, most specific first.
  package var candidates: [String]
  /// The path of the root file, or of the default theme; empty for files of design tokens without a resolver document.
  package var root: String?
  /// The paths of the theme files that lie over it, the strongest first, or the chosen contexts of modifiers as `MODIFIER=CONTEXT`.
  /// Contexts with the same root, alternatives and suffixes have the same meaning.
  package var alternatives: [String]
  /// Declarations that follow from those of the loaded files together. They lie over these.
  package var additions: [Addition] = []
  /// Whether groups lack what they would inherit, since a reference fails. They keep the tokens of the last generation
  /// (`BundleFiles.lastConstants`).
  package var lacksInherited = false
  /// All files that were read for the plan, theme files and others.
  package var files: [FileID]
  /// The results of its choices of files: a running daemon keeps the result of a choice that fails.
  package var choices: [FileChoice: [FileID]] = [:]
  /// Lists that keep their results, with the places of the entries that lead nowhere.
  package var heldLists: [FileChoice: [Location]] = [:]
  /// New files that could never be read, with the choices that keep files of the last generation in their places.
  package var unread: [FileID: FileChoice] = [:]

  /// Declarations with places in a file.
  package struct Addition: Sendable {
    package var home: FileID
    package var declarations: Declarations

    package init(home: FileID, declarations: Declarations) {
      self.home = home
      self.declarations = declarations
    }
  }

  /// The choices that keep their results.
  package var heldChoices: Set<FileChoice> {
    Set(findings.compactMap(\.heldChoice)).union(heldLists.keys).union(unread.values)
  }

  package init(
    load: LoadPlan?, findings: [Finding] = [], candidates: [String] = [], root: String? = nil,
    alternatives: [String] = [], files: [FileID] = []
  ) {
    self.load = load
    self.findings = findings
    self.candidates = candidates
    self.root = root
    self.alternatives = alternatives
    self.files = files
  }
}
