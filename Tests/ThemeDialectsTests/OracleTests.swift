// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import Testing
import ThemeModel
import ThemeSyntax

@testable import ThemeDialects

/// The parts of the Oracle dialect that are tables: declarations of texts, keys, and the files of the theme. The rest is
/// shown by the conformance cases.
@Suite struct OracleTests {
  private func declarations(_ text: String) -> Declarations {
    Oracle(DialectSettings()).declarations(of: parseJSON(Array(text.utf8)).tree, path: "theme.json")
  }

  /// Compares the declarations of a file with lines such as `~box: {alpha: 0.5, color: ->blue}`, and its findings with codes.
  private func check(
    _ file: String, _ expected: [String], _ codes: [DiagnosticCode] = [], at location: SourceLocation = #_sourceLocation
  ) {
    let declarations = declarations(file)
    #expect(text(declarations) == expected, sourceLocation: location)
    #expect(declarations.findings.map(\.code) == codes, sourceLocation: location)
  }

  // MARK: Values

  @Test(
    arguments: [
      (#""@color:0.5 0.5 1 0.77""#, "color(0.5 0.5 1.0 0.77)", []),
      (#""@color:0 0 0 0""#, "color(0.0 0.0 0.0 0.0)", []),
      (#""@color:  1  1\t1  1 ""#, "color(1.0 1.0 1.0 1.0)", []),
      (#""@color:@float:0.5 @float:.5 1 @float:1""#, "color(0.5 0.5 1.0 1.0)", []),
      (#""@color:1.5 0 -1 1""#, "color(1.5 0.0 -1.0 1.0)", [.outOfRange]),
      (#""@color:0 0 0""#, "!", [.badArity]), (#""@color:0 0 0 1 1""#, "!", [.badArity]),
      (#""@color:""#, "!", [.badArity]), (#""@color""#, "!", [.badArity]),
      (#""@color:0, 0, 0, 1""#, "!", [.badColor]), (#""@color:#ff0000""#, "!", [.badColor]),
      (#""@color:0 0 red""#, "!", [.badColor]), (#""@color:0 0 nan 1""#, "!", [.badColor]),
      (#""@color:@uint:1 0 0 1""#, "!", [.badColor]),
      (#""@font:Helvetica-Bold:15""#, "font(Helvetica-Bold 15.0)", []),
      (#""@font:A:B:12.5""#, "font(A:B 12.5)", []), (#""@font:Gill Sans: 12 ""#, "font(Gill Sans 12.0)", []),
      (#""@font:Helvetica""#, "!", [.badArity]), (#""@font:Helvetica:""#, "!", [.badArity]),
      (#""@font::12""#, "!", [.badArity]), (#""@font:""#, "!", [.badArity]), (#""@font""#, "!", [.badArity]),
      (#""@font:12:Helvetica""#, "!", [.badNumber]), (#""@font:Helvetica:0""#, "!", [.outOfRange]),
      (#""@font:Helvetica:-4""#, "!", [.outOfRange]),
      (#""@uint:3""#, "3", []), (#""@uint:0""#, "0", []), (#""@uint:4294967295""#, "4294967295", []),
      (#""@uint:3.0""#, "3", []), (#""@uint: 3 ""#, "3", []), (#""@uint:4294967296""#, "!", [.outOfRange]),
      (#""@uint:-1""#, "!", [.outOfRange]), (#""@uint:1.5""#, "!", [.badNumber]), (#""@uint:x""#, "!", [.badNumber]),
      (#""@uint:""#, "!", [.badNumber]), (#""@uint:0x10""#, "!", [.badNumber]),
      (#""@float:0.8765""#, "0.8765", []), (#""@float:-2e3""#, "-2000", []), (#""@float:-0""#, "0", []),
      (#""@float:""#, "!", [.badNumber]), (#""@float:1.0f""#, "!", [.badNumber]),
      (#""@float:1e999""#, "!", [.badNumber]),
      (#""@image:search-button-normal""#, "image(search-button-normal)", []), (#""@image:a:b""#, "image(a:b)", []),
      (#""@image:""#, "!", [.badArity]),
      (#""@nil""#, "null", []), (#""@nil:""#, "null", []), (#""@nil:whatever""#, "null", []),
      (#""@bool:YES""#, "true", []), (#""@bool:true""#, "true", []), (#""@bool:1""#, "true", []),
      (#""@bool:NO""#, "false", []), (#""@bool:false""#, "false", []), (#""@bool:0""#, "false", []),
      (#""@bool:maybe""#, "!", [.typeMismatch]), (#""@bool:""#, "!", [.typeMismatch]),
      (#""@bool:yes""#, "!", [.typeMismatch]),
      (#""@edge_insets:0.5 0.5 0.5 0.5""#, "insets(0.5 0.5 0.5 0.5)", []),
      (#""@edge_insets:1 -2 3 400""#, "insets(1.0 -2.0 3.0 400.0)", []),
      (#""@edge_insets:1 2 3""#, "!", [.badArity]), (#""@edge_insets:1 2 3 four""#, "!", [.badNumber]),
      (#""@colorref:@color:0.5 0.5 1 1""#, "colorRef(0.5 0.5 1.0 1.0)", []),
      (#""@colorref:@color:2 0 0 1""#, "colorRef(2.0 0.0 0.0 1.0)", [.outOfRange]),
      (#""@colorref:@color:0 0 1""#, "!", [.badArity]), (#""@colorref:@resource:blue""#, "colorRef[->!blue]", []),
      (#""@colorref:0 0 1 1""#, "!", [.typeMismatch]), (#""@colorref:@font:A:1""#, "!", [.typeMismatch]),
      (#""@colorref:@nil""#, "!", [.typeMismatch]), (#""@colorref:""#, "!", [.typeMismatch]),
      (#""@colorref:@colorref:@color:0 0 1 1""#, "!", [.typeMismatch]),
      (#""@colorref:@colour:0 0 1 1""#, "null", [.unknownType]),
      (#""@resource:blueColor""#, "->blueColor", []), (#""@resource:blueColor\\""#, #"->blueColor\"#, []),
      (#""@resource:""#, "!", [.unknownReference]), (#""@resource""#, "!", [.unknownReference]),
      (#""@unit:3""#, "null", [.unknownType]), (#""@Color:0 0 0 1""#, "null", [.unknownType]),
      (#""@""#, "null", [.unknownType]), (#""@someone""#, "null", [.unknownType]),
      (#""plain""#, #""plain""#, []), (#""""#, #""""#, []), (#"" @uint:3""#, #"" @uint:3""#, []),
      (#""me@harbor""#, #""me@harbor""#, []), ("2.5", "2.5", []), ("true", "true", []), ("null", "null", []),
      (
        #"{"a": "@uint:3", "b": {"c": [1, {"d": "@nil"}]}, "e": "@me"}"#,
        #"{a: "@uint:3", b: {c: [1,{"d":"@nil"}]}, e: "@me"}"#, [.looksLikeConstant]
      ),
      (#"["@uint:3", "x", ["@nil"], {"a": "@nil"}]"#, #"[3, "x", [null], {a: "@nil"}]"#, [.looksLikeConstant]),
      (#"["@resource:a", "@uint:x"]"#, "[->a, !]", [.badNumber]), ("[]", "[]", []), ("{}", "{}", []),
      (#"{"a": 1, "a": 2}"#, "{a: 2}", [.duplicateKey]),
    ] as [(String, String, [DiagnosticCode])]) func values(json: String, nodes: String, codes: [DiagnosticCode])
  {
    check("[{}, {\"S\": {\"p\": \(json)}}]", ["S: {p: \(nodes)}"], codes)
    // A resource is read in the same way, and never refers to a second one.
    if !nodes.contains("->") { check("[{\"r\": \(json)}, {}]", ["r: \(nodes)"], codes) }
  }

  @Test func resourcesDoNotPointToResources() {
    check(
      #"[{"a": "@resource:b", "b": 1, "c": ["@resource:b"], "d": "@colorref:@resource:b", "e": {"f": "@resource:b"}}, {}]"#,
      ["a: !", "b: 1", "c: [!]", "d: !", #"e: {f: "@resource:b"}"#],
      [.resourceToResource, .resourceToResource, .resourceToResource, .looksLikeConstant])
  }

  /// Texts without `@` in a file with the resource `blue`: the members of a style, and the help for them.
  @Test(
    arguments: [
      (##""textColor": "#3366cc""##, ["@color:0.2 0.4 0.8 1"]),
      (##""layer.borderColor": " #36c8""##, ["@color:0.2 0.4 0.8 0.533"]),
      (#""tintColor": "resource:blue""#, ["@resource:blue"]), (#""tintColor": " @resource:blue""#, ["@resource:blue"]),
      (#""tintColor": "blue""#, ["@resource:blue"]), (#""TINTCOLOR": "0 0 1 1""#, ["@color:0 0 1 1"]),
      (#""tintColor": "color:0 0 1 1""#, ["@color:0 0 1 1"]),
      (#""tintColor": "colorref:@resource:blue""#, ["@colorref:@resource:blue"]),
      (#""font": "Helvetica:15""#, ["@font:Helvetica:15"]), (#""titleFont": "font:A:1""#, ["@font:A:1"]),
      (#""titleFont": "blue""#, ["@resource:blue"]),
      (
        ##""tintColor": "green", "font": "Helvetica", "x": "blue", "y": "#3366cc", "z": "color:0 0 1 1", "t": "a:1""##,
        []
      ),
      (#""tintColor": "", "font": "", "textColor": "@resource:blue", "imageFont": "https://a""#, []),
    ]) func untypedTexts(members: String, meant: [String])
  {
    let findings = declarations(#"[{"blue": "@color:0 0 1 1"}, {"A": {\#(members)}}]"#).findings
    #expect(findings.map(\.help) == meant.map { "write \"\($0)\"" })
    #expect(findings.allSatisfy { $0.severity == .warning })
  }

  /// In a resource only texts of a clear form are reported.
  @Test func untypedResources() {
    let findings = declarations(
      #"[{"blue": "color:0 0 1 1", "a": "font:A:1", "b": "image:x", "c": "note: this", "d": "blue", "tintColor": "blue"}, {}]"#
    ).findings
    #expect(findings.map(\.id) == ["blue", "a"])
    #expect(findings.map(\.code) == [.badColor, .looksLikeConstant])
  }

  /// A typed text in an object stays a text.
  @Test func textsInObjects() {
    let findings = declarations(
      #"[{}, {"A": {"layer": {"width": "@float:1", "in": {"x": "@resource:a", "y": "me"}}, "t:s": [{"b": "@nil"}, 1]}}]"#
    ).findings
    #expect(findings.map(\.path) == ["layer/width", "layer/in/x", "t:s/0/0/b"])
    #expect(findings.allSatisfy { $0.severity == .info })
    #expect(
      findings.map(\.help) == [
        "write the property as `layer.width` in the style itself",
        "write the property as `layer.in.x` in the style itself", "write the value outside of the object",
      ])
  }

  /// A message names no empty text.
  @Test(
    arguments: [
      ("@uint:", "this number is empty"), ("@float:", "this number is empty"), ("@bool:", "this boolean is empty"),
      ("@colorref:", "this colour is empty"), ("@font:", "this font has neither a name nor a size"),
    ]) func emptyTexts(text: String, message: String)
  {
    #expect(TypedText(text).problem?.message == message)
  }

  @Test(
    arguments: [
      ("@unit:3", "did you mean `@uint`?", "@uint:"), ("@colour:0 0 0 1", "did you mean `@color`?", "@color:"),
      ("@edgeInsets:1 2 3 4", "did you mean `@edge_insets`?", "@edge_insets:"),
      ("@nill", "did you mean `@nil`?", "@nil"),
      ("@uint3", "did you mean `@uint`?", nil), ("@nill:1", "did you mean `@nil`?", nil),
    ] as [(String, String, String?)]) func unknownTypes(text: String, help: String, meant: String?)
  {
    let problem = TypedText(text).problem
    #expect(problem?.help == help)
    #expect(problem?.respelling?.meant == meant)
    if let written = problem?.respelling?.written { #expect(text.hasPrefix(written)) }
  }

  /// A text is one level deep: calls within it are not followed.
  @Test func aTextOfManyTypes() {
    #expect(TypedText(String(repeating: "@colorref:", count: 1_000_000)).problem?.code == .typeMismatch)
  }

  // MARK: Keys

  @Test(
    arguments: [
      ("UITextView", "UITextView"), ("UILabel>UIButton", "UILabel>UIButton"), ("_View", "_View"),
      (" UILabel >  UIButton > Card2 ", "UILabel>UIButton>Card2"), ("Harbor.BerthView", "Harbor.BerthView"),
      ("~searchBoxStyle", "~searchBoxStyle"), (" ~ search box ", "~search box"), ("~1", "~1"), ("", nil), (" ", nil),
      ("~", nil), ("UILabel>", nil), (">UILabel", nil), ("UILabel>>UIButton", nil), ("UILabel>~box", nil),
      ("~box>UILabel", nil), ("~~box", nil), ("UI Label", nil), ("2Label", nil), ("UILabel.", nil), ("UILabel~1", nil),
      ("UILabel:hover", nil), ("#box", nil),
    ] as [(String, String?)]) func selectors(key: String, text: String?)
  {
    #expect(StyleSelector(key)?.text == text)
  }

  @Test(
    arguments: [
      ("alpha", "alpha"), ("layer.borderWidth", "layer.borderWidth"), ("alpha~1", "alpha"), ("a~b~c", "a"),
      ("backgroundImage:forState", "backgroundImage:forState()"), ("title:forState:", "title:forState:()"),
      ("backgroundImage:forState~2", "backgroundImage:forState()"), ("alpha~a:b", "alpha"), ("", nil), ("~1", nil),
      (":forState", nil),
    ] as [(String, String?)]) func propertyKeys(key: String, text: String?)
  {
    #expect(PropertyKey(key).map { $0.name + ($0.isCall ? "()" : "") } == text)
  }

  @Test func callsOfOneSetter() {
    check(
      #"[{}, {"B": {"i:s~1": ["@image:a", "@uint:0"], "alpha": 1, "i:s~2": ["@resource:b", 4], "r:": []}}]"#,
      ["B: {i:s: calls[[image(a), 0], [->b, 4]], alpha: 1, r:: calls[[]]}"])
    check(
      #"[{}, {"B": {"i:s": ["a", 1], "i:s": ["b", 1], "i:s~": "c", "t:s": {}}}]"#,
      [#"B: {i:s: calls[["b", 1], !], t:s: calls[!]}"#], [.duplicateKey, .shape, .shape])
    check(
      #"[{}, {"B": {"i:s": ["a"], "a:b:c": [1, 2, 3, 4], "r:": [1, 2]}}]"#,
      ["B: {i:s: calls[!], a:b:c: calls[!], r:: calls[!]}"], [.badArity, .badArity, .badArity])
  }

  @Test func keysThatAreGivenTwice() {
    check(
      #"[{"a": 1, "a": 2}, {"A": {"p": 1}, "~b": {"p": 2}, " A": {"q~x": 3, "q~y": 4}, "~ b": {}}]"#,
      ["a: 2", "A: {q: 4}", "~b: {}"], [.duplicateKey, .duplicateKey, .duplicateKey, .duplicateKey])
    let findings = declarations(#"[{}, {"A>B": {}, "~b": {}, "A > B": {}, "~b": {}, ">": {}}]"#).findings
    #expect(findings.map(\.severity) == [.warning, .error, .error])
    #expect(findings.map(\.id) == ["A>B", "~b", nil])
    #expect(findings.map(\.related.count) == [1, 1, 0])
  }

  // MARK: Files

  @Test(
    arguments: [
      ("[]", [.shape]), ("[{}]", [.shape]), ("{}", [.shape]), ("3", [.shape]), ("[{}, {}]", []),
      ("[{}, {}, {}, 1]", [.shape]), ("[[], 3]", [.shape, .shape]), (#"[{}, {"A": "@nil"}]"#, [.shape]),
      (#"[{}, {"A": null, "~": {}}]"#, [.badSelector, .shape]),
      (
        #"[{"Blue": 1, "blue_sky": 1, "blue-sky": 1, "blue sky": 1, "2": 1, "": 1, "blueSky2": 1, "été": 1}, {}]"#,
        Array(repeating: .unknownKey, count: 6)
      ),
    ] as [(String, [DiagnosticCode])]) func shapes(text: String, codes: [DiagnosticCode])
  {
    #expect(declarations(text).findings.map(\.code) == codes)
  }

  @Test func whereAFindingIs() throws {
    let finding = try #require(
      declarations(#"[{}, {"A": {"p/q": [{}, "@uint:x"], "i:s~2": ["@float:y"]}}]"#).findings.first)
    #expect(finding.id == "A" && finding.path == "p~1q/1")
    #expect(finding.range == ByteRange(24, 33))
  }

  /// A binary property list has no places, and a finding in one none either.
  @Test func findingsWithoutPlaces() throws {
    let theme: [Any] = [["Blue": "@unit:1", "red": "@resource:x"], ["A": ["p~1": 1, "p~2": 2], "A>": 1]]
    let data = try PropertyListSerialization.data(fromPropertyList: theme, format: .binary, options: 0)
    let (tree, problems) = parsePropertyList(Array(data))
    #expect(problems == [])
    #expect(Oracle.claims(tree, path: "theme.plist"))
    let findings = Oracle(DialectSettings()).declarations(of: tree, path: "theme.plist").findings
    #expect(
      Set(findings.map(\.code)) == [.unknownKey, .unknownType, .resourceToResource, .badSelector, .duplicateKey])
    #expect(findings.allSatisfy { $0.range == nil && $0.related.isEmpty })
  }

  @Test(
    arguments: [
      ("[]", "a.json", true), ("[1]", "a.json", true), ("{}", "a.json", false), ("", "a.json", false),
      ("[{}, {}]", "a.plist", true), ("[{}]", "a.plist", false), ("[1, {}]", "a.plist", false),
    ]) func claims(text: String, path: String, isClaimed: Bool)
  {
    #expect(Oracle.claims(parseJSON(Array(text.utf8)).tree, path: path) == isClaimed)
  }

  /// The files that are arrays, the strength of the evidence and the root that it names.
  @Test(
    arguments: [
      ([], nil, nil), (["theme.json"], .certain, "theme.json"), (["a.json", "theme.json"], .certain, "theme.json"),
      (["a.json"], .likely, "a.json"), (["x/theme.json"], .likely, "x/theme.json"),
      (["a.json", "a.plist"], .likely, "a.json"), (["a.plist"], .likely, "a.plist"),
      (["a.json", "b.json"], .unclear, nil), (["a.plist", "b.plist"], .unclear, nil),
    ] as [([String], Evidence.Strength?, String?)]) func evidence(
      claimed: [String], strength: Evidence.Strength?, root: String?
    )
  {
    let evidence = Oracle.evidence(in: Paths(paths: claimed + ["z.json"]), claimed: { claimed })
    #expect(evidence?.strength == strength)
    #expect(evidence?.root == root)
  }

  @Test(
    arguments: [
      (nil, ["a.json", "theme.json"], "theme.json"), (nil, ["a.json"], "a.json"), (nil, ["a.json", "b.json"], nil),
      ("b.json", ["b.json", "theme.json"], "b.json"), ("c.json", ["b.json", "theme.json"], nil), (nil, [], nil),
    ] as [(String?, [String], String?)]) func plans(fixed: String?, paths: [String], root: String?)
  {
    var settings = DialectSettings()
    settings.root = fixed
    let files = Paths(paths: paths)
    let oracle = Oracle(settings)
    let plan = oracle.plan(for: Context(), in: files, links: { _ in [] })
    #expect(plan.root == root)
    #expect(plan.load?.files == root.flatMap(files.file).map { [$0] })
    #expect(plan.findings.map(\.code) == (root == nil ? [.noRoot] : []))
    let orphans = oracle.survey(files, links: { _ in [] })
    #expect(orphans.map(\.code) == Array(repeating: .orphanFile, count: root == nil ? 0 : paths.count - 1))
    #expect(!orphans.contains { $0.file == root.flatMap(files.file) })
  }

  @Test func aThemeFileOfModifications() {
    let file = Oracle(DialectSettings()).themeFile(
      constants: JSONObject([(key: "a", value: 1)]), styles: JSONObject([(key: "A", value: ["p": "@nil"])]))
    check(file.text, ["a: 1", "A: {p: null}"])
  }

  /// For any bytes of a file, reading ends, and every node lies within the file.
  @Test(arguments: [
    "", "[", "[[", "[{\"", "[{}, {\"A\": {\"i:s\": [", #"[{"a" 1}, {"~" {}}"#, "[null, null, null]",
    "{\"Constants\": []}",
    "[{\"a\": \"@colorref:@colorref:@colorref:@color:0 0 0 1\"}, {}]",
    "[{\"a\": " + String(repeating: "[", count: 120) + String(repeating: "]", count: 120) + "}, {}]",
  ]) func declaringIsTotal(text: String) {
    let declarations = declarations(text)
    for node in declarations.nodes { #expect(Int(node.range.end) <= text.utf8.count) }
    for entry in declarations.entries {
      #expect(Int(declarations.nodes[Int(entry.node)].end) <= declarations.nodes.count)
    }
  }
}

/// The files of a bundle, by name alone.
private struct Paths: BundleFiles {
  var paths: [String]

  func file(at path: String) -> FileID? { paths.firstIndex(of: path).map { FileID($0) } }
  func paths(ofStem stem: String) -> [String] { paths.filter { ThemeModel.stem(of: $0) == stem } }
  func path(of file: FileID) -> String { paths[Int(file.index)] }
}

// MARK: Declarations as text

/// A line for each entry: `!` is an invalid value, `->name` a reference, `->!name` a reference that needs a colour.
private func text(_ declarations: Declarations) -> [String] {
  func name(_ number: UInt32) -> String { declarations.names[Int(number)] }
  func target(_ node: Declarations.Node) -> String {
    let id = declarations.ids[Int(node.operand)]
    return (id.space == .constants ? "" : "\(id.space):") + name(id.name)
  }
  func text(_ index: Int) -> String {
    let node = declarations.nodes[index]
    var children: [String] = []
    var child = index + 1
    while child < node.end {
      let key = declarations.nodes[child].key
      children.append((key == Declarations.noName ? "" : "\(name(key)): ") + text(child))
      child = Int(declarations.nodes[child].end)
    }
    let inside = children.joined(separator: ", ")
    return switch node.operation {
    case .object: "{\(inside)}"
    case .array: "[\(inside)]"
    case .calls: "calls[\(inside)]"
    case .colorReference: "colorRef[\(inside)]"
    case .literal: literal(declarations.literals[Int(node.operand)])
    case .reference: (node.flags.contains(.needsColor) ? "->!" : "->") + target(node)
    case .invalid: "!"
    case .lookup, .inherit, .invalidInherit, .glyph, .font, .typed, .part, .first, .absent:
      "unexpected \(node.operation)"
    }
  }
  return declarations.entries.map { entry in
    let id = declarations.ids[Int(entry.id)]
    let isStyle = declarations.nodes[Int(entry.node)].operation == .object && id.space == .styles
    return "\(name(id.name)): \(isStyle || id.space == .constants ? "" : "\(id.space):")\(text(Int(entry.node)))"
  }
}

private func literal(_ value: Value) -> String {
  switch value {
  case .color(let color): "color(\(color.red) \(color.green) \(color.blue) \(color.alpha))"
  case .colorReference(let color): "colorRef(\(color.red) \(color.green) \(color.blue) \(color.alpha))"
  case .font(let font): "font(\(font.name ?? "") \(font.size ?? 0))"
  case .image(let name): "image(\(name))"
  case .edgeInsets(let edges): "insets(\(edges.top) \(edges.left) \(edges.bottom) \(edges.right))"
  case .null, .bool, .number, .string, .array, .object, .colorInSpace, .glyph, .point, .size, .rect, .calls, .typed:
    value.json.text
  }
}
