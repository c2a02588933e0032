// SPDX-License-Identifier: MIT

import JSONText
import LiveryProtocol
import Testing
import ThemeModel

@testable import LiveryClient

/// Values on the wire, in the state, and in the types of a program.
@Suite struct ValueTests {
  private static let orange = Theme.Color(red: 1, green: 0.6, blue: 0, alpha: 0.5)
  private static let orangeText =
    ##"{"colorSpace":"srgb","components":[1,0.6,0],"alpha":0.5,"hex":"#ff9900"}"##

  @Test(
    arguments: [
      ("null", .null), ("true", true), ("1.5", 1.5), (#""a\u00e9\n""#, "aé\n"), (#"[1,["b"],{}]"#, [1, ["b"], [:]]),
      (#"{"a":{"b":null}}"#, ["a": ["b": .null]]),
      (#"{"$type":"color","$value":\#(orangeText)}"#, .color(orange)),
      (#"{"$type":"colorRef","$value":\#(orangeText)}"#, .colorReference(orange)),
      (
        #"{"$type":"font","$value":{"name":"Menlo","textStyle":"body","system":"bold","size":13}}"#,
        .font(Theme.Font(name: "Menlo", textStyle: "body", system: .bold, size: 13))
      ),
      (#"{"$type":"font","$value":{}}"#, .font(Theme.Font())),
      (#"{"$type":"image","$value":{"name":"star"}}"#, .image("star")),
      (
        #"{"$type":"glyph","$value":{"name":"bell","color":\#(orangeText),"height":20}}"#,
        .glyph(Theme.Glyph(name: "bell", color: orange, height: 20))
      ),
      (#"{"$type":"point","$value":{"x":1,"y":-2}}"#, .point(Theme.Point(x: 1, y: -2))),
      (#"{"$type":"size","$value":{"width":3,"height":4}}"#, .size(Theme.Size(width: 3, height: 4))),
      (
        #"{"$type":"rect","$value":{"x":1,"y":2,"width":3,"height":4}}"#,
        .rect(Theme.Rect(x: 1, y: 2, width: 3, height: 4))
      ),
      (
        #"{"$type":"edgeInsets","$value":{"top":1,"left":2,"bottom":3,"right":4}}"#,
        .edgeInsets(Theme.EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
      ),
      (#"{"$type":"calls","$value":[["a",1],[]]}"#, .calls([["a", 1], []])),
    ] as [(String, Theme.Value)])
  func valuesAreReadAndWritten(text: String, value: Theme.Value) throws {
    #expect(try read(text) == value)
    var writer = JSONWriter()
    value.write(to: &writer)
    #expect(try read(String(decoding: writer.bytes, as: UTF8.self)) == value)
  }

  /// A newer daemon may have unknown types, and known types with further members.
  @Test(
    arguments: [
      (#"{"$type":"gradient","$value":7}"#, ["$type": "gradient", "$value": 7]),
      (#"{"$type":"color","$value":{"colorSpace":"p3"}}"#, ["$type": "color", "$value": ["colorSpace": "p3"]]),
      (#"{"$type":"point","$value":{"x":1}}"#, ["$type": "point", "$value": ["x": 1]]),
      (#"{"$type":"image","$value":{"name":"star","scale":2}}"#, .image("star")),
      (#"{"$type":"font","$value":{"size":9,"system":"black","weight":700}}"#, .font(Theme.Font(size: 9))),
      ("12345678901234567890", .null),
    ] as [(String, Theme.Value)])
  func whatIsNotKnownDoesNoHarm(text: String, value: Theme.Value) throws {
    #expect(try read(text) == value)
  }

  @Test(arguments: ["", "{", "[1,]", "// no\n1", "{'a':1}", "nul"]) func whatIsNotJSONIsNothing(text: String) {
    #expect(JSONTapeValue(parsing: Array(text.utf8)) == nil)
  }

  @Test func nestingHasALimit() {
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    #expect(JSONTapeValue(parsing: Array(deep.utf8)) == nil)
  }

  @Test(
    arguments: [
      ("styles/a~1b/~0id", ["styles", "a/b", "~id"], "styles/a~1b/~0id"),
      ("/constants/x", ["constants", "x"], "constants/x"),
      ("", [], ""), ("styles//x", ["styles", "", "x"], "styles//x"),
      ("constants/é~01", ["constants", "é~1"], "constants/é~01"),
    ] as [(String, [String], String)])
  func pathsAreReadAndWritten(text: String, segments: [String], written: String) {
    #expect(Theme.Path(text).segments == segments)
    #expect("\(Theme.Path(text))" == written)
  }

  @Test func pathsOfIdsNeedNoEscapes() {
    #expect(Theme.Path.style("a/b", "c") == "styles/a~1b/c")
    let id = "a/b"
    #expect("styles/\(id)/part\(7)" == Theme.Path.style("a/b", "part7"))
    #expect(Theme.Path.constant("x").appending("y") == "constants/x/y")
  }

  @Test func colours() {
    #expect(Theme.Color(hex: 0xff9900).hex == "#ff9900")
    #expect(Theme.Color(red: 2, green: -.infinity, blue: .nan).hex == "#ff0000")
  }

  // MARK: Getters

  private enum Alignment: String, ThemeConvertible { case left, center }

  @Test func getters() {
    let double = ThemeDouble(styles: [
      "A": [
        "color": .colorReference(Self.orange), "gap": 8, "half": 0.5, "on": true, "text": "center", "list": ["a", "b"],
        "image": .image("star"), "nothing": .null, "part": ["gap": 9],
        "wide": .colorInSpace(Theme.ColorInSpace(.oklch, 0.7, 0.1, nil)),
      ]
    ])
    let theme = double.theme
    #expect(theme.color("styles/A/color", default: .black) == Self.orange)
    #expect(theme.colorInSpace("styles/A/color", default: Theme.ColorInSpace(.black)).srgb == Self.orange)
    #expect(theme.color("styles/A/wide", default: .black).hex == "#d2849c")
    let wide = theme.colorInSpace("styles/A/wide", default: Theme.ColorInSpace(.black))
    #expect(wide.space == .oklch)
    #expect(wide.components == [0.7, 0.1, nil])
    #expect(theme.number("styles/A/gap", default: 0) == 8)
    #expect(theme.integer("styles/A/gap", default: 0) == 8)
    #expect(theme.integer("styles/A/half", default: 3) == 3)
    #expect(theme.bool("styles/A/on", default: false))
    #expect(theme.string("styles/A/text", default: "") == "center")
    #expect(theme.value("styles/A/text", default: Alignment.left) == .center)
    #expect(theme.value("styles/A/list", default: [String]()) == ["a", "b"])
    #expect(theme.image("styles/A/image", default: "") == "star")
    #expect(theme.image("styles/A/text", default: "") == "center")
    #expect(theme.object("styles/A").number("part/gap", default: 0) == 9)
    #expect(theme["styles/A/nothing"] == .null)
    #expect(theme["styles/A/none"] == nil)
  }

  @Test(
    arguments: [
      ("styles/A/gap", 8, .resolved), ("styles/A/none", 1, .defaulted(.notFound)),
      ("nowhere", 1, .defaulted(.notFound)),
      ("styles/A/gap/deeper", 1, .defaulted(.notFound)), ("styles/A/text", 1, .defaulted(.wrongType(found: "string"))),
      ("styles/A/nothing", 1, .defaulted(.wrongType(found: "null"))),
      ("styles/A", 1, .defaulted(.wrongType(found: "object"))),
    ] as [(Theme.Path, Double, Theme.DetailOrigin)])
  func detailsSayWhy(path: Theme.Path, value: Double, origin: Theme.DetailOrigin) {
    let double = ThemeDouble(styles: ["A": ["gap": 8, "text": "b", "nothing": .null]])
    let detail = double.theme.detail(path, default: 1.0)
    #expect(detail.value == value)
    #expect(detail.origin == origin)
  }

  @Test func aSnapshotIsWrittenAsItCame() throws {
    let double = ThemeDouble(constants: ["a/b": .color(Self.orange)], styles: ["A": ["part": ["gap": 8]]])
    let node = try #require(JSONTapeValue(parsing: double.theme.snapshot.json))
    let read = try Session.snapshot(try #require(ThemeInterface.Snapshot(decoding: node)))
    #expect(read.values == double.theme.snapshot.values)
    #expect(read.origin == double.theme.snapshot.origin)
  }

  @Test func nothingIsReadyAtFirst() {
    let double = ThemeDouble()
    #expect(double.theme.detail("styles/A/gap", default: 1.0).origin == .defaulted(.notReady))
    double.set("styles/A/gap", to: 8)
    #expect(double.theme.detail("styles/A/gap", default: 1.0).origin == .resolved)
  }

  private func read(_ text: String) throws -> Theme.Value {
    let node = try #require(JSONTapeValue(parsing: Array(text.utf8)))
    return try #require(Theme.Value(decoding: node))
  }
}
