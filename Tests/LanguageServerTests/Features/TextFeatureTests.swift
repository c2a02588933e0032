// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import TextComparison
import ThemeModel

@testable import LanguageServer

/// Formatting, folding, selections, semantic tokens and colours.
@Suite struct TextFeatureTests {
  // MARK: Formatting

  private func formatted(_ text: String, as file: String, range: JSONValue? = nil) throws -> String {
    var files = ["theme.inc.json": #"{ "themes": ["a.json"] }"#]
    files[file] = text
    let session = try EditorSession(opening: files)
    var parameters = JSONObject([
      (key: "textDocument", value: ["uri": .string("file:///w/\(file)")]),
      (key: "options", value: ["tabSize": 2, "insertSpaces": true]),
    ])
    parameters["range"] = range
    let method = range == nil ? "formatting" : "rangeFormatting"
    let edits = try session.request("textDocument/\(method)", .object(parameters))
    return session.applying(edits.array ?? [], to: text)
  }

  private func check(_ text: String, as file: String = "a.json", _ expected: String) throws {
    let once = try formatted(text, as: file)
    #expect(once == expected)
    #expect(try formatted(once, as: file) == once, "formatting again changes nothing")
  }

  @Test func spacingAndIndentation() throws {
    try check("{\"a\":1,\"b\" : [ 1,2 ],\"c\":{}}", "{ \"a\": 1, \"b\": [1, 2], \"c\": {} }")
    try check("{\n\"a\":{\n    \"b\":1 ,\n\"c\":2}\n}\n\n\n", "{\n  \"a\": {\n    \"b\": 1,\n    \"c\": 2 }\n}\n")
    try check(
      "  // first\n{ // why\n\n\n\n\"a\":1, /* here */\"b\":2 // end\n,\n\"c\":3,\n}",
      "// first\n{ // why\n\n  \"a\": 1, /* here */ \"b\": 2 // end\n  ,\n  \"c\": 3,\n}")
    try check("{\r\n\"a\":1,\r\n\"b\":\"x  y\"\r\n}\r\n", "{\r\n  \"a\": 1,\r\n  \"b\": \"x  y\"\r\n}\r\n")
    try check("{\"a\":", "{\"a\":")
    try check(
      "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n  <dict>\n<key>a</key>  <string>\n x </string>\n<!-- c -->\n    <key>b</key>\n<array>\n<true/>\n</array>\n</dict>\n</plist>\n",
      as: "b.plist",
      "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n<dict>\n  <key>a</key>  <string>\n x </string>\n  <!-- c -->\n  <key>b</key>\n  <array>\n    <true/>\n  </array>\n</dict>\n</plist>\n"
    )
  }

  @Test func rangesAlone() throws {
    let text = "{\n\"a\":1,\n\"b\":2\n}\n"
    let line: JSONValue = ["start": ["line": 1, "character": 0], "end": ["line": 1, "character": 99]]
    #expect(try formatted(text, as: "a.json", range: line) == "{\n\"a\": 1,\n\"b\":2\n}\n")
  }

  /// For any blanks of a file: its words stay, and a second formatting changes nothing.
  @Test(arguments: 1...20) func anyBlanks(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let words = ["{", "\"a\"", ":", "[", "1", ",", "\"x // y\"", "/* c */", "]", ",", "\"b\"", ":", "{", "}", "}"]
    let text = words.map { $0 + random.one(of: ["", " ", "\n", "\n\n\n", "\t", " // k\n", "\r\n"]) }.joined()
    let once = try formatted(text, as: "a.json")
    let plain = { (text: String) in text.filter { !$0.isWhitespace } }
    #expect(plain(once) == plain(text), "\(text)")
    #expect(try formatted(once, as: "a.json") == once, "\(text)")
  }

  // MARK: Structure

  @Test func folding() throws {
    let session = try EditorSession(opening: SampleBundles.redbeard)
    let folds = try session.request("textDocument/foldingRange", ["textDocument": ["uri": "file:///w/screens.json"]])
    #expect(folds.array?.map { $0["startLine"] } == [0])
  }

  @Test func selections() throws {
    let session = try EditorSession(opening: SampleBundles.redbeard)
    let at = try session.at("screens.json", "ref://acc|ent")
    let answer = try session.request(
      "textDocument/selectionRange",
      ["textDocument": at["textDocument"] ?? .null, "positions": [at["position"] ?? .null]])
    var texts: [String] = []
    var selection = answer.array?.first
    while let current = selection {
      texts.append(
        session.applying(
          [["range": current["range"] ?? .null, "newText": "|"]], to: session.texts["screens.json"] ?? ""))
      selection = current["parent"]
    }
    #expect(texts.count == 6 && texts.last == "|")
    #expect(texts.first?.contains("\"titleColor\": \"|\"") == true)
    #expect(texts.dropFirst().first?.contains("\"titleColor\": |,") == true)
  }

  @Test func semanticTokens() throws {
    let session = try EditorSession(opening: SampleBundles.redbeard)
    let document: JSONValue = ["uri": "file:///w/screens.json"]
    let data = try session.request("textDocument/semanticTokens/full", ["textDocument": document])["data"]?.array ?? []
    #expect(data.count.isMultiple(of: 5) && data.count > 50)
    // `base` on the second line, and `titleColor` behind it.
    #expect(data.prefix(10).compactMap(\.number) == [1, 3, 4, 0, 1, 0, 10, 10, 2, 0])
    let line: JSONValue = ["start": ["line": 1, "character": 0], "end": ["line": 1, "character": 99]]
    let part = try session.request("textDocument/semanticTokens/range", ["textDocument": document, "range": line])
    #expect((part["data"]?.array?.count ?? 0) < data.count)
  }

  /// A text that several properties have is one place.
  @Test func sharedTexts() throws {
    let session = try EditorSession(opening: SampleBundles.shared)
    let document: JSONValue = ["uri": "file:///w/theme_default.json"]
    let whole: JSONValue = ["start": ["line": 0, "character": 0], "end": ["line": 8, "character": 0]]
    func check(_ method: String, _ count: Int) throws {
      let found = try session.request("textDocument/\(method)", ["textDocument": document, "range": whole])
      #expect(found.array?.count == count, "\(method): \(found)")
    }
    try check("inlayHint", 1)
    try check("documentColor", 2)
  }

  // MARK: Colours

  /// Picks the colour of a text; the text afterwards.
  private func picked(
    _ files: [String: String], _ file: String, number: Int = 0, alpha: Double = 1
  ) throws -> String {
    let session = try EditorSession(opening: files)
    let document: JSONValue = ["uri": .string("file:///w/\(file)")]
    let colors = try session.request("textDocument/documentColor", ["textDocument": document]).array ?? []
    let range = try #require(colors.dropFirst(number).first?["range"])
    let presentation = try session.request(
      "textDocument/colorPresentation",
      [
        "textDocument": document, "range": range,
        "color": ["red": 1, "green": 0.5, "blue": 0, "alpha": .number(alpha)],
      ])
    let edit = try #require(presentation.array?.first?["textEdit"])
    return session.applying([edit], to: files[file] ?? "")
  }

  /// Beyond sRGB: confirmed as it is shown, a colour stays; a new one that its space does not have is one of sRGB.
  @Test func colorsBeyondSRGB() throws {
    func text(_ space: String, _ components: String) -> String {
      #"{ "c": { "$type": "color", "$value": { "colorSpace": "\#(space)", "components": [\#(components)] } } }"#
    }
    func check(_ space: String, _ components: String, picked color: JSONValue?, _ after: String) throws {
      let files = ["a.tokens.json": text(space, components)]
      let session = try EditorSession(opening: files)
      let document: JSONValue = ["uri": "file:///w/a.tokens.json"]
      let literal = try session.request("textDocument/documentColor", ["textDocument": document]).array?.first
      let presentation = try session.request(
        "textDocument/colorPresentation",
        [
          "textDocument": document, "range": literal?["range"] ?? .null,
          "color": color ?? literal?["color"] ?? .null,
        ])
      let edit = try #require(presentation.array?.first?["textEdit"])
      #expect(session.applying([edit], to: files["a.tokens.json"] ?? "") == after)
    }
    let white: JSONValue = ["red": 1, "green": 1, "blue": 1, "alpha": 1]
    try check("display-p3", "0, 1, 0", picked: nil, text("display-p3", "0, 1, 0"))
    try check("display-p3", "0, 1, 0", picked: white, text("display-p3", "1, 1, 1"))
    try check("xyz-d65", "0.3, 0.3, 0.3", picked: white, text("srgb", "1, 1, 1"))
    try check("xyz-d65", "0.3, 0.3, 0.3", picked: nil, text("xyz-d65", "0.3, 0.3, 0.3"))
  }

  @Test func colorsOfEveryForm() throws {
    func check(_ files: [String: String], _ file: String, number: Int = 0, _ part: String) throws {
      let text = try picked(files, file, number: number)
      #expect(text.contains(part), "\(text)")
    }
    try check(SampleBundles.redbeard, "more/palette.json", ##""accent": "#ff8000""##)
    try check(SampleBundles.studio, "theme_default.plist", "<string>c:FF8000</string>")
    try check(SampleBundles.oracle, "theme.json", "\"@color:1 0.5 0 1\"")
    try check(SampleBundles.scheme, "night.yaml", "base00: \"#ff8000\"")
    try check(SampleBundles.inlthemes, "Daylight.json", number: 1, "\"backgroundColor\": \"#ff8000\"")
    try check(
      SampleBundles.tokens, "a.tokens.json",
      ##"{ "colorSpace": "oklch", "components": [0.7311, 0.1861, 52.7757], "hex": "#ff8000" }"##)
    let glyph = [
      "theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": ##"{ "b": { "image": "glyph://x/#000000/3" } }"##,
    ]
    try check(glyph, "a.json", "glyph://x/#ff8000/3")
    let old = [
      "theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": #"{ "b": { "fill": "0x000000" } }"#,
    ]
    try check(old, "a.json", "\"0xff8000\"")
  }

  /// A colour that is converted into a space and read again is the same.
  /// An opacity is written where the dialect has one.
  @Test func opacities() throws {
    func check(_ files: [String: String], _ file: String, number: Int = 0, _ part: String) throws {
      let text = try picked(files, file, number: number, alpha: 0.2)
      #expect(text.contains(part), "\(text)")
    }
    try check(SampleBundles.redbeard, "more/palette.json", ##""accent": "#ff800033""##)
    try check(SampleBundles.oracle, "theme.json", "\"@color:1 0.5 0 0.2\"")
    try check(SampleBundles.scheme, "night.yaml", "base00: \"#ff8000\"")
    try check(SampleBundles.inlthemes, "Daylight.json", number: 1, "\"backgroundColor\": \"#ff8000\"")
  }

  @Test(arguments: ColorSpace.allCases) func spacesThereAndBack(space: ColorSpace) {
    for color in [Color(hex: 0x2196f3), Color(hex: 0xff8000), Color(hex: 0x808080), .white, .black] {
      let components = space.components(of: color)
      let back = ColorInSpace(space, components[0], components[1], components[2]).srgb
      for (one, other) in [(back.red, color.red), (back.green, color.green), (back.blue, color.blue)] {
        #expect(abs(one - other) < 1e-4, "\(space) \(color.hex): \(components) is \(back)")
      }
    }
  }
}
