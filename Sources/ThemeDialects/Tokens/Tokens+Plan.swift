// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

extension Tokens {
  package func plan(
    for context: Context, in files: some BundleFiles, links: (FileID) -> [Declarations.Link]
  ) -> Plan {
    var plan = Plan(load: nil)
    let paths = sourcePaths(in: files)
    let sources = paths.compactMap(files.file(at:))
    guard !sources.isEmpty else {
      plan.findings.append(
        Finding(
          .noRoot, "the bundle has no file of design tokens",
          help: "name a file NAME.tokens.json, or write { \"dialect\": \"tokens\" } in livery.json to read every .json file"))
      return plan
    }
    plan.root = paths.count == 1 ? paths[0] : ""
    load(sources, &plan, in: files)
    return plan
  }

  /// Loads sources, and what follows from them together.
  func load(_ sources: [FileID], _ plan: inout Plan, in files: some BundleFiles) {
    plan.load = LoadPlan(files: sources)
    plan.files = sources
    let outlines = files.outlines(of: sources).map { $0 ?? TokenOutline() }
    guard let additions = TokenAdditions(outlines, sources) else { return }
    plan.additions = additions.additions
    plan.findings += additions.findings
  }

  /// The paths of the files that are one source without a resolver document, sorted.
  private func sourcePaths(in files: some BundleFiles) -> [String] {
    if let root = settings.root { return [root] }
    let named = files.paths.filter(Self.isNamedAsTokens)
    if !named.isEmpty, !settings.isNamed { return named }
    return files.paths.filter { path in
      switch FileFormat(named: path) {
      case .json: true
      case .yaml: Self.isNamedAsTokens(path)
      case .xmlPropertyList, .binaryPropertyList, nil: Self.isNamedAsTokens(path)
      }
    }
  }

  package func themes(in files: some BundleFiles) -> [String] { [] }

  package func contexts(in files: some BundleFiles) -> [Context] { [] }

  package func survey(_ files: some BundleFiles, links: (FileID) -> [Declarations.Link]) -> [Finding] { [] }
}
