// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison

@testable import LanguageServer

/// The items at a place, the first ones first.
@Suite struct CompletionTests {
  private func items(_ files: [String: String], _ file: String, _ words: String, snippets: Bool = false) throws
    -> [JSONValue]
  {
    var capabilities = EditorSession.all.object ?? JSONObject()
    if snippets {
      capabilities["textDocument"] = ["completion": ["completionItem": ["snippetSupport": true]]]
    }
    let session = try EditorSession(opening: files, capabilities: .object(capabilities))
    let answer = try session.request("textDocument/completion", .object(session.at(file, words)))
    return answer["items"]?.array ?? []
  }

  private func check(
    _ files: [String: String], _ file: String, _ words: String, begins expected: [String],
    lacks: [String] = []
  ) throws {
    let labels = try items(files, file, words).compactMap { $0["label"]?.string }
    #expect(Array(labels.prefix(expected.count)) == expected, "\(words): \(labels)")
    #expect(!labels.contains { lacks.contains($0) }, "\(words): \(labels)")
  }

  private func redbeard(_ screens: String) -> [String: String] {
    var files = SampleBundles.redbeard
    files["screens.json"] = screens
    return files
  }

  @Test func idsByTheTypeThatFits() throws {
    let files = redbeard(#"{ "button": { "titleColor": "ref://", "margin": "ref://" }, "other": { "margin": 4 } }"#)
    try check(files, "screens.json", "\"titleColor\": \"ref://|\"", begins: ["accent", "ink"])
    try check(files, "screens.json", "\"margin\": \"ref://|\"", begins: ["gap"])
    try check(files, "screens.json", "\"titleColor\": \"ref://|\"", begins: [], lacks: ["titleColor"])
  }

  @Test func keysOfTheDialect() throws {
    try check(
      redbeard(#"{ "button": { "i|": 1, "highlighted": {} } }"#.replacing("|", with: "")), "screens.json",
      "\"i|\"", begins: ["inherits"], lacks: ["highlighted"])
    try check(
      SampleBundles.inlthemes, "Daylight.json", "\"te|xtColor\"", begins: ["text", "textColor"])
    let tokens = ["a.tokens.json": ##"{ "c": { "$value": { "colorSpace": "", "c": 1 }, "$type": "color", "$": 1 } }"##]
    try check(tokens, "a.tokens.json", "\"$|\"", begins: ["$deprecated", "$description"], lacks: ["$value", "$type"])
    try check(tokens, "a.tokens.json", "\"colorSpace\": \"|\"", begins: ["a98-rgb", "display-p3"])
    try check(tokens, "a.tokens.json", "\"c|\": 1", begins: ["components"], lacks: ["colorSpace"])
    try check(tokens, "a.tokens.json", "\"$type\": \"co|lor\"", begins: ["color"])
  }

  @Test func wordsOfOtherFormats() throws {
    try check(SampleBundles.studio, "theme_default.plist", "<string>I|NK", begins: ["INK"])
    var scheme = SampleBundles.scheme
    scheme["night.yaml"] = (scheme["night.yaml"] ?? "") + "variant: dark\n"
    try check(scheme, "night.yaml", "variant: d|ark", begins: ["dark"])
    try check(SampleBundles.oracle, "theme.json", "\"@resource:b|lue", begins: ["blueColor"])
  }

  @Test func filesAndManifests() throws {
    try check(
      SampleBundles.redbeard, "theme.inc.json", "\"themes\": [\"s|creens", begins: ["screens.json"])
    try check(SampleBundles.redbeard, "theme.inc.json", "[\"m|ore/base", begins: ["more/base.inc.json"])
    func manifest(_ text: String, _ words: String, _ expected: [String]) throws {
      var files = SampleBundles.redbeard
      files["livery.json"] = text
      try check(files, "livery.json", words, begins: expected)
    }
    try manifest(#"{ "sup": [] }"#, "\"sup|\"", ["suppressionReasons", "suppressions"])
    try manifest(#"{ "dialect": "red" }"#, "\"red|\"", ["redbeard"])
    try manifest(#"{ "contexts": { "a": { "dev": "pad" } } }"#, "\"dev|\"", ["device"])
    try manifest(#"{ "contexts": { "a": { "device": "pa" } } }"#, "\"pa|\"", ["pad"])
    try manifest(#"{ "rules": { "contrast": "o" } }"#, "\"o|\"", ["off", "error", "info"])
  }

  /// In a text that is not finished, and where nothing is written yet.
  @Test func brokenTexts() throws {
    try check(
      redbeard("{ \"b\": { \"titleColor\": \"ref://ac|".replacing("|", with: "")), "screens.json", "ref://ac|",
      begins: ["accent"])
    let session = try EditorSession(opening: redbeard("{ \"b\": { \"titleColor\":  } }"))
    let answer = try session.request(
      "textDocument/completion", .object(session.at("screens.json", "\"titleColor\": | }")))
    let first = try #require(answer["items"]?.array?.first)
    #expect(first["textEdit"]?["newText"] == "\"ref://accent\"", "\(answer.text.prefix(300))")
  }

  @Test func snippetsForClientsThatHaveThem() throws {
    let files = redbeard("{ \"button\": { \"inh\" } }")
    let plain = try #require(try items(files, "screens.json", "\"inh|\"").first)
    #expect(plain["textEdit"]?["newText"] == "inherits" && plain["insertTextFormat"] == nil)
    let snippet = try #require(try items(files, "screens.json", "\"inh|\"", snippets: true).first)
    #expect(snippet["textEdit"]?["newText"] == "\"inherits\": \"ref://$0\"" && snippet["insertTextFormat"] == 2)
  }

  @Test func itemsAreDescribedWhenAsked() throws {
    let session = try EditorSession(opening: SampleBundles.redbeard)
    let answer = try session.request("textDocument/completion", .object(session.at("screens.json", "ref://acc|ent")))
    let item = try #require(answer["items"]?.array?.first)
    #expect(item["documentation"] == "#2196f3" && item["kind"] == 16)
    let resolved = try session.request("completionItem/resolve", item)
    #expect(resolved["documentation"]?.string?.contains("more/palette.json:1") == true)
  }

  @Test func manyItems() throws {
    let ids = (0..<500).map { "\"id\($0)\": \($0)" }.joined(separator: ", ")
    let files = ["theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": "{ \(ids), \"b\": { \"x\": \"ref://\" } }"]
    let session = try EditorSession(opening: files)
    let answer = try session.request("textDocument/completion", .object(session.at("a.json", "ref://|")))
    #expect(answer["isIncomplete"] == true && answer["items"]?.array?.count == 200)
  }
}
