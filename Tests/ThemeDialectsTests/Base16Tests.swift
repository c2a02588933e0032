// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import ThemeModel
import ThemeSyntax

@testable import ThemeDialects

/// Schemes beside the conformance cases: declarations, plans and words.
@Suite struct Base16Tests {
  private let base16 = Base16(DialectSettings())

  @Test(
    arguments: [
      ("Tomorrow Night", "tomorrow-night"), ("Rosé Pine", "rose-pine"), ("Default (Dark)", "default-dark"),
      ("e\u{301}", "e"), ("ÀÉÎÕÜ çñš", "aeiou-cns"), ("Ấ İ Ÿ ẞ ø", "a-i-y--"), ("base_16", "base16"), ("", ""),
      ("日本", ""), ("a\u{A0}b\tc", "abc"),
    ]) func slugs(name: String, slug: String)
  {
    #expect(schemeSlug(of: name) == slug)
  }

  @Test func slots() {
    #expect(SchemeSystem.base16.slots.count == 16)
    #expect(SchemeSystem.base16.slots.last == "base0F")
    #expect(SchemeSystem.base24.slots.count == 24)
    #expect(SchemeSystem.base24.slots.last == "base17")
  }

  /// The code, the text at the place and the help of each finding.
  @Test(
    arguments: [
      ("palette: {base00: '#FFF'}", "LV2001 '#FFF': write #FFFFFF"),
      ("palette: {base00: [1]}", "LV2001 [1]: write six digits 0-9 and A-F, with or without `#`"),
      (
        "palette:\n  base00: #e06c75",
        "LV2001 : write six digits 0-9 and A-F in quotation marks: without them, a `#` begins a comment in YAML"
      ),
      ("palette: {base0a: '111111'}", "LV1018 base0a: write `base0A`"),
      ("palette: {base0A: '111111', base0a: '222222'}", "LV1018 base0a: remove it, since `base0A` is there"),
      ("palette: {base00: '111111', base02: '222222', base0X: '333333'}", "LV1018 base0X: did you mean `base01`?"),
      (
        "base00: '111111'\nsystem: base16",
        "LV1018 system: write the colours in `palette: { base00: \"#rrggbb\", … }`"
      ),
      ("palette: {}\nbase00: '111111'", "LV1018 base00: write it in `palette`"),
      ("system: base16\npallete: {base00: '111111'}", "LV1014 pallete: write `palette`"),
      ("palette: {}\nname: [a]", "LV1014 [a]: write a text"),
      ("palette: {}\nauthor:", nil),
      ("palette: {}\nnmae: a", "LV1018 nmae: did you mean `name`?"),
      ("palette: {}\nsystem: base32", "LV2004 base32: write base16 or base24; this scheme has the slots of base16"),
    ] as [(String, String?)]) func findings(source: String, finding: String?)
  {
    let bytes = Array(source.utf8)
    let findings = base16.declarations(of: parseYAML(bytes).tree, path: "a.yaml").findings
    let reported = findings.filter { $0.code != .badTokenValue }.map { finding in
      let place = finding.range.map { String(decoding: bytes[Int($0.start)..<Int($0.end)], as: UTF8.self) } ?? ""
      return "\(finding.code.rawValue) \(place): \(finding.help ?? "")"
    }
    #expect(reported == [finding].compactMap(\.self))
  }

  /// The cost of a key that schemes do not have does not depend on the number of keys: 4,000 of them took 55 s.
  @Test(.hangLimit, arguments: ["palette:\n", "palette: {}\n"]) func manyUnknownKeys(beginning: String) {
    let indent = beginning.hasSuffix(":\n") ? "  " : ""
    let source = beginning + (0..<50_000).map { "\(indent)k\($0): a\n" }.joined()
    let findings = base16.declarations(of: parseYAML(Array(source.utf8)).tree, path: "a.yaml").findings
    #expect(findings.count { $0.code == .unknownKey } == FindingList.maximumOfRule)
  }

  @Test(
    arguments: [
      ([], "nothing LV1006"), (["b"], "b.yml, root b.yml"), (["b", "x"], "b.yml, root b.yml"),
      (["x/a"], "x/a.json, root x/a.json"), (["a"], "a.yaml, root a.yaml"), (["c"], "nothing LV1006"),
    ] as [([String], String)]) func plans(themes: [String], plan: String)
  {
    #expect(planText(base16, themes, ListedFiles(["a.yaml", "b.yml", "c.plist", "x/a.json"])) == plan)
  }

  @Test(
    arguments: [
      (nil, "a", "a.yaml, root a.yaml"), (nil, "c", "nothing LV1006"), ("x/b.yml", nil, "x/b.yml, root x/b.yml"),
      ("b.yml", nil, "nothing LV1006"),
    ] as [(String?, String?, String)]) func defaults(root: String?, name: String?, plan: String)
  {
    var settings = DialectSettings()
    settings.root = root
    settings.defaultTheme = name
    #expect(planText(Base16(settings), [], ListedFiles(["a.yaml", "x/b.yml"])) == plan)
  }

