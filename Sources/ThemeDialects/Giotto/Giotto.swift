// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
package import ThemeModel
package import ThemeSyntax

/// Themes for Giotto (SDThemeManager): property lists, or JSON of the same shape, of constants and of styles in groups. A
/// default theme, and alternative themes over it. After the README of Giotto / SDThemeManager.
package struct Giotto: Dialect {
  package static let name = DialectName.giotto

  package static let designVocabulary: DesignVocabulary? = DesignVocabulary(
    texts: ["textColor", "titleColor"], states: .prefixes(["normal", "highlighted", "selected", "disabled"]))

  /// The conventional prefixes of constants.
  static let constantPrefixes = ConstantConvention.allCases.map(\.rawValue)

  let settings: DialectSettings

  package init(_ settings: DialectSettings) { self.settings = settings }

  package var rules: Rules {
    var rules = Rules()
    rules.constantPrefixes = Self.constantPrefixes
    rules.systemFonts = ["system": .regular, "systembold": .bold, "systemitalic": .italic]
    rules.missingParent = .missingParent
    rules.invalidColorHelp = "write color:RRGGBB or color:RRGGBBAA, with digits 0-9 and A-F; AA is the opacity"
    return rules
  }

  package var suffixes: [String] { [] }

  package var modifiedStylesInherit: Bool { false }

  /// A path may have the form of the files, with dots and commas. Of two calls for one property, the later counts.
  package func propertyPaths(_ keyPath: String) -> [[String]] {
    let key = GiottoKey(Path.segments(of: keyPath).joined(separator: "."))
    return key.broken.isEmpty ? key.paths : []
  }

  package static func sign(ofFileNamed name: String) -> BundleSign? { name.hasSuffix(".plist") ? .content : nil }

  package static func claims(_ tree: SourceTree, path: String) -> Bool {
    guard let root = tree.root else { return false }
    return tree.members(of: root).contains { member in
      tree.key(of: member, is: "formatVersion")
        || tree.key(of: member, is: "Constants") && tree.kind(of: member.value) == .object
    }
  }

  package static func evidence(in files: some BundleFiles, claimed: () -> [String]) -> Evidence? {
    let paths = claimed()
    guard !paths.isEmpty else { return nil }
    let names = paths.prefix(5).map { "`\($0)`" } + (paths.count > 5 ? ["\(paths.count - 5) more"] : [])
    let verb = paths.count == 1 ? "has" : "have"
    return Evidence(.certain, seen: "\(names.joined(separator: ", ")) \(verb) `Constants` or a `formatVersion`")
  }

  package func declarations(of tree: SourceTree, path: String) -> Declarations { GiottoFile.declarations(of: tree) }

  package func themeFile(constants: JSONObject, styles: JSONObject) -> JSONValue {
    ["formatVersion": 2, "Constants": .object(constants), "Styles": .object(styles)]
  }
}
