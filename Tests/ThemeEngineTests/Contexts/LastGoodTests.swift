// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import Testing
import TextComparison
import ThemeModel

@testable import ThemeEngine

/// Values that a slip in a file keeps, and the end of that.
@Suite struct LastGoodTests {
  private let engine = ThemeEngine(bundle: "b")

  private func write(_ files: [String: String?]) {
    engine.apply(
      files.sorted { $0.key < $1.key }.map { path, text in
        FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone)
      })
    engine.publish()
  }

  /// Writes files, then checks the served values, the number of held ones, and the findings about them.
  private func check(
    _ files: [String: String?], serves content: String, held: Int = 0, _ findings: [String] = [],
    in context: Context = Context(), _ location: SourceLocation = #_sourceLocation
  ) throws {
    write(files)
    let snapshot = engine.open(context)
    #expect(try snapshot.content == JSONValue(parsing: Array(content.utf8)), sourceLocation: location)
    #expect(snapshot.held == held, sourceLocation: location)
    let said = snapshot.diagnostics.filter { $0.severity == .error || $0.heldBackSince != nil }
    #expect(
      said.map { "\($0.code.rawValue) \($0.id ?? $0.file)\($0.heldBackSince == nil ? "" : " held")" } == findings,
      sourceLocation: location)
  }

  private func start(_ themes: String = #"{"s": {"a": 1, "b": 2}, "x": 3, "y": "ref://x"}"#) {
    write(["theme.inc.json": #"{"themes": ["a.json", "b.json"]}"#, "a.json": themes, "b.json": #"{"z": 4}"#])
    _ = engine.open(Context())
  }

  // MARK: Values

  @Test func aValueThatFailsKeepsWhatItWas() throws {
    start(##"{"x": "#ff0000", "s": {"titleColor": "ref://x", "b": 2}}"##)
    let red = ##"{"$type":"color","$value":{"colorSpace":"srgb","components":[1,0,0],"alpha":1,"hex":"#ff0000"}}"##
    let good = ##"{"constants": {"x": \##(red), "z": 4}, "styles": {"s": {"titleColor": \##(red), "b": 2}}}"##
    // It is no colour: each use as a colour keeps its last value, and the text itself is served.
    try check(
      ["a.json": ##"{"x": "#ff000", "s": {"titleColor": "ref://x", "b": 2}}"##],
      serves: ##"{"constants": {"x": "#ff000", "z": 4}, "styles": {"s": {"titleColor": \##(red), "b": 2}}}"##,
      held: 1, ["LV2001 s held"])
    try check(["a.json": ##"{"x": "#ff0000", "s": {"titleColor": "ref://x", "b": 2}}"##], serves: good)
    try check(
      ["a.json": ##"{"x": "#ff0000", "s": {"titleColor": "ref://y", "b": 3}}"##],
      serves: ##"{"constants": {"x": \##(red), "z": 4}, "styles": {"s": {"titleColor": \##(red), "b": 3}}}"##,
      held: 1, ["LV1001 s held"])
    // A value without a declaration is gone.
    try check(
      ["a.json": ##"{"x": "#ff0000", "s": {"b": 3}}"##],
      serves: ##"{"constants": {"x": \##(red), "z": 4}, "styles": {"s": {"b": 3}}}"##)
  }

  @Test func theFirstBrokenLinkOfAChainHolds() throws {
    start(#"{"a": "ref://b", "b": "ref://c", "c": 1}"#)
    try check(
      ["a.json": #"{"a": "ref://b", "b": "ref://gone"}"#],
      serves: #"{"constants": {"a": 1, "b": 1, "z": 4}, "styles": {}}"#,
      held: 1, ["LV1001 b held"])
    try check(
      ["a.json": #"{"a": "ref://b", "b": "ref://a"}"#],
      serves: #"{"constants": {"a": 1, "b": 1, "z": 4}, "styles": {}}"#,
      held: 2, ["LV1002 a held"])
    try check(
      ["a.json": #"{"a": "ref://b", "b": 2}"#], serves: #"{"constants": {"a": 2, "b": 2, "z": 4}, "styles": {}}"#)
  }

  /// An editor shows the new text of a held file, in which the place of the older mistake says something else.
  @Test func mistakesOfTheTextBeforeAreNotListed() throws {
    start(#"{"x": 1, "s": {"a": "ref://x"}}"#)
    let good = #"{"constants": {"x": 1, "z": 4}, "styles": {"s": {"a": 1}}}"#
    try check(["a.json": #"{"x": 1, "s": {"a": "ref://y"}}"#], serves: good, held: 1, ["LV1001 s held"])
    try check(["a.json": #"{"x": 1 "s": {"a": "ref://x"}}"#], serves: good, held: 2, ["LV0006 a.json held"])
    write(["a.json": #"{"x": 1, "s": {"a": "ref://x"}}"#])
    try check(
      ["theme.inc.json": #"{"themes": ["a.json", "b.json", "c.json"]}"#], serves: good, ["LV1006 theme.inc.json"])
    try check(
      ["theme.inc.json": #"{"themes": ["a.json", "b.json"]"#], serves: good, held: 1, ["LV0001 theme.inc.json held"])
  }

  @Test func keysMayBeNewerThanAHeldObject() throws {
    start(#"{"s": {"a": 1, "p": {"b": 2}}}"#)
    try check(
      ["a.json": #"{"s": "ref://gone"}"#],
      serves: #"{"constants": {"z": 4}, "styles": {"s": {"a": 1, "p": {"b": 2}}}}"#, held: 1, ["LV1001 s held"])
    try check(
      ["a.json": #"{"s": {"neverThereBefore": "ref://gone", "p": {"norThis": "ref://gone"}}}"#],
      serves: #"{"constants": {"z": 4}, "styles": {"s": {"p": {}}}}"#, ["LV1001 s", "LV1001 s"])
  }

  @Test func aWholeObjectIsKeptAsACopy() throws {
    start(#"{"p": {"q": {"r": 1}, "t": 2}, "s": {"part": "ref://p", "k": 1}}"#)
    let before = engine.open(Context())
    try check(
      ["a.json": #"{"s": {"part": "ref://p", "k": 2}}"#],
      serves: #"{"constants": {"z": 4}, "styles": {"s": {"part": {"q": {"r": 1}, "t": 2}, "k": 2}}}"#, held: 1,
      ["LV1001 s held"])
    let delta = engine.open(Context()).delta(from: before)
    #expect(Set(delta.patch) == [.remove(path: "/styles/p"), .replace(path: "/styles/s/k", value: .number(2))])
    #expect(delta.held == 1)
    #expect(engine.explain("styles/s/part/q/r", in: Context())?.last?.heldSince == 1)
    // Property by property, when it is live again.
    write(["a.json": #"{"p": {"q": {"r": 5}, "t": 2}, "s": {"part": "ref://p", "k": 2}}"#])
    let after = engine.open(Context()).delta(from: before)
    #expect(
      Set(after.patch) == [
        .replace(path: "/styles/p/q/r", value: .number(5)), .replace(path: "/styles/s/part/q/r", value: .number(5)),
        .replace(path: "/styles/s/k", value: .number(2)),
      ])
  }

  @Test func anExplanationNamesTheLastGoodGeneration() {
    func check(_ path: String, _ expected: Int?, _ value: Value, _ location: SourceLocation = #_sourceLocation) {
      let step = engine.explain(path, in: Context())?.last
      #expect(step?.heldSince == expected && step?.result == value, "\(step as Any)", sourceLocation: location)
    }
    start(#"{"p": {"q": 1}, "s": {"inherits": "ref://p", "b": 2}}"#)
    check("styles/s/q", nil, .number(1))
    // The value is in the last good object of the parent, and declared nowhere.
    write(["a.json": #"{"p": {"q": 1}, "s": {"inherits": "ref://pp", "b": 2}}"#])
    check("styles/s/q", 1, .number(1))
    check("styles/p/q", nil, .number(1))
    write(["a.json": #"{"p": {"q": 1"#])
    check("styles/p/q", 2, .number(1))
    check("constants/z", nil, .number(4))
  }

  @Test func aListIsOnePlace() throws {
    start(#"{"x": 1, "l": ["ref://x", 2], "g": "glyph://star/c/12", "c": "0xff0000"}"#)
    let glyph = """
      {"$type":"glyph","$value":{"name":"star","color":{"colorSpace":"srgb","components":[1,0,0],"alpha":1,\
      "hex":"#ff0000"},"height":12}}
      """
    try check(
      ["a.json": #"{"l": ["ref://x", 3], "g": "glyph://star/c/13"}"#],
      serves: #"{"constants": {"l": [1, 2], "g": \#(glyph), "z": 4}, "styles": {}}"#, held: 2,
      ["LV1001 l held", "LV1001 g held"])
  }

  /// Half a font is a warning: there is no font then. An error in a half holds the half, and so the font.
  @Test func halfAFontIsNoFontAnyMore() throws {
    let manifest = #"{"dialect": "flat"}"#
    func file(_ members: String) -> [String: String?] { ["livery.json": manifest, "default.plist": plist(members)] }
    let name = "<key>titleName</key><string>Inter</string>"
    let font = #""title": {"$type": "font", "$value": {"name": "Inter", "size": 12}}"#
    let whole = #"{"constants": {"titleName": "Inter", "titleSize": 12, \#(font)}, "styles": {}}"#
    try check(file(name + "<key>titleSize</key><real>12</real>"), serves: whole)
    try check(file(name), serves: #"{"constants": {"titleName": "Inter"}, "styles": {}}"#)
    try check(file(name + "<key>titleSize</key><real>12</real>"), serves: whole)
    try check(
      file(name + "<key>titleSize</key><string>12 pt</string>"),
      serves: #"{"constants": {"titleName": "Inter", "titleSize": "12 pt"}, "styles": {}}"#)
    try check(file(name + "<key>titleSize</key><real>12</real>"), serves: whole)
    try check(
      file(name + "<key>titleSize</key><array/>"), serves: whole, held: 2, ["LV1014 titleSize held"])
  }

  /// Without a `default` the other theme does not serve in its place.
  @Test func aDefaultThemeThatIsGoneStays() throws {
    let (day, night) = (plist("<key>x</key><real>1</real>"), plist("<key>x</key><real>2</real>"))
    let good = #"{"constants": {"x": 1}, "styles": {}}"#
    try check(["default.plist": day, "night.plist": night], serves: good)
    try check(["default.plist": nil], serves: good, held: 1, ["LV1010  held"])
    try check(["default.plist": day], serves: good)
    try check(["livery.json": #"{"default": "night"}"#], serves: #"{"constants": {"x": 2}, "styles": {}}"#)
  }

  private func plist(_ members: String) -> String { "<plist version=\"1.0\"><dict>\(members)</dict></plist>" }

  @Test func whatNeverResolvedIsNotHeld() throws {
    start(#"{"x": "ref://gone", "s": {"inherits": "ref://gone", "a": 1, "b": 2}}"#)
    try check(
      ["a.json": #"{"x": "ref://gone", "s": {"inherits": "ref://gone", "a": 3}}"#],
      serves: #"{"constants": {"z": 4}, "styles": {"s": {"a": 3}}}"#, ["LV1001 x", "LV1001 s"])
  }

  // MARK: Parents

  @Test func aParentThatFailsIsReadAsWhatItsHeirWas() throws {
    start(#"{"p": {"a": 1, "b": 2, "n": {"c": 3}}, "s": {"inherits": "ref://p", "b": 5}}"#)
    try check(
      ["a.json": #"{"s": {"inherits": "ref://p", "b": 6, "n": {"d": 7}}}"#],
      serves: #"{"constants": {"z": 4}, "styles": {"s": {"a": 1, "b": 6, "n": {"c": 3, "d": 7}}}}"#, held: 1,
      ["LV1001 s held"])
    try check(
      ["a.json": #"{"p": {"a": 9}, "s": {"inherits": "ref://p", "b": 6}}"#],
      serves: #"{"constants": {"z": 4}, "styles": {"p": {"a": 9}, "s": {"a": 9, "b": 6}}}"#)
    for text in [
      #"{"inherits": "p", "b": 6}"#, #"{"inherits": "ref://s", "b": 6}"#, #"{"inherits": "ref://z", "b": 6}"#,
    ] {
      try check(
        ["a.json": #"{"p": {"a": 9}, "s": {"inherits": "ref://p", "b": 6}}"#],
        serves: #"{"constants": {"z": 4}, "styles": {"p": {"a": 9}, "s": {"a": 9, "b": 6}}}"#)
      let code = text.contains("ref://s") ? "LV1002" : "LV1011"
      try check(
        ["a.json": #"{"p": {"a": 9}, "s": \#(text)}"#],
        serves: #"{"constants": {"z": 4}, "styles": {"p": {"a": 9}, "s": {"a": 9, "b": 6}}}"#, held: 1,
        ["\(code) s held"])
    }
  }

  // MARK: Files and lists

  @Test func aFileThatIsMissingOrMisshapenGoesOnDeclaring() throws {
    start()
    let good = #"{"constants": {"x": 3, "y": 3, "z": 4}, "styles": {"s": {"a": 1, "b": 2}}}"#
    for broken in ["{", "[1]", "3"] {
      try check(["a.json": broken], serves: good, held: 1, ["\(broken == "{" ? "LV0001" : "LV1014") a.json held"])
    }
    try check(["a.json": nil], serves: good, held: 1, ["LV1006 theme.inc.json held"])
    // The file first, then its entry; or the other way round.
    try check(["new.json": #"{"x": 5}"#], serves: good, held: 1, ["LV1006 theme.inc.json held"])
    try check(
      ["theme.inc.json": #"{"themes": ["new.json", "b.json"]}"#],
      serves: #"{"constants": {"x": 5, "z": 4}, "styles": {}}"#)
    try check(
      ["theme.inc.json": #"{"themes": ["newer.json", "b.json"]}"#],
      serves: #"{"constants": {"x": 5, "z": 4}, "styles": {}}"#, held: 1, ["LV1006 theme.inc.json held"])
    try check(
      ["new.json": nil, "newer.json": #"{"x": 6}"#], serves: #"{"constants": {"x": 6, "z": 4}, "styles": {}}"#)
  }

  @Test func anEntryThatIsTakenOutIsMeant() throws {
    start()
    try check(
      ["theme.inc.json": #"{"themes": ["b.json"]}"#, "a.json": nil],
      serves: #"{"constants": {"z": 4}, "styles": {}}"#)
  }

  @Test func aRootThatIsGoneGoesOnServing() throws {
    start()
    let good = #"{"constants": {"x": 3, "y": 3, "z": 4}, "styles": {"s": {"a": 1, "b": 2}}}"#
    try check(["theme.inc.json": nil], serves: good, held: 1, ["LV1010  held"])
    try check(
      ["b.json": #"{"z": 5}"#], serves: good.replacing("4", with: "5"), held: 1, ["LV1010  held"])
    try check(
      ["theme.inc.json": #"{"themes": ["b.json"]}"#], serves: #"{"constants": {"z": 5}, "styles": {}}"#)
  }

  @Test func aNamedThemeThatIsGoneStays() throws {
    let night = Context(themes: ["night"])
    write([
      "livery.json": #"{"dialect": "flat"}"#, "default.json": #"{"tint": "1,2,3"}"#, "night.json": #"{"n": 1}"#,
    ])
    _ = engine.open(night)
    try check(
      ["night.json": nil], serves: #"{"constants": {"n": 1}, "styles": {}}"#, held: 1, ["LV1006  held"],
      in: night)
    try check(["night.json": #"{"n": 2}"#], serves: #"{"constants": {"n": 2}, "styles": {}}"#, in: night)
  }

  /// Values of binary property lists have no places.
  @Test func aValueWithoutAPlaceIsHeld() throws {
    func write(_ tint: String) throws -> Snapshot {
      let data = try PropertyListSerialization.data(
        fromPropertyList: ["gap": 8, "tint": tint] as [String: Any], format: .binary, options: 0)
      engine.apply([FileChange(path: "default.plist", content: .bytes(Array(data)))])
      engine.publish()
      return engine.open(Context())
    }
    let good = try write("255,0,0")
    let held = try write("300,0,0")
    #expect(try held.content["constants"] == good.content["constants"])
    #expect(held.held == 1)
    #expect(held.diagnostics.map(\.heldBackSince) == [1])
  }

  // MARK: Steps and ends

  @Test func whatWasNotPublishedIsNoPast() throws {
    start()
    engine.apply([FileChange(path: "a.json", content: .bytes(Array(#"{"x": 8, "s": {"a": 9}}"#.utf8)))])
    try check(
      ["a.json": "{"], serves: #"{"constants": {"x": 3, "y": 3, "z": 4}, "styles": {"s": {"a": 1, "b": 2}}}"#, held: 1,
      ["LV0001 a.json held"])
    engine.apply([FileChange(path: "a.json", content: .bytes(Array(#"{"x": 8}"#.utf8)))])
    try check(
      ["a.json": #"{"x": "ref://gone"}"#], serves: #"{"constants": {"x": 3, "z": 4}, "styles": {}}"#, held: 1,
      ["LV1001 x held"])
  }

  @Test func forgettingGivesWhatTheFilesSay() throws {
    start()
    try check(
      ["a.json": #"{"x": "ref://gone"}"#, "b.json": "{"], serves: #"{"constants": {"x": 3, "z": 4}, "styles": {}}"#,
      held: 2, ["LV0001 b.json held", "LV1001 x held"])
    engine.forgetPast()
    #expect(engine.publish().isNew)
    try check([:], serves: #"{"constants": {}, "styles": {}}"#, held: 0, ["LV0001 b.json", "LV1001 x"])
    #expect(engine.heldRecord == nil)
  }

  /// A context that is closed for a while has its own last good values when it is opened again.
  @Test func aMeaningKeepsItsPastWhileNobodyIsInIt() throws {
    start(#"{"x": 1, "x_iPad": 2}"#)
    let pad = Context(device: .pad)
    _ = engine.open(pad)
    try check(
      ["a.json": #"{"x": "ref://gone", "x_iPad": "ref://gone"}"#],
      serves: #"{"constants": {"x": 2, "z": 4}, "styles": {}}"#,
      held: 1, ["LV1001 x held"], in: pad)
    engine.close(contextsExcept: [Context()])
    try check([:], serves: #"{"constants": {"x": 1, "z": 4}, "styles": {}}"#, held: 1, ["LV1001 x held"])
    try check([:], serves: #"{"constants": {"x": 2, "z": 4}, "styles": {}}"#, held: 1, ["LV1001 x held"], in: pad)
  }

  /// Contexts that differ in their modifiers alone are different ones, also after a restart.
  @Test func modifiersMakeADifferentContext() throws {
    start()
    let chosen = [Context(modifiers: ["size": "compact"]), Context(modifiers: ["size": "wide"])]
    for context in chosen { _ = engine.open(context) }
    try check(
      ["a.json": #"{"x": "ref://gone"}"#], serves: #"{"constants": {"x": 3, "z": 4}, "styles": {}}"#, held: 1,
      ["LV1001 x held"], in: chosen[0])
    let record = try #require(engine.heldRecord)
    let read = try #require(try reread(record))
    #expect(read == record)
    #expect(Set(read.meanings.flatMap(\.contexts)) == Set(chosen + [Context()]))
    // Their order does not depend on the order in which they were opened.
    #expect(
      read.meanings.map { $0.contexts.map(\.json.text) } == [
        [
          #"{"themes":[],"modifiers":{"size":"compact"}}"#, #"{"themes":[],"modifiers":{"size":"wide"}}"#,
          #"{"themes":[]}"#,
        ]
      ])
  }

  // MARK: Records

  @Test func aRecordComesBackAsItWas() throws {
    start(
      #"{"x": 1, "s": {"inherits": "ref://p", "a": ["ref://x"]}, "p": {"k": 1}, "f": {"name": "Arial", "size": 3}}"#)
    write(["a.json": #"{"s": {"inherits": "ref://p", "a": ["ref://x"]}, "f": {"name": "ref://x"}}"#, "b.json": "\u{0}"])
    let record = try #require(engine.heldRecord)
    #expect(try reread(record) == record)
    for json: JSONValue in [[:], 3, ["files": [], "choices": [], "meanings": [3]], ["files": [["path": "a"]]]] {
      #expect(HeldRecord(json: json) == nil)
    }
  }

  /// Each member, with the forms that few bundles have.
  @Test func allOfARecordComesBack() throws {
    let part = FilePart.value(at: Bytewise(["sets", "0"]), leftOut: Bytewise(["$extensions"]))
    var record = HeldRecord()
    record.dialect = "tokens"
    record.root = "a.resolver.json"
    record.rootSince = 1
    record.files = [
      .init(path: "\"\u{e9}\u{301}", part: part, bytes: [0, 255], since: 2, isMisshapen: true),
      .init(path: "b.json", part: nil, bytes: [], since: nil),
    ]
    record.choices = [
      .init(kind: .source, name: "a.resolver.json", place: ["sets"], paths: ["b.json"], part: part, since: 3),
      .init(kind: .include, name: "b.json", place: nil, paths: [], part: nil, since: nil),
    ]
    record.meanings = [
      .init(
        root: "r", alternatives: ["t"], activeSuffixes: ["_iPad"],
        contexts: [Context(device: .pad, themes: ["t"], modifiers: ["size": "wide"])],
        values: [
          Bytewise(["constants", "x"]): .array([.number(0.1), .null]), Bytewise(["styles", "s"]): .object([]),
        ],
        held: [HeldPlace(path: ["constants", "x"]): 4, HeldPlace(path: ["styles", "s"], parent: ""): 5],
        unheld: [HeldPlace(path: ["styles", "s"], parent: "p")], isWhole: true, since: 6)
    ]
    #expect(try reread(record) == record)
  }

  /// A record that is written and read.
  private func reread(_ record: HeldRecord) throws -> HeldRecord? {
    var writer = JSONWriter()
    record.write(to: &writer)
    return HeldRecord(json: try JSONValue(parsing: writer.bytes))
  }
}
