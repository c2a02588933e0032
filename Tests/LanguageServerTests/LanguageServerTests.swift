// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

@testable import LanguageServer

/// The answers for an editor, for every dialect. `EditorSession` checks each by the model of the protocol.
@Suite struct LanguageServerTests {
  /// A bundle of each dialect: a colour, and something that refers to it.
  private static let bundles: [(name: String, files: [String: String], file: String, reference: String, key: String)] =
    [
      (
        "redbeard",
        [
          "theme.inc.json": #"{ "themes": ["a.json", "b.json"] }"#, "a.json": ##"{ "accent": "#2196f3", "gap": 4 }"##,
          "b.json": #"{ "button": { "color": "ref://accent", "margin": "ref://gap" } }"#,
        ], "b.json", #""color": "ref://acc|ent""#, #""acc|ent""#
      ),
      (
        "tokens",
        [
          "a.tokens.json":
            ##"{ "color": { "$type": "color", "accent": { "$value": { "colorSpace": "srgb", "components": [0.1, 0.5, 0.9], "hex": "#1a80e6" } }, "link": { "$value": "{color.accent}" } } }"##
        ],
        "a.tokens.json", #""{color.acc|ent}""#, #""acc|ent""#
      ),
      (
        "tokens in YAML",
        [
          "a.tokens.yaml": """
          color:
            $type: color
            accent:
              $value: { colorSpace: srgb, components: [0.1, 0.5, 0.9], hex: "#1a80e6" }
            link:
              $value: "{color.accent}"

          """
        ], "a.tokens.yaml", #""{color.acc|ent}""#, "acc|ent:"
      ),
      (
        "giotto",
        [
          "theme_default.json":
            ##"{ "formatVersion": 2, "Constants": { "accent": "color:2196f3" }, "Styles": { "Button": { "background": "accent" } } }"##
        ], "theme_default.json", #""background": "acc|ent""#, #"{ "acc|ent""#
      ),
    ]

  private func session(_ files: [String: String], _ capabilities: JSONValue = EditorSession.all) throws -> EditorSession
  {
    let session = try EditorSession(files, capabilities: capabilities)
    for (file, text) in files.sorted(by: { $0.key < $1.key }) { session.open(file, text) }
    session.rest()
    return session
  }

  @Test func everyDialect() throws {
    for bundle in Self.bundles {
      let session = try session(bundle.files)
      let at = try session.at(bundle.file, bundle.reference)
      let hover = try session.request("textDocument/hover", .object(at))
      let text = hover["contents"]?["value"]?.string ?? ""
      #expect(text.contains("accent") && text.contains("#"), "\(bundle.name): \(text)")
      let declared = try session.request("textDocument/definition", .object(at))
      #expect(declared.array?.count == 1, "\(bundle.name)")
      var references = at
      references["context"] = ["includeDeclaration": true]
      #expect(try session.request("textDocument/references", .object(references)).array?.count == 2, "\(bundle.name)")
      #expect(
        try session.request("textDocument/prepareRename", .object(at))["placeholder"] == "accent", "\(bundle.name)")
      var rename = at
      rename["newName"] = "main"
      let edits = try session.request("textDocument/rename", .object(rename))["documentChanges"]?.array ?? []
      let texts = edits.flatMap { $0["edits"]?.array ?? [] }.map { $0["newText"] }
      #expect(texts == ["main", "main"], "\(bundle.name)")
      let completion = try session.request("textDocument/completion", .object(at))
      let labels = completion["items"]?.array?.compactMap { $0["label"]?.string } ?? []
      #expect(labels.contains { $0.hasSuffix("accent") }, "\(bundle.name): \(labels)")
      for method in ["documentSymbol", "documentColor", "foldingRange", "codeLens", "documentLink", "diagnostic"] {
        let answer = try session.request("textDocument/\(method)", ["textDocument": at["textDocument"] ?? .null])
        if method == "documentSymbol" { #expect(answer.array?.isEmpty == false, "\(bundle.name)") }
      }
      let lines: JSONValue = ["start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0]]
      let hints = try session.request(
        "textDocument/inlayHint", ["textDocument": at["textDocument"] ?? .null, "range": lines])
      #expect(hints.array?.isEmpty == false, "\(bundle.name)")
      #expect(try session.request("workspace/symbol", ["query": "ac"]).array?.isEmpty == false, "\(bundle.name)")
      #expect(
        try session.request("workspace/diagnostic", ["previousResultIds": []])["items"]?.array?.count
          == bundle.files.count)
    }
  }

