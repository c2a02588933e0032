// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
package import ThemeModel
package import ThemeSyntax

/// Oracle's theme.json: one file with a list of resources and a list of styles, whose values are typed texts such as
/// `@color:0 0 1 1`. After Oracle's documentation of theme.json.
package struct Oracle: Dialect {
  package static let name = DialectName.oracle

  package static let designVocabulary: DesignVocabulary? = DesignVocabulary(
    texts: ["textColor", "titleColor:forState"], states: .calls)

  /// The name that the documentation gives to the file.
  private static let usualRoot = "theme.json"

  private let settings: DialectSettings

  package init(_ settings: DialectSettings) { self.settings = settings }

  package var rules: Rules {
    var rules = Rules()
    rules.notation = Self.notation.constant.map { .init(reference: $0.before) }
    rules.invalidColorHelp = "write @color:R G B A, each of them from 0 to 1"
    return rules
  }
  package var suffixes: [String] { [] }
  package var modifiedStylesInherit: Bool { true }

  package static func sign(ofFileNamed name: String) -> BundleSign? { name == usualRoot ? .content : nil }

  /// A JSON file with an array at its root; a property list only when its array begins with two dictionaries.
  package static func claims(_ tree: SourceTree, path: String) -> Bool {
    guard let root = tree.root, tree.kind(of: root) == .array else { return false }
    let lists = Array(tree.elements(of: root).prefix(2))
    return isJSON(path) || (lists.count == 2 && lists.allSatisfy { tree.kind(of: $0) == .object })
  }

  package static func evidence(in files: some BundleFiles, claimed: () -> [String]) -> Evidence? {
    let claimed = claimed()
    if claimed.contains(usualRoot) {
      return Evidence(.certain, seen: "`\(usualRoot)` has an array at its root", root: usualRoot)
    }
    let texts = claimed.filter(isJSON)
    let roots = texts.isEmpty ? claimed : texts
    guard let root = roots.first else { return nil }
    if roots.count == 1 { return Evidence(.likely, seen: "`\(root)` has an array at its root", root: root) }
    let names = roots.map { "`\($0)`" }.joined(separator: ", ")
    return Evidence(.unclear, seen: "\(names) have arrays at their roots")
  }

  private static func isJSON(_ path: String) -> Bool { path.hasSuffix(".json") }

  package func declarations(of tree: SourceTree, path: String) -> Declarations {
    OracleFile.declarations(of: tree, isWhole: !path.isEmpty)
  }

  package func themeFile(constants: JSONObject, styles: JSONObject) -> JSONValue {
    .array([.object(constants), .object(styles)])
  }

  // MARK: Files

  package func plan(
    for context: Context, in files: some BundleFiles, links: (FileID) -> [Declarations.Link]
  ) -> Plan {
    let path = root(in: files)
    let choice = FileChoice.root(Bytewise(""))
    var plan = Plan(load: nil, findings: context.themesWithoutNames, candidates: [path ?? Self.usualRoot])
    var root = path.flatMap { files.file(at: $0) }
    if root == nil {
      root = files.last(choice).first
      var finding = noRoot(in: files)
      if root != nil { finding.heldChoice = choice }
      plan.findings.append(finding)
    }
    root = root.map { files.root($0, choice, &plan) }
    guard let root else { return plan }
    plan.load = LoadPlan(files: [root])
    plan.root = files.path(of: root)
    plan.files.append(root)
    plan.choices = [choice: [root]]
    return plan
  }

  package func themes(in files: some BundleFiles) -> [String] { [] }

  /// The file has one meaning in all contexts.
  package func contexts(in files: some BundleFiles, first maximum: Int) -> CoveringContexts {
    CoveringContexts([], first: maximum, of: 0)
  }

  package func survey(_ files: some BundleFiles, links: (FileID) -> [Declarations.Link]) -> [Finding] {
    guard let root = root(in: files), files.file(at: root) != nil else { return [] }
    return files.pathsBesidesYAML.filter { Bytewise($0) != Bytewise(root) }.compactMap { path in
      guard let file = files.file(at: path) else { return nil }
      return Finding(
        .orphanFile, "this file is not used: the theme is `\(root)`", file: file,
        help: "move its content into `\(root)`, or remove it")
    }
  }

  /// The path of the theme file: the configured one, the usual one, or the only file.
  private func root(in files: some BundleFiles) -> String? {
    if let root = settings.root { return root }
    if files.file(at: Self.usualRoot) != nil { return Self.usualRoot }
    let paths = files.pathsBesidesYAML
    return paths.count == 1 ? paths.first : nil
  }

  private func noRoot(in files: some BundleFiles) -> Finding {
    if let root = settings.root {
      let (message, help) = files.absence(
        of: root, at: [root],
        help: Suggestion.didYouMean(root, among: files.paths) ?? "add the file, or name another `root` in livery.json")
      return Finding(.noRoot, message, help: help)
    }
    return Finding(
      .noRoot, "it is unclear which file of the bundle is the theme",
      help:
        "name it `\(Self.usualRoot)`, or write { \"dialect\": \"\(Self.name.rawValue)\", \"root\": \"FILE\" } in livery.json"
    )
  }
}
