// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LanguageServer
import TextComparison
import ThemeEngine
import ThemeModel

/// A session of an editor, a step a line; the first byte of a line chooses the step, the others are its parameters. The highest bit of
/// the first byte chooses the bundle. Whatever comes in whatever order: each request has one answer, and in the end the findings are
/// those of a check of the same texts.
func checkEditor(_ bytes: [UInt8]) {
  var session = FuzzedSession((bytes.first ?? 0) < 0x80 ? FuzzedSession.redbeard : FuzzedSession.tokens)
  for line in bytes.split(separator: 0x0A, maxSplits: 255, omittingEmptySubsequences: true) { session.step(line) }
  session.end()
}

private struct FuzzedSession {
  static let redbeard: [(path: String, text: String)] = [
    ("theme.inc.json", #"{ "themes": ["a.json", "b.json"] }"#),
    ("a.json", ##"{ "accent": "#2196f3", "gap": 4, "😀": "ref://gap" }"##),
    (
      "b.json",
      "{\r\n  \"base\": { \"c\": \"ref://accent\" },\r\n  \"b\": { \"inherits\": \"ref://base\" } // c\r\n}\r\n"
    ),
    ("livery.json", #"{ "contexts": { "pad": { "device": "pad" } } }"#),
  ]

  static let tokens: [(path: String, text: String)] = [
    (
      "a.tokens.json",
      ##"{ "size": { "$type": "dimension", "s": { "$value": { "value": 1, "unit": "px" } }, "m": { "$value": "{size.s}" } } }"##
    ),
    (
      "b.tokens.yaml",
      "card:\r\n  $type: border\r\n  $value:\r\n    width: \"{size.s}\"\r\n    style: solid # c\r\nflow: { $type: number, $value: 1 }\r\n"
    ),
  ]

  private static let methods = [
    "textDocument/hover", "textDocument/completion", "textDocument/definition", "textDocument/typeDefinition",
    "textDocument/references", "textDocument/documentHighlight", "textDocument/documentSymbol",
    "textDocument/prepareRename", "textDocument/rename", "textDocument/documentColor", "textDocument/colorPresentation",
    "textDocument/codeAction", "textDocument/documentLink", "textDocument/foldingRange", "textDocument/selectionRange",
    "textDocument/inlayHint", "textDocument/codeLens", "textDocument/semanticTokens/full", "textDocument/formatting",
    "textDocument/rangeFormatting", "textDocument/diagnostic", "textDocument/prepareTypeHierarchy",
    "typeHierarchy/supertypes", "workspace/symbol", "workspace/diagnostic", "workspace/willRenameFiles",
    "workspace/executeCommand", "completionItem/resolve", "initialize", "nonsense",
  ]

  private let files: [(path: String, text: String)]
  private let server: LanguageServer
  private var now: UInt64 = 0
  private var waiting: Set<Int> = []
  private var count = 0
  private var open: BytewiseSet = []

  init(_ files: [(path: String, text: String)]) {
    self.files = files
    server = LanguageServer(files: FuzzedWorkspace(files: files), daemon: NoDaemon())
    request(
      "initialize",
      [
        "processId": .null, "rootUri": "file:///w",
        "capabilities": ["textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]]],
      ])
  }

  mutating func step(_ line: ArraySlice<UInt8>) {
    let kind = line.first ?? 0
    let rest = line.dropFirst()
    let file = files[Int(rest.first ?? 0) % files.count]
    let document: JSONValue = ["uri": .string("file:///w/\(file.path)"), "version": .number(Double(count))]
    let text = String(decoding: rest.dropFirst(5), as: UTF8.self)
    switch kind % 8 {
    case 0:
      let whole = rest.count > 5 ? text : file.text
      let opened: JSONValue = [
        "uri": .string("file:///w/\(file.path)"), "languageId": "json", "version": 1, "text": .string(whole),
      ]
      notify("textDocument/didOpen", ["textDocument": opened])
      open.insert(file.path)
    case 1:
      notify(
        "textDocument/didChange",
        ["textDocument": document, "contentChanges": [["range": range(rest), "text": .string(text)]]])
    case 2:
      notify("textDocument/didClose", ["textDocument": document])
      open.remove(file.path)
    case 3: notify("textDocument/didSave", ["textDocument": document])
    case 4: server.receive(Array(rest))
    case 5 where rest.count > 1:
      let folders: JSONValue = [["uri": "file:///w", "name": "w"]]
      let isAdded = rest.count.isMultiple(of: 2)
      let event: JSONValue = ["added": isAdded ? folders : [], "removed": isAdded ? [] : folders]
      notify("workspace/didChangeWorkspaceFolders", ["event": event])
    case 5: notify("$/cancelRequest", ["id": .number(Double(count))])
    case 6: work()
    default:
      request(
        Self.methods[Int(rest.dropFirst(5).first ?? 0) % Self.methods.count],
        [
          "textDocument": document, "range": range(rest), "position": range(rest)["start"] ?? .null,
          "positions": [range(rest)["end"] ?? .null], "newName": .string(String(text.dropFirst())),
          "query": .string(text),
          "color": ["red": 1, "green": 0, "blue": 0.5, "alpha": 0.5], "context": ["diagnostics": []],
          "options": ["tabSize": 2, "insertSpaces": true], "item": ["uri": document["uri"] ?? .null, "name": "base"],
          "files": [["oldUri": "file:///w/a.json", "newUri": "file:///w/x/c.json"]], "command": "livery.livePreview",
        ])
    }
    take()
  }

  /// A range by four bytes: lines and characters.
  private func range(_ bytes: ArraySlice<UInt8>) -> JSONValue {
    let numbers = Array(bytes.dropFirst().prefix(4)) + [0, 0, 0, 0]
    func position(_ at: Int) -> JSONValue {
      ["line": .number(Double(numbers[at] % 8)), "character": .number(Double(numbers[at + 1] % 64))]
    }
    return ["start": position(0), "end": position(2)]
  }

  private mutating func request(_ method: String, _ parameters: JSONValue) {
    count += 1
    waiting.insert(count)
    let message: JSONValue = [
      "jsonrpc": "2.0", "id": .number(Double(count)), "method": .string(method), "params": parameters,
    ]
    server.receive(message.bytes)
  }

  private func notify(_ method: String, _ parameters: JSONValue) {
    let message: JSONValue = ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
    server.receive(message.bytes)
  }

  private mutating func work() {
    while server.hasWork {
      server.work(now: now)
      take()
    }
  }

  private mutating func take() {
    for message in server.takeOutgoing() {
      guard message["method"] == nil, let id = message["id"]?.number.flatMap({ Int(exactly: $0) }), id > 0 else {
        continue
      }
      // A message in raw bytes may be a request with any id.
      if id <= count { waiting.remove(id) }
    }
  }

  mutating func end() {
    work()
    precondition(waiting.isEmpty, "requests without an answer")
    guard server.exitCode == nil else { return }
    for file in open.sorted() {
      notify("textDocument/didClose", ["textDocument": ["uri": .string("file:///w/\(file)")]])
    }
    work()
    // The second or third file refers to the others.
    let file = files[files.count == 2 ? 1 : 2].path
    request("textDocument/diagnostic", ["textDocument": ["uri": .string("file:///w/\(file)")]])
    var found: Int?
    while server.hasWork {
      server.work(now: now)
      for message in server.takeOutgoing() where message["id"]?.number == Double(count) {
        if let result = message["result"] { found = result["items"]?.array?.count }
      }
    }
    let engine = ThemeEngine(bundle: "w")
    engine.apply(files.map { FileChange(path: $0.path, content: .bytes(Array($0.text.utf8))) })
    let expected = engine.checkEverywhere().count { Bytewise($0.file) == Bytewise(file) }
    precondition(found == nil || found == expected, "other findings than a check has")
  }
}

private struct NoDaemon: RunningDaemon {
  func consumers(of directory: String) -> [RunningConsumer] { [] }
}

private struct FuzzedWorkspace: WorkspaceFiles {
  let files: [(path: String, text: String)]

  func bundles(
    of paths: [String], within folders: [String], named: [String]
  ) -> [(directory: String, file: String)?] {
    paths.map { $0.hasPrefix("/w/") ? ("/w", String($0.dropFirst(3))) : nil }
  }

  func forgetBundles() {}

  func withoutLinks(_ path: String) -> String { path }

  func isDirectory(_ directory: String, within folder: String) -> Bool { directory == folder }

  func load(_ directory: String) -> ThemeEngine? {
    let engine = ThemeEngine(bundle: "w")
    engine.apply(read(files.map(\.path), in: directory))
    return engine
  }

  func isDirectory(_ path: String) -> Bool { path == "/w" }

  func paths(of directory: String, _ bounds: BundleBounds) -> [String] { files.map(\.path) }

  func read(_ paths: [String], in directory: String) -> [FileChange] {
    paths.map { path in
      let text = files.first { Bytewise($0.path) == Bytewise(path) }?.text
      return FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone)
    }
  }
}