  // MARK: Findings

  /// The findings are those of a check of the same texts, after any edits.
  @Test func findingsAreThoseOfACheck() throws {
    let files = Self.bundles[0].files
    let session = try session(files)
    #expect(session.findings("b.json") == [])
    try session.replace("b.json", "ref://accent", by: "ref://acent")
    #expect(session.findings("b.json") == ["0:23 LV1001"])
    session.rest()
    #expect(session.findings("b.json") == ["0:23 LV1001"])
    // A broken text: the findings of a check, which knows no earlier state.
    try session.replace("a.json", "}", by: "")
    session.rest()
    let engine = ThemeEngine(bundle: "w")
    engine.apply(
      files.keys.sorted().map { FileChange(path: $0, content: .bytes(Array((session.texts[$0] ?? "").utf8))) })
    for file in files.keys {
      let expected = engine.checkEverywhere().filter { $0.file == file }.map(\.code.rawValue)
      #expect(
        session.findings(file)?.map { $0.split(separator: " ").last.map(String.init) ?? "" } == expected, "\(file)")
    }
    // Hover goes on with the last good values.
    let hover = try session.request("textDocument/hover", .object(session.at("b.json", "ref://g|ap")))
    #expect(hover["contents"]?["value"]?.string?.contains("`4`") == true)
  }

  @Test func findingsThatAreAskedFor() throws {
    let session = try session(
      Self.bundles[0].files,
      ["textDocument": ["diagnostic": [:]], "workspace": ["diagnostics": ["refreshSupport": true]]])
    try session.replace("b.json", "ref://accent", by: "ref://acent")
    session.rest()
    #expect(session.findings("b.json") == nil, "an open file is not pushed")
    #expect(session.notices.contains { $0.method == "workspace/diagnostic/refresh" })
    let document: JSONValue = ["uri": "file:///w/b.json"]
    let full = try session.request("textDocument/diagnostic", ["textDocument": document])
    #expect(full["items"]?.array?.first?["code"] == "LV1001")
    let again = try session.request(
      "textDocument/diagnostic", ["textDocument": document, "previousResultId": full["resultId"] ?? .null])
    #expect(again["kind"] == "unchanged")
  }

  @Test func fixes() throws {
    let session = try session(Self.bundles[0].files)
    try session.replace("b.json", "ref://accent", by: "ref://acent")
    let range: JSONValue = ["start": ["line": 0, "character": 24], "end": ["line": 0, "character": 30]]
    let actions = try session.request(
      "textDocument/codeAction",
      ["textDocument": ["uri": "file:///w/b.json"], "range": range, "context": ["diagnostics": []]])
    let quick = try #require(actions.array?.first { $0["kind"] == "quickfix" })
    #expect(
      quick["edit"]?["documentChanges"]?.array?.first?["edits"]?.array?.first?["newText"]?.string?.contains("accent")
        == true)
  }

  // MARK: Renaming

  @Test func namesThatCannotBe() throws {
    let session = try session(Self.bundles[0].files)
    func check(_ new: String, _ code: Int) throws {
      var rename = try session.at("b.json", "ref://acc|ent")
      rename["newName"] = .string(new)
      #expect {
        try session.request("textDocument/rename", .object(rename))
      } throws: { error in
        (error as? EditorSession.ServerError)?.code == code
      }
    }
    try check("gap", -32803)
    try check("", -32602)
    try check("a\"b", -32602)
    try check("a\nb", -32602)
    try session.replace("a.json", "}", by: "")
    try check("fine", -32803)
  }

  // MARK: The protocol

  @Test func messagesOutOfOrder() throws {
    let session = try EditorSession(Self.bundles[0].files, capabilities: nil)
    func check(_ method: String, _ code: Int) {
      #expect {
        try session.request(method, [:])
      } throws: { error in
        (error as? EditorSession.ServerError)?.code == code
      }
    }
    check("textDocument/hover", -32002)
    check("shutdown", -32002)
    try session.request("initialize", ["processId": .null, "rootUri": .null, "capabilities": [:]])
    check("initialize", -32600)
    check("nonsense", -32601)
    check("textDocument/hover", -32602)
    try session.request("shutdown", .null)
    check("textDocument/hover", -32600)
    session.notify("exit", .null)
    #expect(session.server.exitCode == 0)
    let other = try EditorSession(Self.bundles[0].files)
    other.notify("exit", .null)
    #expect(other.server.exitCode == 1)
  }

  /// A request whose id is null is answered like one that cannot be read.
  @Test func requestsWithoutAnID() throws {
    let session = try EditorSession(Self.bundles[0].files)
    var answers: [JSONValue] = []
    session.received = { answers.append($0) }
    session.send(["jsonrpc": "2.0", "id": .null, "method": "shutdown"])
    #expect(answers.map { $0["error"]?["code"] } == [-32600])
    #expect(answers.first?["id"] == .null)
  }

  /// Of a client that does not read, 1,000 messages are kept, and 1,000 answers to messages that cannot be read.
  @Test func messagesOfAClientThatDoesNotRead() throws {
    func check(_ message: String) throws {
      let server = try EditorSession(Self.bundles[0].files).server
      for number in 0..<1_000 {
        #expect(!server.isFull, "after \(number): \(message)")
        server.receive(Array(message.utf8))
      }
      #expect(server.isFull, "\(message)")
    }
    try check(#"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}"#)
    try check("{")
  }

  /// UTF-16 is what every client has: it counts where the client offers nothing that is known.
  @Test func encodings() throws {
    func check(_ offered: [String], _ chosen: String) throws {
      let session = try EditorSession(Self.bundles[0].files, capabilities: nil)
      let encodings = JSONValue.array(offered.map(JSONValue.string))
      let answer = try session.request(
        "initialize",
        ["processId": .null, "rootUri": .null, "capabilities": ["general": ["positionEncodings": encodings]]])
      #expect(answer["capabilities"]?["positionEncoding"]?.string == chosen, "\(offered)")
    }
    try check([], "utf-16")
    try check(["utf-7"], "utf-16")
    try check(["utf-32"], "utf-32")
    try check(["utf-32", "utf-16"], "utf-16")
    try check(["utf-16", "utf-8"], "utf-8")
  }

  @Test func filesOfNoBundle() throws {
    let session = try EditorSession(Self.bundles[0].files)
    let document: JSONValue = ["uri": "file:///elsewhere/x.json"]
    session.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": "file:///elsewhere/x.json", "languageId": "json", "version": 1, "text": "{}"]])
    session.rest()
    #expect(
      try session.request("textDocument/hover", ["textDocument": document, "position": ["line": 0, "character": 0]])
        == .null)
    #expect(try session.request("textDocument/documentSymbol", ["textDocument": document]) == [])
    #expect(session.notices.isEmpty)
  }

  /// Texts of a theme are plain text in the editor.
  @Test func textsOfThemesAreCode() throws {
    let session = try session([
      "theme.inc.json": #"{ "themes": ["a.json"] }"#,
      "a.json": #"{ "x": "`` ![i](http://e) <img src=x> | [l](command:x)", "y": "ref://x" }"#,
    ])
    let hover = try session.request("textDocument/hover", .object(session.at("a.json", "ref://|x")))
    let text = hover["contents"]?["value"]?.string ?? ""
    #expect(text.contains("``` `` ![i]") || text.contains("```\"`` ![i]"), "\(text)")
  }

  // MARK: Live preview

  @Test func previewsFollowTheTextThatIsNotSaved() throws {
    let files = Self.bundles[0].files
    let session = try EditorSession(files, options: ["livePreview": true])
    session.open("a.json", files["a.json"] ?? "")
    #expect(session.takePreviewChanges().isEmpty, "the text on disk needs none")
    try session.replace("a.json", "2196f3", by: "2196f4")
    try session.replace("a.json", "2196f4", by: "2196f5")
    let changes = session.takePreviewChanges()
    #expect(changes.count == 1)
    #expect(changes.first?.text.map { String(decoding: $0, as: UTF8.self).contains("2196f5") } == true)
    try session.replace("a.json", "2196f5", by: "2196f3")
    #expect(session.takePreviewChanges().map { $0.text == nil } == [true], "as it was")
    try session.replace("a.json", "2196f3", by: "000000")
    session.notify("textDocument/didSave", ["textDocument": ["uri": "file:///w/a.json"]])
    #expect(session.takePreviewChanges().map { $0.text == nil } == [true])
    try session.replace("a.json", "000000", by: "111111")
    session.notify("textDocument/didClose", ["textDocument": ["uri": "file:///w/a.json"]])
    #expect(session.takePreviewChanges().map { $0.text == nil } == [true])
    // Off by default, and turned on by a command.
    let plain = try EditorSession(files)
    plain.open("a.json", #"{ "accent": 1 }"#)
    #expect(plain.takePreviewChanges().isEmpty)
    #expect(try plain.request("workspace/executeCommand", ["command": "livery.livePreview"]) == true)
    #expect(plain.takePreviewChanges().count == 1)
    #expect(try plain.request("workspace/executeCommand", ["command": "livery.livePreview"]) == false)
    #expect(plain.takePreviewChanges().map { $0.text == nil } == [true])
  }

  // MARK: Nonsense

  /// Sessions in any order, with cut messages and wild positions: no crash, and one answer for each request.
  @Test(arguments: 1...40) func nonsense(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let bundle = random.one(of: Self.bundles)
    let session = try EditorSession(bundle.files, capabilities: EditorSession.all)
    let methods =
      [
        "hover", "completion", "definition", "references", "documentHighlight", "documentSymbol", "prepareRename",
        "rename",
        "documentColor", "colorPresentation", "codeAction", "documentLink", "foldingRange", "inlayHint", "codeLens",
        "diagnostic",
      ].map { "textDocument/\($0)" } + ["workspace/symbol", "workspace/diagnostic", "workspace/executeCommand", "x"]
    func position() -> JSONValue {
      let character = random.one(of: [0.0, 1, 7, 30, 2_000_000_000, -1, 0.5])
      return ["line": .number(random.one(of: [0.0, 1, 5, 1e9, -3])), "character": .number(character)]
    }
    let texts = ["", "{", "\"", "😀", "\r\n", "}", "ref://accent", ",", "\u{0}", "accent\": 1", "\\ud800"]
    for step in 0..<120 {
      let file = random.one(of: bundle.files.keys.sorted())
      let document: JSONValue = ["uri": .string(random.one(of: ["file:///w/\(file)", "file:///w/%zz", "x:", ""]))]
      switch Int.random(in: 0..<8, using: &random) {
      case 0: session.open(file, bundle.files[file] ?? "")
      case 1:
        session.notify(
          "textDocument/didChange",
          [
            "textDocument": document,
            "contentChanges": [
              ["range": ["start": position(), "end": position()], "text": .string(random.one(of: texts))]
            ],
          ])
      case 2: session.notify("textDocument/didClose", ["textDocument": document])
      case 3:
        let bytes = JSONValue.object(JSONObject([(key: "jsonrpc", value: "2.0"), (key: "method", value: "x")])).bytes
        session.server.receive(Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))))
        session.take()
      case 4: session.rest()
      default:
        let method = random.one(of: methods)
        let parameters: JSONValue = [
          "textDocument": document, "position": position(), "range": ["start": position(), "end": position()],
          "newName": .string(random.one(of: texts)), "query": .string(random.one(of: texts)),
          "color": ["red": 2, "green": -1, "blue": 0.5, "alpha": 1], "context": ["diagnostics": []],
          "previousResultIds": [["uri": 1, "value": 2]], "command": "livery.livePreview",
        ]
        do {
          try session.request(method, random.happens(onceIn: 5) ? random.one(of: [.null, [], [:], 3]) : parameters)
        } catch is EditorSession.ServerError {
        }
      }
      #expect(session.server.exitCode == nil, "step \(step)")
    }
    // The server still answers.
    session.open("theme.inc.json", bundle.files["theme.inc.json"] ?? "{}")
    try session.request("shutdown", .null)
  }
}
