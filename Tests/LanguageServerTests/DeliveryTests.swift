// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison

@testable import LanguageServer

/// Findings that are sent, requests that are cancelled, and reports of progress.
@Suite struct DeliveryTests {
  private let files = SampleBundles.redbeard

  private var broken: [String: String] {
    var files = files
    files["more/palette.json"] = #"{ "accent": "ref://nothing" }"#
    return files
  }

  private let pulling: JSONValue = [
    "textDocument": ["diagnostic": [:]], "workspace": ["diagnostics": ["refreshSupport": true]],
  ]

  /// Pushed findings of a file are removed when it is opened, since the client asks for them then.
  @Test func openedFilesAreAskedFor() throws {
    let session = try EditorSession(broken, capabilities: pulling)
    session.open("screens.json", files["screens.json"] ?? "")
    session.rest()
    #expect(session.findings("more/palette.json")?.contains("0:12 LV1001") == true)
    session.open("more/palette.json", broken["more/palette.json"] ?? "")
    #expect(session.findings("more/palette.json") == [])
    let report = try session.request(
      "textDocument/diagnostic", ["textDocument": ["uri": "file:///w/more/palette.json"]])
    #expect(report["items"]?.array?.contains { $0["code"] == "LV1001" } == true)
  }

  /// A client that asks for the findings of all files gets no pushed ones.
  @Test func workspacesAreAskedFor() throws {
    let session = try EditorSession(broken, capabilities: pulling)
    session.open("screens.json", files["screens.json"] ?? "")
    session.rest()
    let report = try session.request("workspace/diagnostic", ["previousResultIds": []])
    #expect(session.findings("more/palette.json") == [], "what was sent is taken back")
    let item = report["items"]?.array?.first { $0["uri"] == "file:///w/more/palette.json" }
    #expect(item?["items"]?.array?.isEmpty == false)
    let count = session.notices.count { $0.method == "textDocument/publishDiagnostics" }
    try session.replace("screens.json", "ref://gap", by: "ref://gop")
    session.rest()
    #expect(session.notices.count { $0.method == "textDocument/publishDiagnostics" } == count)
    let known = report["items"]?.array?.map { item -> JSONValue in
      ["uri": item["uri"] ?? .null, "value": item["resultId"] ?? .null]
    }
    let again = try session.request("workspace/diagnostic", ["previousResultIds": .array(known ?? [])])
    let kinds = again["items"]?.array?.compactMap { $0["kind"]?.string } ?? []
    #expect(kinds.contains("unchanged") && kinds.contains("full"))
  }

  /// A client that has all reports gets none again, also not after an edit that leaves the findings of other files as they were.
  @Test func knownReportsAreNotRepeated() throws {
    let session = try EditorSession(broken, capabilities: pulling)
    session.open("screens.json", files["screens.json"] ?? "")
    session.rest()
    var known: [JSONValue] = []
    func kinds() throws -> [String: String] {
      let report = try session.request("workspace/diagnostic", ["previousResultIds": .array(known)])
      let items = report["items"]?.array ?? []
      known = items.map { ["uri": $0["uri"] ?? .null, "value": $0["resultId"] ?? .null] }
      return Dictionary(uniqueKeysWithValues: items.map { ($0["uri"]?.string ?? "", $0["kind"]?.string ?? "") })
    }
    #expect(Set(try kinds().values) == ["full"])
    let bundle = try #require(session.server.workspace.bundles["/w"])
    let count = bundle.checkCount
    #expect(Set(try kinds().values) == ["unchanged"])
    #expect(bundle.checkCount == count, "nothing is checked for known reports")
    try session.replace("screens.json", "ref://gap", by: "ref://gop")
    session.rest()
    let checkedCount = bundle.checkCount
    let afterEdit = try kinds()
    #expect(bundle.checkCount == checkedCount, "the findings of documents are kept")
    #expect(afterEdit["file:///w/screens.json"] == "full")
    #expect(afterEdit["file:///w/more/palette.json"] == "unchanged")
    known.removeAll { $0["uri"] == "file:///w/more/palette.json" }
    let forgotten = try kinds()
    #expect(forgotten["file:///w/more/palette.json"] == "full")
    #expect(forgotten["file:///w/screens.json"] == "unchanged")
  }

  /// The findings that were sent of a file hold when it is opened: they do not come and go.
  @Test func openedFilesKeepTheirFindings() throws {
    var files = files
    files["more/palette.json"] = ##"{ "accent": "#102030", "lonely": 1 }"##
    let session = try EditorSession(files)
    session.open("screens.json", files["screens.json"] ?? "")
    session.rest()
    let sent = try #require(session.findings("more/palette.json"))
    #expect(sent.contains { $0.hasSuffix("LV1005") })
    let count = session.notices.count
    session.open("more/palette.json", files["more/palette.json"] ?? "")
    #expect(session.notices.count == count)
    session.rest()
    #expect(session.findings("more/palette.json") == sent)
    session.open("more/palette.json", #"{ "accent": "ref://nothing" }"#)
    #expect(session.findings("more/palette.json")?.contains { $0.hasSuffix("LV1001") } == true, "at once")
  }

  /// A waiting request is cancelled; earlier requests are answered.
  @Test func requestsAreCancelled() throws {
    let session = try EditorSession(opening: files)
    let at = JSONValue.object(try session.at("screens.json", "ref://acc|ent"))
    func request(_ id: Double) -> JSONValue {
      ["jsonrpc": "2.0", "id": .number(id), "method": "textDocument/hover", "params": at]
    }
    session.server.receive(request(901).bytes)
    session.server.receive(request(902).bytes)
    let cancel: JSONValue = ["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": 902]]
    session.server.receive(cancel.bytes)
    var answers: [Double: JSONValue] = [:]
    while true {
      for message in session.server.takeOutgoing() { answers[message["id"]?.number ?? 0] = message }
      guard session.server.hasWork else { break }
      session.server.work(now: session.now)
    }
    #expect(answers[901]?["result"] != nil)
    #expect(answers[902]?["error"]?["code"] == -32800)
  }

