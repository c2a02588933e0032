// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison

@testable import LanguageServer

/// The offered actions at a place, and the texts after them.
@Suite struct CodeActionTests {
  @Test func findingsAreSilenced() throws {
    var files = SampleBundles.redbeard
    files["screens.json"] = "{\n  \"b\": { \"titleColor\": \"ref://acent\" }\n}\n"
    let session = try EditorSession(opening: files)
    let found = try session.codeActions("screens.json", "ref://ac|ent")
    let silence = try #require(found.first { $0["title"]?.string?.hasPrefix("Silence") == true })
    let text = session.applying(silence["edit"] ?? .null)["screens.json"] ?? ""
    #expect(text == "{\n  // livery-ignore LV1001: REASON\n  \"b\": { \"titleColor\": \"ref://acent\" }\n}\n")
  }

  /// A client that asks for the edits of an action gets them when it does.
  @Test func allFixesAreFoundWhenTheyAreChosen() throws {
    var files = SampleBundles.redbeard
    files["screens.json"] = #"{ "b": { "titleColor": "ref://acent" } }"#
    let fixed = #"{ "b": { "titleColor": "ref://accent" } }"#
    func fixAll(_ session: EditorSession) throws -> JSONValue {
      try #require(session.codeActions("screens.json", "\"b|\"").first { $0["kind"] == "source.fixAll" })
    }
    let eager = try EditorSession(opening: files)
    let action = try fixAll(eager)
    #expect(eager.applying(action["edit"] ?? .null)["screens.json"] == fixed)
    #expect(try eager.request("codeAction/resolve", action) == action)
    var capabilities = EditorSession.all.object ?? JSONObject()
    capabilities["textDocument"] = [
      "codeAction": [
        "codeActionLiteralSupport": [:], "dataSupport": true, "resolveSupport": ["properties": ["edit"]],
      ]
    ]
    let session = try EditorSession(opening: files, capabilities: .object(capabilities))
    let waiting = try fixAll(session)
    #expect(waiting["edit"] == nil)
    let resolved = try session.request("codeAction/resolve", waiting)
    #expect(session.applying(resolved["edit"] ?? .null)["screens.json"] == fixed)
    try session.replace("screens.json", "acent", by: "accent")
    #expect(throws: EditorSession.ServerError.self) { try session.request("codeAction/resolve", waiting) }
  }

  /// Without that, a client gets the edits of many fixes only if it asks for actions of this kind.
  @Test func manyFixesAreNotSearchedUnasked() throws {
    func check(_ count: Int, isOfferedUnasked: Bool) throws {
      var files = SampleBundles.redbeard
      let values = (0..<count).map { "\"b\($0)\": { \"titleColor\": \"ref://acent\" }" }
      files["screens.json"] = "{ \(values.joined(separator: ",\n")) }"
      let session = try EditorSession(opening: files)
      let unasked = try session.codeActions("screens.json", "\"b0|\"").contains { $0["kind"] == "source.fixAll" }
      #expect(unasked == isOfferedUnasked, "\(count)")
      let start: JSONValue = ["line": 0, "character": 0]
      let asked = try session.request(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": "file:///w/screens.json"], "range": ["start": start, "end": start],
          "context": ["diagnostics": [], "only": ["source.fixAll"]],
        ])
      #expect(asked.array?.first?["edit"] != nil, "\(count)")
    }
    try check(100, isOfferedUnasked: true)
    try check(101, isOfferedUnasked: false)
  }

  @Test func theWinnerIsShown() throws {
    var files = SampleBundles.redbeard
    files["screens.json"] = ##"{ "accent": "#010101" }"##
    var capabilities = EditorSession.all.object ?? JSONObject()
    capabilities["window"] = ["showDocument": ["support": true]]
    let session = try EditorSession(opening: files, capabilities: .object(capabilities))
    let found = try session.codeActions("more/palette.json", "\"acc|ent\"")
    let command = try #require(found.compactMap { $0["command"] }.first)
    try session.request(
      "workspace/executeCommand", ["command": command["command"] ?? .null, "arguments": command["arguments"] ?? .null])
    let shown = try #require(session.notices.last { $0.method == "window/showDocument" })
    #expect(shown.parameters["uri"] == "file:///w/screens.json")
  }
}
