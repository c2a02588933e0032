// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
package import ThemeModel
package import ThemeSyntax

/// Schemes of base16 and base24: a directory tree in which each file is a palette of 16 or 24 colours; a context uses one. After
/// the builder and styling guidelines of Tinted Theming.
package struct Base16: Dialect {
  package static let name = DialectName.base16

  package static let designVocabulary: DesignVocabulary? = nil

  package static let hasDesignRules = false

  package static let readsYAML = true

  /// Schemes are small, and collections have hundreds of them.
  package static let maximumCheckedContexts = 4_096

  let settings: DialectSettings

  package init(_ settings: DialectSettings) { self.settings = settings }

  package var rules: Rules {
    var rules = Rules()
    rules.invalidColorHelp = SchemeColor.help
    return rules
  }

  package var suffixes: [String] { [] }

  package var modifiedStylesInherit: Bool { true }

  /// A dictionary with `base00`, with a `palette` that has a slot or stands beside a `system`, or with slots beside a `system` in
  /// any dictionary: its key is a misspelt `palette`.
  package static func claims(_ tree: SourceTree, path: String) -> Bool {
    guard let root = tree.root, tree.kind(of: root) == .object else { return false }
    var hasSystem = false
    var palette: SourceTree.Node?
    for member in tree.members(of: root) {
      if tree.key(of: member, is: "base00") { return true }
      if tree.key(of: member, is: "system") { hasSystem = tree.kind(of: member.value) == .string }
      if tree.key(of: member, is: "palette") { palette = member.value }
    }
    guard let palette else {
      return hasSystem && tree.members(of: root).contains { SchemeFile.holdsSlots($0.value, in: tree) }
    }
    return hasSystem && tree.kind(of: palette) == .object || SchemeFile.holdsSlots(palette, in: tree)
  }

  package static func evidence(in files: some BundleFiles, claimed: () -> [String]) -> Evidence? {
    let paths = claimed()
    guard !paths.isEmpty else { return nil }
    let what = paths.count == 1 ? "has the palette of a scheme" : "have palettes of schemes"
    return Evidence(.likely, seen: "\(listing(of: paths)) \(what)")
  }

  package func declarations(of tree: SourceTree, path: String) -> Declarations {
    path.isEmpty ? SetSlots.declarations(of: tree) : SchemeFile.declarations(of: tree, path: path)
  }

  package func themeFile(constants: JSONObject, styles: JSONObject) -> JSONValue { .object(constants) }
}
