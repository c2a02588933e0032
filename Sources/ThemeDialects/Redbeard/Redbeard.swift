// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
package import ThemeModel
package import ThemeSyntax

/// Themes for Redbeard: JSON files of ids, combined by include files, with references, inheritance, device suffixes and states.
/// After the Redbeard Theme Reference 1.0.
package struct Redbeard: Dialect {
  package static let name = DialectName.redbeard

  package static let designVocabulary: DesignVocabulary? = DesignVocabulary(
    texts: ["textColor", "titleColor"],
    additive: .init(
      states: RedbeardText.states, themeKey: RedbeardText.themeKey, clearKey: RedbeardText.clearKey,
      referencePrefix: RedbeardText.referencePrefix))

  private let settings: DialectSettings
  /// Stored, since each file asks for it.
  package let suffixes: [String]
  private let keySuffixes: KeySuffixes
  /// Key suffixes by device, most preferred first.
  let suffixesByDevice: [Context.Device: [String]]

  package init(_ settings: DialectSettings) {
    self.settings = settings
    suffixesByDevice = settings.suffixes ?? [.pad: ["_iPad"]]
    suffixes = BytewiseSet(suffixesByDevice.values.joined()).sorted()
    keySuffixes = KeySuffixes(suffixes)
  }

  package var rules: Rules {
    var rules = Rules()
    rules.readsObjectsAsFonts = true
    rules.alphaSuffix = RedbeardText.alphaSuffix
    rules.invalidColorHelp = RedbeardColorHelp.help
    rules.notation = .init(
      reference: RedbeardText.referencePrefix, colors: ["#", "0x"], glyph: "\(RedbeardText.glyphPrefix)NAME/COLOUR")
    return rules
  }

  package var modifiedStylesInherit: Bool { true }

  /// The configured root file, for all contexts.
  var fixedRoot: String? { settings.root }

  package static func commentPrefix(inFileNamed name: String) -> String? {
    isIncludeFile(name) ? IncludeFile.commentPrefix : nil
  }

  /// Only include files, by their name and a list: any object could be a theme file.
  package static func claims(_ tree: SourceTree, path: String) -> Bool {
    isIncludeFile(path) && IncludeFile.hasList(tree)
  }

  package static func sign(ofFileNamed name: String) -> BundleSign? { isRootLike(name) ? .name : nil }

  package static func evidence(in files: some BundleFiles, claimed: () -> [String]) -> Evidence? {
    let roots = files.paths.filter { isRootLike(lastSegment($0).lowercased()) }
    guard let first = roots.first else {
      // The root file has a wrong name: `Plan` reports that, and not all values as those of a different dialect.
      guard files.paths.contains(where: { isIncludeFile($0) && !hasDirectory($0) }) else { return nil }
      let includes = claimed().filter { !hasDirectory($0) }
      guard !includes.isEmpty else { return nil }
      let verb = includes.count == 1 ? "is an include file" : "are include files"
      return Evidence(.certain, seen: "\(listing(of: includes)) \(verb)")
    }
    let names = listing(of: roots)
    let isClear = !hasDirectory(first) || roots.contains { !hasDirectory($0) } || roots.count == 1
    return Evidence(
      isClear ? .certain : .unclear,
      seen: roots.count == 1 ? "\(names) is a root include file" : "\(names) are root include files", named: roots)
  }

  package func declarations(of tree: SourceTree, path: String) -> Declarations {
    Self.isIncludeFile(path)
      ? IncludeFile.declarations(of: tree) : RedbeardFile.declarations(of: tree, suffixes: keySuffixes)
  }

  package func readsValuesAlone(path: String) -> Bool { !Self.isIncludeFile(path) }

  package func themeFile(constants: JSONObject, styles: JSONObject) -> JSONValue {
    .object(JSONObject(constants.members + styles.members))
  }

  package func themes(in files: some BundleFiles) -> [String] { [] }

  package static func isIncludeFile(_ path: String) -> Bool { path.hasSuffix(".inc.json") }

  /// `theme*.inc.json`.
  static func isRootLike(_ fileName: String) -> Bool {
    fileName.hasPrefix("theme") && fileName.hasSuffix(".inc.json")
  }
}
