// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
package import ThemeModel
package import ThemeSyntax

/// Flat themes: one property list a theme, a dictionary of named colours, images, fonts and other values. After the article on
/// ThemeManager.
package struct Flat: Dialect {
  package static let name = DialectName.flat

  package static let designVocabulary: DesignVocabulary? = nil

  private let settings: DialectSettings

  package init(_ settings: DialectSettings) { self.settings = settings }

  package var rules: Rules {
    var rules = Rules()
    rules.invalidColorHelp = "write R,G,B or R,G,B,A, with R, G and B from 0 to 255 and A from 0 to 1"
    return rules
  }

  package var suffixes: [String] { [] }

  package var modifiedStylesInherit: Bool { true }

  /// A property list that is a dictionary of texts, numbers and booleans. JSON of that shape may be any file: it is a theme only
  /// if the manifest says so.
  package static func claims(_ tree: SourceTree, path: String) -> Bool {
    guard tree.format.isPropertyList, let root = tree.root, tree.kind(of: root) == .object else {
      return false
    }
    var isEmpty = true
    for member in tree.members(of: root) {
      guard isScalar(tree.kind(of: member.value)) else { return false }
      isEmpty = false
    }
    return !isEmpty
  }

  private static func isScalar(_ kind: SourceTree.Kind) -> Bool {
    switch kind {
    case .string, .number, .bool, .null: true
    case .object, .array, .invalid: false
    }
  }

  package static func evidence(in files: some BundleFiles, claimed: () -> [String]) -> Evidence? {
    let paths = claimed()
    guard !paths.isEmpty else { return nil }
    let what = paths.count == 1 ? "is a property list of plain values" : "are property lists of plain values"
    return Evidence(.likely, seen: "\(listing(of: paths)) \(what)")
  }

  package func declarations(of tree: SourceTree, path: String) -> Declarations {
    FlatThemeFile.declarations(of: tree)
  }

  package func themeFile(constants: JSONObject, styles: JSONObject) -> JSONValue { .object(constants) }

  // MARK: Bundle

  package func plan(
    for context: Context, in files: some BundleFiles, links: (FileID) -> [Declarations.Link]
  ) -> Plan {
    let themes = NamedThemes(files)
    var plan = Plan(load: nil)
    let chosen = context.themes.first.flatMap { themes.theme(named: $0, &plan) }
    let base = chosen == nil || settings.fallsBack ? defaultTheme(themes, chosen == nil, &plan) : nil
    guard let root = base ?? chosen else { return plan }
    var layers = [root.file]
    if let chosen, chosen.file != root.file { layers.append(chosen.file) }
    plan.load = LoadPlan(files: layers, base: root.file)
    plan.root = root.path
    plan.alternatives = layers.count > 1 ? [chosen?.path].compactMap(\.self) : []
    plan.files = layers
    return plan
  }

  /// The theme for contexts that name none.
  ///
  /// - Parameter isNeeded: whether the context chooses no theme.
  private func defaultTheme<Files>(
    _ themes: NamedThemes<Files>, _ isNeeded: Bool, _ plan: inout Plan
  ) -> NamedThemes<Files>.Theme? {
    themes.defaultTheme(&plan) { plan in
      if let root = settings.root, let theme = themes.theme(inRoot: root, &plan) { return theme }
      if let name = settings.defaultTheme, let theme = themes.theme(named: name, &plan) { return theme }
      if let theme = themes.firstTheme(of: ["default"], &plan) { return theme }
      if isNeeded, plan.findings.isEmpty { plan.findings.append(themes.noDefault) }
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
