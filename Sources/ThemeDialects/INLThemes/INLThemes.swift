// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
package import ThemeModel
package import ThemeSyntax

/// Themes for INLThemes: one property list or JSON file a theme, a dictionary of elements and their attributes. After
/// INLThemes' README.
package struct INLThemes: Dialect {
  package static let name = DialectName.inlthemes

  package static let designVocabulary: DesignVocabulary? = DesignVocabulary(texts: ["textColor"], states: .none)

  private let settings: DialectSettings

  package init(_ settings: DialectSettings) { self.settings = settings }

  package var rules: Rules {
    var rules = Rules()
    rules.fontPair = .init(font: "font", size: "fontSize")
    rules.invalidColorHelp = "write #RRGGBB, with digits 0-9 and A-F"
    return rules
  }

  package var suffixes: [String] { [] }

  package var modifiedStylesInherit: Bool { true }

  /// A dictionary of dictionaries.
  package static func claims(_ tree: SourceTree, path: String) -> Bool {
    guard let root = tree.root, tree.kind(of: root) == .object else { return false }
    if tree.isDesignTokens || tree.hasTokensOfEarlierTools { return false }
    var isEmpty = true
    for member in tree.members(of: root) {
      guard tree.kind(of: member.value) == .object else { return false }
      isEmpty = false
    }
    return !isEmpty
  }

  package static func evidence(in files: some BundleFiles, claimed: () -> [String]) -> Evidence? {
    let paths = claimed()
    guard !paths.isEmpty else { return nil }
    let what = paths.count == 1 ? "is a dictionary of dictionaries" : "are dictionaries of dictionaries"
    return Evidence(.likely, seen: "\(listing(of: paths)) \(what)")
  }

  package func declarations(of tree: SourceTree, path: String) -> Declarations {
    INLThemeFile.declarations(of: tree)
  }

  package func themeFile(constants: JSONObject, styles: JSONObject) -> JSONValue { .object(styles) }

  // MARK: Bundle

  package func plan(
    for context: Context, in files: some BundleFiles, links: (FileID) -> [Declarations.Link]
  ) -> Plan {
    let themes = NamedThemes(files)
    var plan = Plan(load: nil)
    let chosen = context.themes.first.flatMap { themes.theme(named: $0, &plan) }
    guard let theme = chosen ?? defaultTheme(themes, &plan) else { return plan }
    plan.load = LoadPlan(files: [theme.file])
    plan.root = theme.path
    plan.files = [theme.file]
    return plan
  }

  /// The theme for contexts that name none.
  private func defaultTheme<Files>(
    _ themes: NamedThemes<Files>, _ plan: inout Plan
  ) -> NamedThemes<Files>.Theme? {
    themes.defaultTheme(&plan) { plan in
      if let root = settings.root, let theme = themes.theme(inRoot: root, &plan) { return theme }
      // A default that is gone is not replaced by the only other theme.
      if let name = settings.defaultTheme, themes.last(.theme(Bytewise(name))) != nil {
        return themes.theme(named: name, &plan)
      }
      if let only = themes.only { return only }
      if let theme = settings.defaultTheme.flatMap({ themes.theme(named: $0, &plan) }) { return theme }
      if plan.findings.isEmpty { plan.findings.append(themes.noDefault) }
      return nil
    }
  }

  package func themes(in files: some BundleFiles) -> [String] { NamedThemes(files).names }

  /// A context uses one theme.
  package func contexts(in files: some BundleFiles, first maximum: Int) -> CoveringContexts {
    NamedThemes(files).oneAtATime(first: maximum)
  }

  package func survey(_ files: some BundleFiles, links: (FileID) -> [Declarations.Link]) -> [Finding] { [] }
}
