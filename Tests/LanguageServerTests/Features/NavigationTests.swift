// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import Testing
import ThemeModel

@testable import LanguageServer

/// From references to declarations, between styles and their heirs, to files and back.
@Suite struct NavigationTests {
  private func places(_ answer: JSONValue) -> [String] {
    (answer.array ?? []).map { location in
      let uri = (location["uri"] ?? location["targetUri"])?.string ?? ""
      let start = location["range"]?["start"]
      return "\(uri.dropFirst(10)):\(Int(start?["line"]?.number ?? -1)):\(Int(start?["character"]?.number ?? -1))"
    }
  }

  @Test func definitions() throws {
    let session = try EditorSession(opening: SampleBundles.redbeard)
    func check(_ method: String, _ file: String, _ words: String, _ expected: [String]) throws {
      let answer = try session.request("textDocument/\(method)", .object(session.at(file, words)))
      #expect(places(answer) == expected, "\(method) at \(words)")
    }
    try check("definition", "screens.json", "ref://acc|ent", ["more/palette.json:0:2"])
    try check("declaration", "screens.json", "ref://g|ap", ["more/palette.json:0:49"])
    try check("typeDefinition", "screens.json", "\"but|ton\": {", ["screens.json:1:2"])
    try check("definition", "screens.json", "\"i|mage\"", [])
    let layers = try EditorSession(opening: SampleBundles.layers)
    let layer = try layers.request("textDocument/definition", .object(layers.at("a.json", "\"theme\": \"but|ton\"")))
    #expect(places(layer) == ["a.json:1:2"])
    let tokens = try EditorSession(opening: SampleBundles.tokens)
    let type = try tokens.request(
      "textDocument/typeDefinition", .object(tokens.at("a.tokens.json", "\"li|nk\": {")))
    #expect(places(type) == ["a.tokens.json:2:4"])
    let parts = try EditorSession(opening: SampleBundles.parts)
    for (file, words, expected) in [
      ("core.tokens.json", "{lib.n|um}", ["lib.tokens.json:0:32"]),
      ("core.tokens.json", "{lib|}", ["lib.tokens.json:0:23", "lib.tokens.json:1:13"]),
      ("core.tokens.json", "{in|k}", ["app.resolver.json:1:22"]),
      ("core.tokens.json", "{ow|n}", ["app.resolver.json:4:66"]),
      ("app.resolver.json", "#/v1/exp|orts", ["lib.tokens.json:0:10"]), ("app.resolver.json", "/sets/ext|ra", []),
    ] {
      let answer = try parts.request("textDocument/definition", .object(parts.at(file, words)))
      #expect(places(answer) == expected, "\(words)")
    }
    // Two declarations in one line, of which the last one wins.
    let minified = try EditorSession(opening: [
      "a.resolver.json": ##"""
      { "version": "2025.10", "resolutionOrder": [{ "$ref": "#/sets/a" }],
        "sets": { "a": { "sources": [{ "$ref": "a.tokens.json#/a" }, { "$ref": "a.tokens.json#/b" }] } } }
      """##,
      "a.tokens.json":
        ##"{"a":{"n":{"$type":"number","$value":1}},"b":{"n":{"$type":"number","$value":2},"m":{"$value":"{n}"}}}"##,
    ])
    let last = try minified.request("textDocument/definition", .object(minified.at("a.tokens.json", "{n|}")))
    #expect(places(last) == ["a.tokens.json:0:46"])
    let found = try minified.request("workspace/symbol", ["query": "n"]).array ?? []
    #expect(found.compactMap { $0["location"]?["range"]?["start"]?["character"]?.number } == [46])
    let inherited = try EditorSession(opening: [
      "a.tokens.json": ##"""
      { "base": { "$type": "number", "x": { "$value": 1 } }, "heir": { "$extends": "{base}" },
      "use": { "$value": "{heir.x}" } }
      """##
    ])
    for method in ["definition", "declaration"] {
      let answer = try inherited.request("textDocument/\(method)", .object(inherited.at("a.tokens.json", "{heir.x|}")))
      #expect(places(answer) == ["a.tokens.json:0:31"])
    }
  }

  /// Every form of reference, and the suppression of the manifest.
  @Test func references() throws {
    func check(_ files: [String: String], _ file: String, _ words: String, _ count: Int) throws {
      let session = try EditorSession(opening: files)
      var parameters = try session.at(file, words)
      parameters["context"] = ["includeDeclaration": true]
      let answer = try session.request("textDocument/references", .object(parameters))
      #expect(answer.array?.count == count, "\(words): \(places(answer))")
    }
    try check(SampleBundles.redbeard, "more/palette.json", "\"acc|ent\"", 4)
    try check(SampleBundles.layers, "a.json", "\"but|ton\": {", 5)
    try check(SampleBundles.tokens, "a.tokens.json", "\"se|a\"", 4)
    try check(SampleBundles.giotto, "theme_default.json", "\"A|\": {", 3)
    try check(SampleBundles.shared, "theme_default.json", "\"IN|K\": ", 2)
    try check(SampleBundles.shared, "theme_default.json", "\"A|\": {", 2)
    try check(SampleBundles.anchors, "a.tokens.yaml", "ga|p: {", 2)
    try check(SampleBundles.studio, "theme_default.plist", "<key>IN|K", 2)
    try check(SampleBundles.oracle, "theme.json", "\"blue|Color\"", 2)
    try check(SampleBundles.inlthemes, "Daylight.json", "\"in|k\": ", 2)
    for words in ["\"nu|m\": { \"$type\"", "{lib.nu|m}"] { try check(SampleBundles.parts, "lib.tokens.json", words, 5) }
    try check(SampleBundles.parts, "lib.tokens.json", "\"exp|orts\"", 2)
    try check(SampleBundles.parts, "lib.tokens.json", "\"nu|m\": {}", 1)
  }

  @Test func parentsAndHeirs() throws {
    let session = try EditorSession(opening: SampleBundles.redbeard)
    let items = try session.request(
      "textDocument/prepareTypeHierarchy", .object(session.at("screens.json", "\"but|ton\": {")))
    let button = try #require(items.array?.first)
    #expect(button["name"] == "button")
    func names(_ method: String) throws -> [String] {
      try session.request("typeHierarchy/\(method)", ["item": button]).array?.compactMap { $0["name"]?.string } ?? []
    }
    #expect(try names("supertypes") == ["base"])
    #expect(try names("subtypes") == ["quiet"])
    let anchors = try EditorSession(opening: SampleBundles.anchors)
    let groups = try anchors.request(
      "textDocument/prepareTypeHierarchy", .object(anchors.at("a.tokens.yaml", "gr|oup: {")))
    let heirs = try anchors.request("typeHierarchy/subtypes", ["item": try #require(groups.array?.first)])
    #expect(heirs.array?.compactMap { $0["name"]?.string } == ["base", "heir"])
    let constant = try session.request(
      "textDocument/prepareTypeHierarchy", .object(session.at("more/palette.json", "\"g|ap\"")))
    #expect(constant == .null)
  }

  @Test func symbols() throws {
    let session = try EditorSession(opening: SampleBundles.tokens)
    let document: JSONValue = ["textDocument": ["uri": "file:///w/a.tokens.json"]]
    let symbols = try session.request("textDocument/documentSymbol", document).array ?? []
    #expect(symbols.compactMap { $0["name"]?.string } == ["color", "border", "button", "quiet"])
    #expect(symbols.first?["children"]?.array?.count == 2)
    let found = try session.request("workspace/symbol", ["query": "cosea"]).array ?? []
    #expect(found.compactMap { $0["name"]?.string } == ["color.sea"])
  }

  @Test func links() throws {
    let session = try EditorSession(opening: SampleBundles.redbeard)
    let links = try session.request("textDocument/documentLink", ["textDocument": ["uri": "file:///w/theme.inc.json"]])
    #expect(
      links.array?.compactMap { $0["target"]?.string } == ["file:///w/more/base.inc.json", "file:///w/screens.json"])
  }

  // MARK: Hover

  @Test func hoverTellsAll() throws {
    let program = RunningConsumer(name: "clock", process: 7, selection: try Selection(["constants/acc*"]))
    let session = try EditorSession(opening: SampleBundles.redbeard, programs: [program])
    func hover(_ file: String, _ words: String) throws -> String {
      try session.request("textDocument/hover", .object(session.at(file, words)))["contents"]?["value"]?.string ?? ""
    }
    let accent = try hover("screens.json", "ref://acc|ent")
    #expect(accent.contains("`constants/accent`") && accent.contains("#2196f3"))
    #expect(accent.contains("| `tablet` |") && accent.contains("#f32196"), "\(accent)")
    #expect(accent.contains("(file:///w/more/palette.json#L1)"))
    #expect(accent.contains("used by 2, sent to `clock` (7)"))
    #expect(!accent.contains("data:"), "this client shows no images")
    let button = try hover("screens.json", "\"but|ton\": {")
    #expect(button.contains("contrast of `titleColor` on `backgroundColor`: 21.0:1"), "\(button)")
    let layers = try EditorSession(opening: SampleBundles.layers)
    let layer = try layers.request("textDocument/hover", .object(layers.at("a.json", "\"theme\": \"but|ton\"")))
    #expect(layer["contents"]?["value"]?.string?.hasPrefix("`styles/button`") == true, "\(layer)")
    #expect(layer["contents"]?["value"]?.string?.hasSuffix("used by 4") == true, "\(layer)")
    let alias = try EditorSession(opening: SampleBundles.inlthemes)
    let text = try alias.request("textDocument/hover", .object(alias.at("Daylight.json", "\"in|k\",")))
    #expect(text["contents"]?["value"]?.string?.contains("#102030") == true)
  }

  /// The rule of a finding, beside the value or alone.
  @Test func hoverExplainsFindings() throws {
    var files = SampleBundles.redbeard
    files["screens.json"] = ##"{ "b": { "titleColor": "ref://acent", "image": "glyph://x/#12/3" }, "c": 1, "c": 2 }"##
    let session = try EditorSession(opening: files)
    func check(_ words: String, _ code: String, _ parts: [String]) throws {
      let hover = try session.request("textDocument/hover", .object(session.at("screens.json", words)))
      let text = hover["contents"]?["value"]?.string ?? ""
      #expect(text.contains("Samples: `livery explain \(code)`"), "\(words): \(text)")
      for part in parts { #expect(text.contains(part), "\(words): \(text)") }
    }
    try check(
      "ref://ac|ent", "LV1001",
      ["LV1001 `unknown-reference`: A reference names an id", "How to fix it: Correct the name or declare the id."])
    try check("\"|c\": 2", "LV0007", ["`constants/c`: `2`"])
    // While the whole check is due.
    try session.replace("screens.json", "\"c\": 1", by: "\"d\": \"ref://nothing\"")
    try check("ref://no|thing", "LV1001", [])
  }

  @Test func swatchesWhereImagesAreShown() throws {
    var capabilities = EditorSession.all.object ?? JSONObject()
    capabilities["general"] = ["positionEncodings": ["utf-16"], "markdown": ["parser": "marked"]]
    let session = try EditorSession(opening: SampleBundles.redbeard, capabilities: .object(capabilities))
    let hover = try session.request("textDocument/hover", .object(session.at("screens.json", "ref://acc|ent")))
    let text = hover["contents"]?["value"]?.string ?? ""
    let start = try #require(text.range(of: "base64,")).upperBound
    let encoded = String(text[start...].prefix { $0 != ")" })
    #expect(decoded(encoded).contains("fill='#2196f3'"))
  }

  private func decoded(_ base64: String) -> String {
    String(decoding: Data(base64Encoded: base64) ?? Data(), as: UTF8.self)
  }

  // MARK: Counts

  @Test func lenses() throws {
    let program = RunningConsumer(name: "clock", process: 7, selection: .everything)
    let session = try EditorSession(opening: SampleBundles.redbeard, programs: [program])
    let lenses = try session.request("textDocument/codeLens", ["textDocument": ["uri": "file:///w/more/palette.json"]])
    #expect(
      lenses.array?.compactMap { $0["command"]?["title"]?.string } == [
        "used by 2 · 1 consumer", "1 consumer", "used by 1 · 1 consumer", "used by 1 · 1 consumer",
      ])
  }
}
