// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel
import ThemeSyntax

@testable import ThemeDialects

/// The parts of the Giotto dialect that are tables; the rest is shown by the conformance cases.
@Suite struct GiottoTests {
  private let giotto = Giotto(DialectSettings())

  // MARK: Values

  private static let red = Value.color(Color(red: 1, green: 0, blue: 0))

  @Test(
    arguments: [
      ("color:FF0000", .value(red)), ("c:f00", .value(red)), ("c: F00F ", .value(red)), ("c:\tff0000ff", .value(red)),
      ("c:F000", .value(.color(Color(red: 1, green: 0, blue: 0, alpha: 0)))), ("null", .value(.null)),
      ("Nil", .value(.null)), ("NIL", .text), (" null", .text), ("null ", .text), ("", .text), (":", .text),
      ("color", .text), ("Color:F00", .text), ("p:1,2", .text), ("color :F00", .text),
      ("point: 1 , -2.5 ", .value(.point(Point(x: 1, y: -2.5)))),
      ("size:0,+3", .value(.size(Size(width: 0, height: 3)))),
      ("rect:1,2,3,4", .value(.rect(Rect(x: 1, y: 2, width: 3, height: 4)))),
      ("edge:1,2,3,4", .value(.edgeInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)))),
      ("font:Avenir Next, 12", .font(name: "Avenir Next", size: .number(12))),
      ("f: FONT_A ,SIZE_A ", .font(name: "FONT_A", size: .constant("SIZE_A"))),
      ("f:system,12px", .font(name: "system", size: .constant("12px"))),
      ("style:A", .styles(["A"])), ("s: A, B ,A", .styles(["A", "B", "A"])), ("s:", .styles([""])),
      ("s:A,", .styles(["A", ""])), ("s:c:F00", .styles(["c:F00"])),
    ] as [(String, GiottoValue)]) func values(text: String, value: GiottoValue)
  {
    #expect(GiottoValue(text) == value)
  }

  @Test(
    arguments: [
      ("ink", "COLOR_ink"), ("COLR_INK", "COLOR_INK"), ("COLOUR_INK", "COLOR_INK"), ("color_a_b", "COLOR_a_b"),
      ("COLR_", "COLOR_COLR_"), ("DARK_INK", "COLOR_DARK_INK"),
    ]) func namesByConvention(name: String, meant: String)
  {
    let departure = ConstantConvention.departure(name, .literal(Self.red))
    #expect(departure?.help == "rename it to `\(meant)`, as Giotto's convention says")
  }

  /// A colour in the notation of most programs is a text, and its finding has Giotto's.
  @Test func colorsInOtherNotations() {
    let text = ##"""
      {"formatVersion": 2, "Constants": {}, "G": {"S": {
        "a.borderColor": "#f80", "selected:tintColour": "#FF880080", "text": "#f80", "color": "f80", "backColor": "c:f80",
        "a.b.c, x.barColor": "#abc", "titleColor, lineColor": "#fff"}}}
      """##
    let declarations = giotto.declarations(of: parseJSON(Array(text.utf8)).tree, path: "theme.json")
    let found = declarations.findings.map { "\($0.severity) \($0.code.slug) at \($0.path ?? ""): \($0.help ?? "")" }
    #expect(declarations.findings.map { $0.respelling == nil } == [false, false, true, false])
    #expect(
      found == [
        "info bad-color at a/borderColor: write color:f80",
        "info bad-color at selected:tintColour: write color:FF880080",
        "info bad-color at a/b/c: write color:abc", "info bad-color at titleColor: write color:fff",
      ])
  }

  @Test(
    arguments: [
      ("c:", .badColor), ("c:12", .badColor), ("c:12345", .badColor), ("c:1234567", .badColor),
      ("c:123456789", .badColor), ("c:#F00", .badColor), ("c:xyz", .badColor), ("c:+12345", .badColor),
      ("c:FF 00 00", .badColor), ("c:\u{301}F00", .badColor), ("point:", .badArity), ("point:1", .badArity),
      ("point:1,2,3", .badArity),
      ("rect:1,2,3", .badArity), ("edge:1,2,3,4,", .badArity), ("size:a,b", .badNumber), ("size:,", .badNumber),
      ("point:\u{301}1,2", .badNumber), ("size:nan,1", .badNumber), ("size:inf,1", .badNumber),
      ("size:1e400,1", .badNumber), ("f:A", .badArity),
      ("f:", .badArity), ("f:,3", .badArity), ("f:A,", .badArity), ("f:A,B,3", .badArity), ("f:A,0", .outOfRange),
      ("f:A,-0.5", .outOfRange),
    ] as [(String, DiagnosticCode)]) func badValues(text: String, code: DiagnosticCode)
  {
    guard case .bad(let problem) = GiottoValue(text) else { return #expect(Bool(false), "`\(text)` is taken") }
    #expect(problem.code == code)
  }

  @Test func aColorLosesItsSharp() {
    guard case .bad(let problem) = GiottoValue("color: #F00") else { return #expect(Bool(false), "it is taken") }
    #expect(problem.respelling == Finding.Respelling(written: "#F00", meant: "F00"))
    guard case .bad(let other) = GiottoValue("color:#F0") else { return #expect(Bool(false), "it is taken") }
    #expect(other.respelling == nil)
  }

  // MARK: Keys

  @Test(
    arguments: [
      ("alpha", ["alpha"], 0), ("layer.borderColor", ["layer|borderColor"], 0), ("a,b", ["a", "b"], 0),
      (" a , b . c ", ["a", "b|c"], 0), ("selected:layer.borderColor", ["selected:layer|borderColor"], 0),
      ("selected:a,b", ["selected:a", "b"], 0), ("a,a", ["a", "a"], 0), ("", [], 1), (" ", [], 1), ("a..b", [], 1),
      ("a.", [], 1), (".a", [], 1), (".", [], 1), ("a,,b", ["a", "b"], 1), (",", [], 2), ("a. .b,c", ["c"], 1),
    ] as [(String, [String], Int)]) func keys(key: String, paths: [String], broken: Int)
  {
    let key = GiottoKey(key)
    #expect(key.paths.map { $0.joined(separator: "|") } == paths)
    #expect(key.broken.count == broken)
  }

  // MARK: Bundles

  @Test(
    arguments: [
      (#"{"formatVersion": 2}"#, true), (#"{"formatVersion": "x", "a": 1}"#, true), (#"{"Constants": {}}"#, true),
      (#"{"Constants": []}"#, false), (#"{"constants": {}}"#, false), (#"[{"formatVersion": 2}]"#, false),
      ("{}", false),
      ("", false),
    ]) func claims(text: String, isClaimed: Bool)
  {
    #expect(Giotto.claims(parseJSON(Array(text.utf8)).tree, path: "a.json") == isClaimed)
  }

  @Test func evidence() {
    #expect(Giotto.evidence(in: Listing([]), claimed: { [] }) == nil)
    let evidence = Giotto.evidence(in: Listing([]), claimed: { ["a.plist", "b.plist"] })
    #expect(evidence?.strength == .certain)
    #expect(evidence?.seen == "`a.plist`, `b.plist` have `Constants` or a `formatVersion`")
  }

  private struct Listing: BundleFiles {
    var paths: [String]

    init(_ paths: [String]) { self.paths = paths.sorted() }

    func file(at path: String) -> FileID? { paths.firstIndex(of: path).map { FileID($0) } }
    func paths(ofStem stem: String) -> [String] { paths.filter { ThemeModel.stem(of: $0) == stem } }
    func path(of file: FileID) -> String { paths[Int(file.index)] }
  }

  /// The layers of a plan, the weakest first, then the codes of its findings.
  private func check(
    _ paths: [String], default name: String? = nil, root: String? = nil, themes: [String] = [], _ layers: [String],
    base: String? = nil,
    _ codes: [DiagnosticCode] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var settings = DialectSettings()
    settings.defaultTheme = name
    settings.root = root
    let files = Listing(paths)
    let plan = Giotto(settings).plan(for: Context(themes: themes), in: files, links: { _ in [] })
    #expect(plan.files.map { files.paths[Int($0.index)] } == layers, sourceLocation: sourceLocation)
    #expect(plan.findings.map(\.code) == codes, sourceLocation: sourceLocation)
    #expect((plan.load?.files ?? []) == plan.files, sourceLocation: sourceLocation)
    let base = base ?? layers.first
    #expect(plan.root == base, sourceLocation: sourceLocation)
    #expect(plan.load?.base == base.flatMap(files.file), sourceLocation: sourceLocation)
    let alternatives = base == layers.first ? Array(layers.dropFirst()) : layers
    #expect(plan.alternatives == alternatives.reversed(), sourceLocation: sourceLocation)
  }

  @Test func plans() {
    let brands = ["theme_default.plist", "red.plist", "blue.plist", "more/green.json"]
    check(brands, ["theme_default.plist"])
    check(brands, themes: ["red", "green"], ["theme_default.plist", "more/green.json", "red.plist"])
    check(brands, themes: ["red", "red", "theme_default"], ["theme_default.plist", "red.plist"])
    check(
      brands, themes: ["blue", "theme_default", "red"], ["red.plist", "theme_default.plist", "blue.plist"],
      base: "theme_default.plist")
    check(brands, themes: ["rde", "blue", "rde"], ["theme_default.plist", "blue.plist"], [.missingFile])
    check(brands, default: "blue", themes: ["red"], ["blue.plist", "red.plist"])
    check(brands, default: "bleu", [], [.missingFile])
    check(brands, root: "more/green.json", themes: ["red"], ["more/green.json", "red.plist"])
    check(brands, root: "green.json", [], [.noRoot])
    check(["theme.json", "default.json"], ["default.json"])
    check(["theme.json", "other.json"], ["theme.json"])
    check(["other.json"], ["other.json"])
    check(["other.json", "another.json"], [], [.noRoot])
    check([], [], [.noRoot])
    check(
      ["default.json", "a/red.json", "b/red.json"], themes: ["red"], ["default.json", "a/red.json"], [.ambiguousFile])
  }

  /// All pairs of many themes are counted, and not made.
  @Test func contexts() {
    let few = giotto.contexts(in: Listing(["default.json", "a.json", "b.json"]), first: 10)
    #expect(few.first.map(\.themes) == [["a"], ["b"], ["a", "b"], ["b", "a"]] && few.count == 4)
    #expect(
      giotto.contexts(in: Listing(["default.json", "a.json", "b.json"]), first: 3).first == Array(few.first[..<3]))
    let many = giotto.contexts(in: Listing(["default.json"] + (0..<50_000).map { "t\($0).json" }), first: 50_001)
    #expect(many.first.last?.themes == ["t0", "t1"] && many.first.count == 50_001 && many.count == 2_500_000_000)
  }

  @Test func aMissingDefaultIsExplained() {
    let plan = giotto.plan(for: Context(), in: Listing(["red.plist", "blue.plist"]), links: { _ in [] })
    #expect(plan.candidates == ["theme_default", "default", "theme"])
    #expect(
      plan.findings.first?.help
        == "write { \"default\": \"blue\" } in livery.json, or rename a theme to `theme_default`; the themes are: `blue`, `red`"
    )
  }

  @Test(
    arguments: [
      ("_superstlye", "did you mean `_superstyle`?"), ("_inhert", "did you mean `_inherit`?"), ("_custom", nil),
      ("superstyle", nil), ("_superstyle", nil),
    ] as [(String, String?)]) func misspeltKeys(key: String, help: String?)
  {
    let text = #"{"formatVersion": 2, "Constants": {}, "S": {"Base": {"a": 1}, "A": {"\#(key)": "Base"}}}"#
    let findings = giotto.declarations(of: parseJSON(Array(text.utf8)).tree, path: "theme.json").findings
    #expect(findings.map(\.help) == (help.map { [$0] } ?? []))
  }

  @Test func themesHaveNames() {
    #expect(giotto.themes(in: Listing(["b/night.plist", "a.json"])) == ["a", "night"])
  }
}
