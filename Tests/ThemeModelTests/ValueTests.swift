// SPDX-License-Identifier: MIT

import JSONText
import Testing
import TextComparison
import ThemeModel

@Suite struct ValueTests {
  private func check(_ value: Value, _ json: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(value.json.text == json, sourceLocation: sourceLocation)
    #expect(Value(json: value.json) == value, "the way back", sourceLocation: sourceLocation)
    #expect(text(of: value, .compact) == json, sourceLocation: sourceLocation)
    #expect(text(of: value, .indented) == value.json.pretty, sourceLocation: sourceLocation)
  }

  private func text(of value: Value, _ layout: JSONWriter.Layout) -> String {
    var writer = JSONWriter(layout)
    value.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func plainValues() {
    check(.null, "null")
    check(.bool(true), "true")
    check(.number(-0.0), "0")
    check(.number(8.5), "8.5")
    check(.string("a\"b"), #""a\"b""#)
    check(.array([.number(1), .null]), "[1,null]")
    check(.array([.array([]), .object([]), .bool(false)]), "[[],{},false]")
    check(.object([.init(key: "b", value: .number(2)), .init(key: "a", value: .number(1))]), #"{"b":2,"a":1}"#)
  }

  @Test func typedValues() {
    let orange = Color(red: 1, green: 0.6, blue: 0)
    let json = ##"{"colorSpace":"srgb","components":[1,0.6,0],"alpha":1,"hex":"#ff9900"}"##
    check(.color(orange), #"{"$type":"color","$value":\#(json)}"#)
    check(.colorReference(orange), #"{"$type":"colorRef","$value":\#(json)}"#)
    check(.font(Font(name: "Avenir", size: 17)), #"{"$type":"font","$value":{"name":"Avenir","size":17}}"#)
    check(.font(Font(system: .bold)), #"{"$type":"font","$value":{"system":"bold"}}"#)
    check(.font(Font(textStyle: "headline")), #"{"$type":"font","$value":{"textStyle":"headline"}}"#)
    check(.image("star"), #"{"$type":"image","$value":{"name":"star"}}"#)
    check(
      .glyph(Glyph(name: "star", color: orange, height: 12)),
      #"{"$type":"glyph","$value":{"name":"star","color":\#(json),"height":12}}"#)
    check(.point(Point(x: 1, y: 2)), #"{"$type":"point","$value":{"x":1,"y":2}}"#)
    check(.size(Size(width: 1, height: 2)), #"{"$type":"size","$value":{"width":1,"height":2}}"#)
    check(
      .rect(Rect(x: 1, y: 2, width: 3, height: 4)), #"{"$type":"rect","$value":{"x":1,"y":2,"width":3,"height":4}}"#)
    check(
      .edgeInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)),
      #"{"$type":"edgeInsets","$value":{"top":1,"left":2,"bottom":3,"right":4}}"#)
    check(.calls([[.number(1), .string("x")], []]), #"{"$type":"calls","$value":[[1,"x"],[]]}"#)
  }

  /// Arguments of calls and values of tokens are counted, and written no further than the maximum.
  @Test(arguments: [
    Value.calls(Array(repeating: Array(repeating: .number(7), count: 100), count: 100)),
    .array(Array(repeating: .array(Array(repeating: .number(7), count: 100)), count: 100)),
    .typed(TypedValue(type: "x", value: .array(Array(repeating: .string("seven"), count: 10_000)))),
  ]) func largeValuesEnd(value: Value) {
    #expect(value.unfoldedCount(upTo: 1_000_000) > 10_000)
    #expect((1_000...1_001).contains(value.unfoldedCount(upTo: 1_000)))
    var writer = JSONWriter()
    writer.maximum = 1_000
    value.write(to: &writer)
    #expect(writer.isFull && writer.bytes.count < 1_300)
    var left = 1_000
    #expect(!value.isEqual(to: value, &left))
    #expect(left == 0)
    left = 20_000
    #expect(value.isEqual(to: value, &left))
  }

  @Test func limitedEqualityIsEquality() {
    let values: [Value] = [
      .null, .number(1), .string("x"), .array([]), .array([.number(1)]), .array([.number(1), .number(2)]), .object([]),
      .object([.init(key: "$type", value: .string("x")), .init(key: "$value", value: .number(1))]),
      .object([.init(key: "a", value: .number(1))]), .object([.init(key: "a", value: .number(2))]),
      .typed(TypedValue(type: "x", value: .number(1))), .typed(TypedValue(type: "y", value: .number(1))),
      .typed(TypedValue(type: "x", value: .number(2))), .calls([]), .calls([[.number(1)]]), .calls([[.number(1)], []]),
      .calls([[.number(2)]]),
    ]
    for left in values {
      for right in values {
        var members = 100
        #expect(left.isEqual(to: right, &members) == (left == right), "\(left), \(right)")
      }
    }
  }

  @Test func colorsInSpaces() {
    func check(_ color: ColorInSpace, _ json: String, sourceLocation: SourceLocation = #_sourceLocation) {
      self.check(Value(color), #"{"$type":"color","$value":\#(json)}"#, sourceLocation: sourceLocation)
    }
    check(
      ColorInSpace(.oklch, 0.7, 0.1, nil, alpha: 0.5),
      ##"{"colorSpace":"oklch","components":[0.7,0.1,"none"],"alpha":0.5,"hex":"#d2849c"}"##)
    check(
      ColorInSpace(.displayP3, 1, 0, 0, hex: 0xff0102),
      ##"{"colorSpace":"display-p3","components":[1,0,0],"alpha":1,"hex":"#ff0102"}"##)
    check(
      ColorInSpace(.srgb, 1, nil, 0), ##"{"colorSpace":"srgb","components":[1,"none",0],"alpha":1,"hex":"#ff0000"}"##)
    check(
      ColorInSpace(.srgb, 1, 0.6, 0, hex: 0x010203),
      ##"{"colorSpace":"srgb","components":[1,0.6,0],"alpha":1,"hex":"#010203"}"##)
    // A colour whose `hex` adds nothing is a plain colour.
    #expect(Value(ColorInSpace(.srgb, 1, 0.6, 0, hex: 0xff9900)) == .color(Color(hex: 0xff9900)))
    #expect(Value(ColorInSpace(Color(red: 1, green: 0.6, blue: 0, alpha: 0.5))).srgbColor?.alpha == 0.5)
  }

  @Test(arguments: [
    ##"{"colorSpace":"cmyk","components":[1,0,0],"alpha":1,"hex":"#ff0000"}"##,
    ##"{"colorSpace":"oklch","components":[1,0],"alpha":1,"hex":"#ff0000"}"##,
    ##"{"colorSpace":"oklch","components":[1,0,"some"],"alpha":1,"hex":"#ff0000"}"##,
    ##"{"colorSpace":"oklch","components":[1,0,null],"alpha":1,"hex":"#ff0000"}"##,
    ##"{"colorSpace":"oklch","components":[1,0,0],"hex":"#ff0000"}"##,
  ]) func isNoColor(_ json: String) throws {
    let value = Value(json: try JSONValue(parsing: Array(#"{"$type":"color","$value":\#(json)}"#.utf8)))
    #expect(value.isObject)
  }

  /// A colour that is put together from its form has the text of one that is written, wherever it stands.
  @Test(arguments: [JSONWriter.Layout.compact, .indented]) func colorForms(_ layout: JSONWriter.Layout) {
    var colors = [
      Color(red: 1, green: 0.6, blue: 0), Color(red: 0.123, green: -1, blue: 2, alpha: 0.5),
      Color(red: 51 / 255, green: 1 / 3, blue: 1e-9, alpha: 128 / 255),
    ]
    for byte in 0...256 {
      let component = Double(byte) / 255
      let between = (Double(byte) - 0.5) / 255
      colors.append(Color(red: component, green: component.nextUp, blue: component.nextDown, alpha: between))
    }
    for depth in [1, 2, 3, 40] {
      var written = JSONWriter(layout)
      var formed = JSONWriter(layout)
      for _ in 0..<depth {
        written.beginObject()
        formed.beginObject()
        written.key("a")
        formed.key("a")
      }
      let form = ColorForm("colorRef", after: formed)
      for color in colors {
        Value.colorReference(color).write(to: &written)
        form.write(color, to: &formed)
        written.key("b")
        formed.key("b")
      }
      #expect(String(decoding: formed.bytes, as: UTF8.self) == String(decoding: written.bytes, as: UTF8.self))
    }
  }

  @Test func equalValuesHaveEqualHashes() {
    let values: [(Value, Value)] = [
      (.number(0), .number(-0.0)), (.string("\u{E9}"), .string("\u{E9}")), (.image("\u{E9}"), .image("\u{E9}")),
      (.color(Color(red: 0, green: 1, blue: 1)), .color(Color(red: -0.0, green: 1, blue: 1))),
      (.array([.number(0)]), .array([.number(-0.0)])),
    ]
    for (left, right) in values {
      #expect(left == right)
      #expect(left.tableHash == right.tableHash)
    }
    let others: [Value] = [
      .string("K"), .string("\u{212A}"), .string("\u{E9}"), .string("e\u{301}"), .image("e\u{301}"), .null, .bool(true),
      .bool(false), .number(1), .number(2), .string("a"), .string("aaaaaaaaa"),
    ]
    #expect(Set(others.map(\.tableHash)).count == others.count)
  }

  /// In any text around it.
  @Test func canonicallyEqualTextsMakeOtherValues() {
    let forms: [(String) -> Value] = [
      Value.string, Value.image, { .array([.string($0)]) }, { .object([.init(key: $0, value: .null)]) },
      { .object([.init(key: "a", value: .string($0))]) }, { .font(Font(name: $0)) }, { .font(Font(textStyle: $0)) },
      { .glyph(Glyph(name: $0)) }, { .calls([[.string($0)]]) },
    ]
    for form in forms {
      let (composed, decomposed) = (form("\u{E9}"), form("e\u{301}"))
      #expect(composed != decomposed)
      #expect(composed.hashValue != decomposed.hashValue && composed.tableHash != decomposed.tableHash)
      #expect(composed.json != decomposed.json)
      #expect(Value(json: composed.json) == composed)
    }
  }

  @Test(arguments: [
    #"{"$type":"color","$value":{"colorSpace":"srgb","components":[1,0],"alpha":1}}"#,
    #"{"$type":"color","$value":{"colorSpace":"p3","components":[1,0,0],"alpha":1}}"#,
    #"{"$type":"font","$value":{"system":"heavy"}}"#,
    #"{"$type":"font","$value":{"size":"17"}}"#,
    #"{"$type":"glyph","$value":{"name":"star","color":"red"}}"#,
    #"{"$type":"point","$value":{"x":1}}"#,
    #"{"$type":"calls","$value":[1]}"#,
    #"{"$type":"image","$value":{"name":"star"},"more":1}"#,
    #"{"$type":"tune","$value":1}"#,
    #"{"$type":"image"}"#,
  ])
  func whatHasNotTheWholeFormIsPlain(_ text: String) throws {
    let json = try JSONValue(parsing: Array(text.utf8))
    guard case .object = Value(json: json) else {
      Issue.record("\(text) was read as a typed value")
      return
    }
    #expect(Value(json: json).json == json)
  }

  @Test func ofTwoMembersTheLastCountsAtTheFirstPlace() throws {
    let json = try JSONValue(parsing: Array(#"{"a":1,"b":2,"a":3}"#.utf8))
    #expect(Value(json: json).json.text == #"{"a":3,"b":2}"#)
  }

  @Test func hexIsRoundedAndClamped() {
    #expect(Color(red: 0, green: 0.5, blue: 1).hex == "#0080ff")
    #expect(Color(red: -1, green: 2, blue: 0.999).hex == "#00ffff")
  }

  @Test func contexts() {
    #expect(Context().json.text == #"{"themes":[]}"#)
    let context = Context(device: .pad, version: "9.3.1", language: "en-GB", themes: ["b", "a"])
    #expect(context.json.text == #"{"device":"pad","version":"9.3.1","language":"en_gb","themes":["b","a"]}"#)
    // Modifiers stand in the order of their names' bytes, and are left out when there are none.
    let chosen = Context(device: .phone, modifiers: ["size": "compact", "e\u{301}": "2", "\u{E9}": "1", "Size": ""])
    #expect(
      chosen.json.text
        == #"{"device":"phone","themes":[],"modifiers":{"Size":"","e\#u{301}":"2","size":"compact","\#u{E9}":"1"}}"#)
  }

  /// Contexts with the same hash are equal, and only those.
  @Test func contextsWithModifiersDiffer() {
    let contexts = [
      Context(), Context(modifiers: ["size": "compact"]), Context(modifiers: ["size": "wide"]),
      Context(modifiers: ["Size": "compact"]), Context(modifiers: ["size": "compact", "mood": "dark"]),
      Context(modifiers: ["compact": "size"]), Context(themes: ["size", "compact"]), Context(themes: ["size=compact"]),
      Context(modifiers: ["\u{E9}": "a"]), Context(modifiers: ["e\u{301}": "a"]),
      Context(modifiers: ["a": "\u{E9}"]), Context(modifiers: ["a": "e\u{301}"]),
    ]
    #expect(Set(contexts).count == contexts.count)
    #expect(BytewiseSet(contexts.map(\.json.text)).count == contexts.count)
    let left = Context(modifiers: ["a": "1", "b": "2"])
    let right = Context(modifiers: ["b": "2", "a": "1"])
    #expect(left == right && left.hashValue == right.hashValue && left.json.text == right.json.text)
  }
}