  /// Each name leads to the file that has it, whatever other files there are.
  @Test(arguments: 1...40 as ClosedRange<UInt64>) func namesLeadToFiles(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let all = ["", "x/", "y/"].flatMap { folder in
      ["a", "b", "a.b", ""].flatMap { name in
        [".yaml", ".yml", ".json", ".tokens", ".plist"].map { "\(folder)\(name)\($0)" }
      }
    }
    let files = ListedFiles(all.filter { _ in random.happens(onceIn: 4) })
    let schemes = files.paths.filter { !$0.hasSuffix(".plist") }
    var paths: [String: [String]] = [:]
    for path in schemes {
      let isAlone = schemes.count { stem(of: $0) == stem(of: path) } == 1
      paths[isAlone ? stem(of: path) : withoutExtension(path), default: []].append(path)
    }
    #expect(base16.themes(in: files) == paths.keys.sorted())
    for (name, paths) in paths {
      let plan = base16.plan(for: Context(themes: [name]), in: files, links: { _ in [] })
      #expect(
        plan.root == paths[0] && plan.findings.map(\.code) == (paths.count > 1 ? [.ambiguousFile] : []), "\(name)")
    }
    for name in ["a", "x/b", "y/a.b", "z/a"] where paths[name] == nil {
      let plan = base16.plan(for: Context(themes: [name]), in: files, links: { _ in [] })
      #expect(plan.findings.contains { $0.message == "the bundle has no theme `\(name)`" }, "\(name)")
    }
  }

  @Test(
    arguments: [
      ("a", "write one of these: `x/a`, `y/a`"), ("z/a", "write one of these: `x/a`, `y/a`"), ("x/b", "write `b`"),
      ("bb", "did you mean `b`?"), ("x/b.yaml", "a theme's name has no extension: did you mean `b`?"),
      ("y/a.yaml", "a theme's name has no extension: did you mean `y/a`?"),
      ("b.jsn", "the themes are: `b`, `x/a`, `y/a`"), ("zzz", "the themes are: `b`, `x/a`, `y/a`"),
    ]) func helpForNamesOfNoTheme(name: String, help: String)
  {
    let files = ListedFiles(["x/a.yaml", "y/a.yaml", "x/b.yaml"])
    let plan = base16.plan(for: Context(themes: [name]), in: files, links: { _ in [] })
    #expect(plan.findings.map(\.help) == [help])
  }

  @Test func noSchemes() {
    let plan = base16.plan(for: Context(), in: ListedFiles([]), links: { _ in [] })
    #expect(plan.findings.map(\.message) == ["the bundle has no scheme"])
    let named = base16.plan(for: Context(themes: ["a"]), in: ListedFiles([]), links: { _ in [] })
    #expect(named.findings.map(\.help) == ["add a theme file: the bundle has none"])
  }

  /// A list of very many schemes is cut off.
  @Test func manySchemes() {
    let files = ListedFiles((10..<40).map { "s\($0).yaml" })
    let plan = base16.plan(for: Context(), in: files, links: { _ in [] })
    #expect(plan.findings.map(\.code) == [.missingFile])
    #expect(plan.findings.first?.help?.hasSuffix("`s28`, `s29` and 10 more") == true)
    #expect(base16.themes(in: files).count == 30)
    #expect(base16.contexts(in: files, first: 5).count == 30)
    #expect(!base16.checksEmptyContext(in: files))
  }

  @Test(
    arguments: [
      ("palette: {base00: a}", true), ("base00: a", true), ("palette: {}\nsystem: base16", true),
      ("palette: {}", false),
      ("palette: [base00]", false), ("- base00", false), ("system: base16", false), ("", false),
      ("pallete: {base00: a}\nsystem: base16", true), ("pallete: {base00: a}", false),
      ("pallete: {}\nsystem: base16", false), ("palette: a\npallete: {base00: a}\nsystem: base16", false),
    ]) func claims(source: String, isClaimed: Bool)
  {
    #expect(Base16.claims(parseYAML(Array(source.utf8)).tree, path: "a.yaml") == isClaimed)
  }

  @Test func themeFileOfSetValues() {
    let constants = JSONObject([(key: "base00", value: "#ff0000"), (key: "scheme-name", value: "a")])
    let file = base16.themeFile(constants: constants, styles: JSONObject())
    let declarations = base16.declarations(of: parseJSON(file.bytes).tree, path: "")
    #expect(declarations.findings.isEmpty)
    #expect(declarations.entries.map(declarations.name) == ["base00", "scheme-name"])
    #expect(declarations.literals == [.color(Color(hex: 0xff0000)), .string("a")])
  }

  /// For any bytes of a file, reading ends, and every node lies within the file.
  @Test(arguments: ["", "3", "palette:", "palette: {base00: ", "base00: [[1", "base00: *a", "palette: {base00: {}}"])
  func declaringIsTotal(source: String) {
    let bytes = Array(source.utf8)
    for path in ["a.yaml", ""] {
      let declarations = base16.declarations(of: parseYAML(bytes).tree, path: path)
      #expect(declarations.nodes.allSatisfy { Int($0.range.end) <= bytes.count })
    }
  }
}
