// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

extension Giotto {
  /// The usual names of the default theme, most preferred first.
  private static let defaultNames = ["theme_default", "default", "theme"]

  package func themes(in files: some BundleFiles) -> [String] { NamedThemes(files).names }

  /// Each theme alone, then each pair in both orders: a pair shows all effects of two themes on each other. All orders of all
  /// themes would be too many, so errors that need three themes are not found.
  package func contexts(in files: some BundleFiles, first maximum: Int) -> CoveringContexts {
    let themes = NamedThemes(files)
    var plan = Plan(load: nil)
    let base = defaultTheme(among: themes, &plan)
    let names = themes.names.filter { name in
      !(base.map { Bytewise(stem(of: $0.path)) == Bytewise(name) } ?? false)
    }
    let alone = names.prefix(maximum).map { Context(themes: [$0]) }
    let pairs = names.lazy.flatMap { first in
      names.lazy.filter { Bytewise($0) != Bytewise(first) }.map { Context(themes: [first, $0]) }
    }
    return CoveringContexts(
      alone + pairs.prefix(maximum - alone.count), first: maximum, of: names.count * names.count)
  }

  /// Every file is a theme that a context may name.
  package func survey(_ files: some BundleFiles, links: (FileID) -> [Declarations.Link]) -> [Finding] { [] }

  package func plan(
    for context: Context, in files: some BundleFiles, links: (FileID) -> [Declarations.Link]
  ) -> Plan {
    let themes = NamedThemes(files)
    var plan = Plan(load: nil, candidates: candidates)
    guard let base = defaultTheme(among: themes, &plan) else { return plan }
    // A theme is used once, at its first place in the list. If the default theme is not in the list, it comes last.
    var named: BytewiseSet = []
    var order: [(file: FileID, path: String)] = []
    for name in context.themes where named.insert(name) {
      if let theme = themes.theme(named: name, &plan) { order.append((theme.file, theme.path)) }
    }
    if !order.contains(where: { $0.file == base.file }) { order.append((base.file, base.path)) }
    let layers = order.reversed().map(\.file)
    plan.load = LoadPlan(files: layers, base: base.file)
    plan.root = base.path
    plan.alternatives = order.dropLast(order.last?.file == base.file ? 1 : 0).map(\.path)
    plan.files = layers
    return plan
  }

  /// The file or the names of the default theme.
  private var candidates: [String] { (settings.root ?? settings.defaultTheme).map { [$0] } ?? Self.defaultNames }

  /// The theme below all others. Reports a missing one.
  private func defaultTheme<Files>(
    among themes: NamedThemes<Files>, _ plan: inout Plan
  ) -> NamedThemes<Files>.Theme? {
    themes.defaultTheme(&plan) { plan in
      if let path = settings.root {
        if let theme = themes.theme(at: path) { return theme }
        plan.findings.append(
          Finding(.noRoot, "the default theme `\(path)` does not exist", help: themes.help(insteadOf: path)))
        return nil
      }
      if let name = settings.defaultTheme { return themes.theme(named: name, &plan) }
      if let theme = themes.firstTheme(of: Self.defaultNames, &plan) ?? themes.only { return theme }
      plan.findings.append(noDefault(themes.names))
      return nil
    }
  }

  private func noDefault(_ names: [String]) -> Finding {
    guard let first = names.first else {
      return Finding(.noRoot, "this bundle has no theme", help: "add a theme file with the name `theme_default`")
    }
    let ways = "write { \"default\": \"\(first)\" } in livery.json, or rename a theme to `theme_default`"
    return Finding(
      .noRoot, "this bundle has no default theme", help: "\(ways); the themes are: \(listing(of: names))")
  }
}