  /// A request with a number that a double cannot hold is answered by its id.
  @Test(
    arguments: [
      (#""id": 901, "method": "textDocument/hover", "params": {"line": 9223372036854775807}"#, "901 -32602"),
      (#""id": "a", "method": "textDocument/hover", "params": [1e999]"#, "\"a\" -32602"),
      (#""id": 9223372036854775808, "method": "textDocument/hover""#, "null -32700"),
      (#""id": 901, "result": 9223372036854775808"#, "null -32700"),
      (#""method": "textDocument/didSave", "params": 9223372036854775808"#, ""), (#""id": 901, "#, "null -32700"),
    ]) func numbersThatAreTooLarge(members: String, answer: String) throws
  {
    let session = try EditorSession(opening: files)
    session.server.receive(Array(#"{"jsonrpc": "2.0", \#(members)}"#.utf8))
    let answers = session.server.takeOutgoing().map { message in
      "\(message["id"]?.text ?? "") \(message["error"]?["code"]?.text ?? "")"
    }
    #expect(answers.joined() == answer)
  }

  /// Several changes that wait are read as one.
  @Test func changesThatWaitAreOne() throws {
    let session = try EditorSession(opening: files)
    func change(_ text: String) -> JSONValue {
      [
        "jsonrpc": "2.0", "method": "textDocument/didChange",
        "params": [
          "textDocument": ["uri": "file:///w/screens.json", "version": 3], "contentChanges": [["text": .string(text)]],
        ],
      ]
    }
    let count = session.notices.count
    session.server.receive(change(#"{ "a": "ref://x" }"#).bytes)
    session.server.receive(change(#"{ "a": "ref://y" }"#).bytes)
    session.work()
    let sent = session.notices.dropFirst(count).filter { $0.method == "textDocument/publishDiagnostics" }
    #expect(sent.count == 1)
    #expect(sent.first?.parameters["diagnostics"]?.array?.first?["message"]?.string?.contains("`y`") == true)
  }

  // MARK: Progress

  private let progressing: JSONValue = ["window": ["workDoneProgress": true]]

  /// Reports come before a bundle is read, and after.
  @Test func readingIsTold() throws {
    let session = try EditorSession(files, capabilities: progressing)
    let create = try #require(session.notices.last { $0.method == "window/workDoneProgress/create" })
    session.send(["jsonrpc": "2.0", "id": "livery-1", "result": .null])
    session.open("screens.json", files["screens.json"] ?? "")
    let reported = session.notices.filter { $0.method == "$/progress" }
    #expect(reported.map { $0.parameters["value"]?["kind"] } == ["begin", "end"])
    #expect(reported.allSatisfy { $0.parameters["token"] == create.parameters["token"] })
    #expect(session.notices.count { $0.method == "window/workDoneProgress/create" } == 2, "one is kept ready")
  }

  /// The server does not wait for a client that never answers.
  @Test func clientsThatDoNotAnswer() throws {
    let session = try EditorSession(files, capabilities: progressing)
    session.open("screens.json", #"{ "a": "ref://x" }"#)
    #expect(session.findings("screens.json") == nil)
    session.rest()
    #expect(session.findings("screens.json")?.contains("0:7 LV1001") == true)
    #expect(!session.notices.contains { $0.method == "$/progress" })
  }

  @Test func requestsWithATokenAreTold() throws {
    let session = try EditorSession(opening: files)
    var parameters = try session.at("screens.json", "ref://acc|ent")
    parameters["context"] = ["includeDeclaration": true]
    parameters["workDoneToken"] = "t"
    try session.request("textDocument/references", .object(parameters))
    let reported = session.notices.filter { $0.method == "$/progress" && $0.parameters["token"] == "t" }
    #expect(reported.map { $0.parameters["value"]?["kind"] } == ["begin", "end"])
  }

  // MARK: Files on disk

  @Test func otherProgramsChangeFiles() throws {
    let session = try EditorSession(opening: files)
    session.notify("textDocument/didClose", ["textDocument": ["uri": "file:///w/more/palette.json"]])
    session.notify(
      "workspace/didChangeWatchedFiles", ["changes": [["uri": "file:///w/more/palette.json", "type": 2]]])
    #expect(session.server.deadline != nil, "everything is checked again")
  }

  @Test func anotherTextLiesOverIt() throws {
    let session = try EditorSession(files, options: ["livePreview": true])
    session.open("screens.json", #"{ "a": 1 }"#)
    let change = try #require(session.takePreviewChanges().first)
    session.server.previewIsCovered(change)
    session.server.previewIsCovered(change)
    session.take()
    #expect(session.notices.count { $0.method == "window/showMessage" } == 1, "once")
  }
}
