// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

extension Base16 {
  /// A scheme has the name of its file. Of several files with one name, each scheme is named by its path.
  private func schemes<Files: BundleFiles>(in files: Files) -> NamedThemes<Files> {
    NamedThemes(schemesIn: files, endings: FileFormat.json.nameEndings + FileFormat.yaml.nameEndings)
  }

  package func plan(
    for context: Context, in files: some BundleFiles, links: (FileID) -> [Declarations.Link]
  ) -> Plan {
    let schemes = schemes(in: files)
    var plan = Plan(load: nil)
    let chosen = context.themes.first.flatMap { schemes.theme(named: $0, &plan) }
    guard let scheme = chosen ?? defaultScheme(schemes, &plan) else { return plan }
    plan.load = LoadPlan(files: [scheme.file], base: scheme.file)
    plan.root = scheme.path
    plan.files = [scheme.file]
    return plan
  }

  /// The scheme for contexts that name none or a missing one.
  private func defaultScheme<Files>(_ schemes: NamedThemes<Files>, _ plan: inout Plan) -> NamedThemes<Files>.Theme? {
    schemes.defaultTheme(&plan) { plan in
      if let root = settings.root, let scheme = schemes.theme(inRoot: root, &plan) { return scheme }
      if let name = settings.defaultTheme, let scheme = schemes.theme(named: name, &plan) { return scheme }
      if let only = schemes.only { return only }
      guard plan.findings.isEmpty else { return nil }
      plan.findings.append(noScheme(among: schemes.names))
      return nil
    }
  }

  private func noScheme(among names: [String]) -> Finding {
    if names.isEmpty {
      return Finding(.missingFile, "the bundle has no scheme", help: "add a scheme file, such as `night.yaml`")
    }
    return Finding(
      .missingFile, "no scheme is chosen of the \(names.count) in the bundle",
      help: "choose one with --theme NAME or `livery use NAME`, or write { \"default\": \"NAME\" } in livery.json; "
        + "the schemes are: \(listing(of: names))")
  }

  package func themes(in files: some BundleFiles) -> [String] { schemes(in: files).names }

  /// A context uses one scheme. If the user named one file, only its scheme is checked.
  package func contexts(in files: some BundleFiles, first maximum: Int) -> CoveringContexts {
    settings.root == nil
      ? schemes(in: files).oneAtATime(first: maximum) : CoveringContexts([], first: maximum, of: 0)
  }

  /// Without a default, a context has to name a scheme. A collection of schemes needs no default.
  package func checksEmptyContext(in files: some BundleFiles) -> Bool {
    settings.root != nil || settings.defaultTheme != nil
  }

  package func survey(_ files: some BundleFiles, links: (FileID) -> [Declarations.Link]) -> [Finding] { [] }
}
