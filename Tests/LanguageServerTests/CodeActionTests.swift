// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison

@testable import LanguageServer

/// The offered actions at a place, and the texts after them.
@Suite struct CodeActionTests {
  private func actions(_ session: EditorSession, _ file: String, _ words: String) throws -> [JSONValue] {
    let at = try session.at(file, words)
    let here = at["position"] ?? .null
    let parameters: JSONValue = [
      "textDocument": at["textDocument"] ?? .null, "range": ["start": here, "end": here],
      "context": ["diagnostics": []],
    ]
    return try session.request("textDocument/codeAction", parameters).array ?? []
  }

  private func check(_ files: [String: String], _ file: String, _ words: String, _ kind: String, _ part: String) throws
  {
    let session = try EditorSession(opening: files)
    let found = try actions(session, file, words)
    let action = try #require(found.first { $0["kind"]?.string == kind }, "\(found.map { $0["title"] })")
    let text = session.applying(action["edit"] ?? .null)[file] ?? ""
    #expect(text.contains(part), "\(text)")
  }

  @Test func constantsAreExtracted() throws {
    try check(
      SampleBundles.redbeard, "screens.json", "\"#fff|fff\"", "refactor.extract",
      "{\n  \"backgroundColor\": \"#ffffff\",\n  \"base\"")
    try check(
      SampleBundles.redbeard, "screens.json", "\"#fff|fff\"", "refactor.extract",
      "\"backgroundColor\": \"ref://backgroundColor\"")
    try check(
      SampleBundles.oracle, "theme.json", "@color:1| 0", "refactor.extract",
      "{ \"tintColor\": \"@color:1 0 0 1\", \"blueColor\"")
  }

  @Test func referencesAreInlined() throws {
    try check(
      SampleBundles.redbeard, "screens.json", "ref://i|nk", "refactor.inline", ##""titleColor": "#000000""##)
    try check(
      SampleBundles.inlthemes, "Daylight.json", "\"in|k\",", "refactor.inline", ##""textColor": "#102030""##)
    try check(
      SampleBundles.studio, "theme_default.plist", "<string>IN|K", "refactor.inline",
      "<string>c:3D5AFE</string>\n\t\t</dict>")
  }

  @Test func findingsAreSilenced() throws {
    var files = SampleBundles.redbeard
    files["screens.json"] = "{\n  \"b\": { \"titleColor\": \"ref://acent\" }\n}\n"
    let session = try EditorSession(opening: files)
    let found = try actions(session, "screens.json", "ref://ac|ent")
    let silence = try #require(found.first { $0["title"]?.string?.hasPrefix("Silence") == true })
    let text = session.applying(silence["edit"] ?? .null)["screens.json"] ?? ""
    #expect(text == "{\n  // livery-ignore LV1001: REASON\n  \"b\": { \"titleColor\": \"ref://acent\" }\n}\n")
  }

  @Test func theWinnerIsShown() throws {
    var files = SampleBundles.redbeard
    files["screens.json"] = ##"{ "accent": "#010101" }"##
    var capabilities = EditorSession.all.object ?? JSONObject()
    capabilities["window"] = ["showDocument": ["support": true]]
    let session = try EditorSession(opening: files, capabilities: .object(capabilities))
    let found = try actions(session, "more/palette.json", "\"acc|ent\"")
    let command = try #require(found.compactMap { $0["command"] }.first)
    try session.request(
      "workspace/executeCommand", ["command": command["command"] ?? .null, "arguments": command["arguments"] ?? .null])
    let shown = try #require(session.notices.last { $0.method == "window/showDocument" })
    #expect(shown.parameters["uri"] == "file:///w/screens.json")
  }
}
