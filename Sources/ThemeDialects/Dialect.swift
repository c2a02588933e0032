// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel
package import ThemeSyntax

/// One system of theme files: what its files declare, and which of them make up a bundle in a context.
///
/// A dialect is a value without state; whatever it is asked is a pure function of what it is given.
package protocol Dialect: Sendable {
  /// The name in snapshots and manifests: `redbeard`.
  static var name: String { get }

  /// How the resolver reads merged declarations.
  var rules: Rules { get }

  /// All key suffixes, for whatever device.
  var suffixes: [String] { get }

  /// Whether these files are a bundle of this dialect.
  static func recognizes(_ files: some BundleFiles) -> Bool

  /// What a file declares.
  func declarations(of tree: SourceTree, path: String) -> Declarations

  /// Which files make up the bundle for a context. `links` gives what a file asks for by name; it is called for those
  /// files alone whose links count.
  func plan(
    for context: Context, root: String?, in files: some BundleFiles, links: (FileID) -> [Declarations.Link]
  ) -> Plan

  /// What is to be said of the bundle as a whole, apart from any context: for `check`.
  func survey(_ files: some BundleFiles, links: (FileID) -> [Declarations.Link]) -> [Finding]
}

/// The files of a bundle by name. Paths are relative to its root, segments joined by `/`.
package protocol BundleFiles {
  /// All paths, sorted.
  var paths: [String] { get }
  func file(at path: String) -> FileID?
  /// The paths that end in this last segment, sorted.
  func paths(named baseName: String) -> [String]
}

/// What a dialect answers for a context.
package struct Plan: Sendable {
  /// Nil when the bundle means nothing in this context: the findings say why.
  package var load: LoadPlan?
  package var findings: [Finding]
  /// The names tried for the root file, most specific first.
  package var candidates: [String]
  /// The path of the root file.
  package var root: String?
  /// Every file that was looked into for it, theme files and others.
  package var files: [FileID]

  package init(
    load: LoadPlan?, findings: [Finding] = [], candidates: [String] = [], root: String? = nil, files: [FileID] = []
  ) {
    self.load = load
    self.findings = findings
    self.candidates = candidates
    self.root = root
    self.files = files
  }
}
