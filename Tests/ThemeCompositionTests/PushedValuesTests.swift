// SPDX-License-Identifier: MIT

import JSONText
import Testing
import ThemeComposition
import ThemeModel

/// Changes that are pushed in Redbeard are read as its theme files are.
@Suite struct PushedValuesTests {
  private static func color(alpha: String = "1") -> String {
    ##"{"colorSpace": "srgb", "components": [1, 0.6, 0], "alpha": \##(alpha), "hex": "#ff9900"}"##
  }

  private static func typed(_ type: String, _ value: String) -> String {
    ##"{"$type": "\##(type)", "$value": \##(value)}"##
  }

  private let orange = typed("color", color())
  private let half = typed("color", color(alpha: "0.4"))

  private func check(_ written: String, becomes read: String, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let source = HandMadeSource(
      constants: try members(##"{"accent": \##(orange), "a/b": \##(orange), "size": 17, "list": [1, 2]}"##),
      styles: try members(##"{"button": {"b": 1, "part": {"c": 1}}}"##))
    let element = Element(changes: [try members(written)])
    let composition = compose(element, dialect: .redbeard, device: nil, from: source)
    #expect(composition.properties.json == (try json(read)), sourceLocation: sourceLocation)
    #expect(composition.origins.allSatisfy { $0.layer == 0 && $0.source == nil }, sourceLocation: sourceLocation)
  }

  @Test func colors() throws {
    try check(##"{"c": "#FF9900", "d": "0xff9900ff"}"##, becomes: ##"{"c": \##(orange), "d": \##(orange)}"##)
    try check(##"{"c": "#FF990066"}"##, becomes: ##"{"c": \##(half)}"##)
    for text in ["#ff990", "#+f9900", "#1 fan", "ff9900", "#ff99０0"] {
      try check(##"{"c": "\##(text)"}"##, becomes: ##"{"c": "\##(text)"}"##)
    }
  }

  @Test func alphas() throws {
    try check(##"{"c": "#ff9900", "cAlpha": 0.4}"##, becomes: ##"{"c": \##(half), "cAlpha": 0.4}"##)
    try check(##"{"c": "ref://accent", "cAlpha": 0.4}"##, becomes: ##"{"c": \##(half), "cAlpha": 0.4}"##)
    try check(##"{"c": "#ff9900", "cAlpha": 4}"##, becomes: ##"{"c": \##(orange), "cAlpha": 4}"##)
    try check(##"{"c": "word", "cAlpha": 0.4}"##, becomes: ##"{"c": "word", "cAlpha": 0.4}"##)
    // In a style that was handed out the colour has its alpha already.
    try check(##"{"c": \##(half), "cAlpha": 0.4}"##, becomes: ##"{"c": \##(half), "cAlpha": 0.4}"##)
  }

  @Test func references() throws {
    try check(##"{"c": "ref://accent", "n": "ref://nope", "e": "ref://"}"##, becomes: ##"{"c": \##(orange)}"##)
    try check(##"{"p": {"q": "ref://button"}}"##, becomes: ##"{"p": {"q": {"b": 1, "part": {"c": 1}}}}"##)
    try check(##"{"a": [1, "ref://size", null], "b": [1, "ref://nope"]}"##, becomes: ##"{"a": [1, 17, null]}"##)
  }

  /// As in a theme file.
  @Test func aFontHasASizeAboveZero() throws {
    try check(##"{"f": {"name": "Georgia", "size": 0}, "g": {"name": "Georgia", "size": -1}}"##, becomes: "{}")
  }

  @Test func nullIsAsIfItWereNotWritten() throws {
    try check(##"{"a": null, "p": {"b": null, "c": 1}}"##, becomes: ##"{"p": {"c": 1}}"##)
  }

  @Test func inheritance() throws {
    try check(
      ##"{"inherits": "ref://button", "b": 2, "part": {"d": 2}}"##, becomes: ##"{"b": 2, "part": {"c": 1, "d": 2}}"##)
    try check(##"{"p": {"inherits": "ref://button"}}"##, becomes: ##"{"p": {"b": 1, "part": {"c": 1}}}"##)
    for target in [##""ref://size""##, ##""ref://nope""##, ##""button""##, "3"] {
      try check(##"{"inherits": \##(target), "d": 2}"##, becomes: ##"{"d": 2}"##)
    }
  }

  @Test func fonts() throws {
    let font = Self.typed("font", ##"{"name": "A", "size": 17}"##)
    try check(##"{"f": {"name": "A", "size": "ref://size"}}"##, becomes: ##"{"f": \##(font)}"##)
    try check(
      ##"{"f": {"style": "headline"}}"##, becomes: ##"{"f": \##(Self.typed("font", ##"{"textStyle": "headline"}"##))}"##
    )
    try check(
      ##"{"f": {"size": 3}, "g": {"name": "A", "x": 1}}"##,
      becomes: ##"{"f": {"size": 3}, "g": {"name": "A", "x": 1}}"##)
    try check(##"{"f": {"name": 3}}"##, becomes: "{}")
  }

  @Test func glyphs() throws {
    func check(_ text: String, becomes glyph: String?, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let read = glyph.map { ##"{"g": \##(Self.typed("glyph", $0))}"## } ?? "{}"
      try self.check(##"{"g": "\##(text)"}"##, becomes: read, sourceLocation: sourceLocation)
    }
    try check("glyph://star", becomes: ##"{"name": "star"}"##)
    try check("glyph://star/accent", becomes: ##"{"name": "star", "color": \##(Self.color())}"##)
    try check("glyph://star/#ff9900", becomes: ##"{"name": "star", "color": \##(Self.color())}"##)
    try check("glyph://star/a/b/12", becomes: ##"{"name": "star", "color": \##(Self.color()), "height": 12}"##)
    for text in [
      "glyph://", "glyph:///accent", "glyph://star/", "glyph://star/nope", "glyph://star/size", "glyph://star/0xff9900",
    ] {
      try check(text, becomes: nil)
    }
    for height in ["0", "-1", "x", "inf", ""] { try check("glyph://star/accent/\(height)", becomes: nil) }
  }

  @Test func referencesUnfoldWithinALimit() throws {
    let source = HandMadeSource(
      constants: [Value.Member(key: "big", value: .array(Array(repeating: .number(1), count: 30_000)))])
    let change = try members(##"{"a": ["ref://big", "ref://big", "ref://big"], "b": "ref://big", "c": 1}"##)
    let composition = compose(Element(changes: [change]), dialect: .redbeard, device: nil, from: source)
    #expect(composition.origins.map(\.path) == ["a", "c"])
  }
}
