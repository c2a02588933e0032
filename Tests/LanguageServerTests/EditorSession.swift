// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

@testable import LanguageServer

/// A workspace in memory.
final class MemoryWorkspace: WorkspaceFiles {
  /// By their paths below `/w`.
  var files: [String: String]
  /// The calls that look at directories, or read the manifest.
  private(set) var lookCount = 0
  /// The directories that are bundles.
  var bundles: [String]

  init(files: [String: String], bundles: [String]) {
    self.files = files
    self.bundles = bundles
  }

  /// Files that lie in no folder have no bundle.
  func bundles(
    of paths: [String], within folders: [String], named: [String]
  ) -> [(directory: String, file: String)?] {
    lookCount += paths.isEmpty ? 0 : 1
    return paths.map { bundle(of: $0, within: folders) }
  }

  private func bundle(of path: String, within folders: [String]) -> (directory: String, file: String)? {
    guard let directory = bundles.first(where: { path.hasPrefix("\($0)/") }),
      folders.isEmpty || folders.contains(where: { isDirectory(directory, within: $0) })
    else { return nil }
    return (directory, String(path.dropFirst(directory.count + 1)))
  }

  /// The calls of `forgetBundles`.
  private(set) var forgetCount = 0

  func forgetBundles() { forgetCount += 1 }

  func withoutLinks(_ path: String) -> String { path }

  func isDirectory(_ directory: String, within folder: String) -> Bool {
    bundles.contains(directory) && (directory == folder || directory.hasPrefix("\(folder)/"))
  }

  func load(_ directory: String) -> ThemeEngine? {
    let engine = ThemeEngine(bundle: "w")
    let manifest = files[String("\(directory)/livery.json".dropFirst("/w/".count))]
    let settings = BundleSettings(manifest: manifest.map { .bytes(Array($0.utf8)) } ?? .gone)
    engine.apply(read(paths(of: directory, settings.bounds), in: directory))
    return engine
  }

  func isDirectory(_ path: String) -> Bool { !paths(of: path, BundleBounds()).isEmpty }

  func paths(of directory: String, _ bounds: BundleBounds) -> [String] {
    let paths = files.keys.map { "/w/\($0)" }.filter { $0.hasPrefix("\(directory)/") }.sorted()
    return paths.map { String($0.dropFirst(directory.count + 1)) }.filter { !bounds.excludes($0) }
  }

  func read(_ files: [String], in directory: String) -> [FileChange] {
    lookCount += 1
    return files.map { file in
      let text = self.files[String("\(directory)/\(file)".dropFirst("/w/".count))]
      return FileChange(path: file, content: text.map { .bytes(Array($0.utf8)) } ?? .gone)
    }
  }
}

/// Programs that follow the bundle `/w`.
struct FixedDaemon: RunningDaemon {
  var programs: [RunningConsumer] = []

  func consumers(of directory: String) -> [RunningConsumer] { programs }
}

/// An editor that speaks to the server. Every message of the server is checked by the model of the protocol.
final class EditorSession {
  let server: LanguageServer
  let workspace: MemoryWorkspace
  private var number = 0
  private(set) var now: UInt64 = 0
  /// Unread notifications and requests of the server.
  private(set) var notices: [(method: String, parameters: JSONValue)] = []
  /// Gets each message of the server.
  var received: ((JSONValue) -> Void)?
  private var results: [Int: Result<JSONValue, ServerError>] = [:]
  private var methods: [Int: String] = [:]

  struct ServerError: Error, Equatable {
    let code: Int
    let message: String
  }

  /// - Parameters:
  ///   - capabilities: nil sends no `initialize`.
  ///   - bundles: the directories that are bundles; each is a folder of the workspace.
  init(
    _ files: [String: String], capabilities: JSONValue? = [:], options: JSONValue = [:],
    programs: [RunningConsumer] = [], bundles: [String] = ["/w"]
  ) throws {
    workspace = MemoryWorkspace(files: files, bundles: bundles)
    server = LanguageServer(files: workspace, daemon: FixedDaemon(programs: programs))
    guard let capabilities else { return }
    let result = try request(
      "initialize",
      [
        "processId": .null, "rootUri": .null, "workspaceFolders": .array(bundles.map(Self.folder)),
        "capabilities": capabilities, "initializationOptions": options,
      ])
    #expect(MetaModel.official.fault(inCapabilities: result["capabilities"] ?? .null) == nil)
    notify("initialized", [:])
  }

  /// A session in which all files are open.
  convenience init(
    opening files: [String: String], capabilities: JSONValue = EditorSession.all, programs: [RunningConsumer] = [],
    bundles: [String] = ["/w"]
  ) throws {
    try self.init(files, capabilities: capabilities, programs: programs, bundles: bundles)
    for (file, text) in files.sorted(by: { $0.key < $1.key }) { open(file, text) }
    rest()
  }

  /// A folder of the workspace, as clients name it.
  static func folder(_ directory: String) -> JSONValue {
    ["uri": .string("file://\(directory)"), "name": .string(directory)]
  }

  /// A client that can do everything.
  static let all: JSONValue = [
    "general": ["positionEncodings": ["utf-16"]],
    "textDocument": [
      "hover": ["contentFormat": ["markdown"]], "codeAction": ["codeActionLiteralSupport": [:]],
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
    ],
    "workspace": ["workspaceEdit": ["documentChanges": true]],
  ]

  func send(_ message: JSONValue) {
    if let id = message["id"]?.number { methods[Int(id)] = message["method"]?.string }
    server.receive(message.bytes)
    take()
    work()
  }

  /// Has the server handle the waiting messages.
  func work() {
    while server.hasWork {
      server.work(now: now)
      take()
    }
  }

  func take() {
    for message in server.takeOutgoing() {
      received?(message)
      if let method = message["method"]?.string {
        let parameters = message["params"] ?? .null
        let fault = MetaModel.official.fault(inParameters: parameters, of: method)
        #expect(fault == nil, "\(method): \(fault ?? "")")
        notices.append((method, parameters))
      } else if let id = message["id"]?.number.map({ Int($0) }) {
        #expect(results[id] == nil, "a second answer")
        if let error = message["error"] {
          let failure = ServerError(code: Int(error["code"]?.number ?? 0), message: error["message"]?.string ?? "")
          results[id] = .failure(failure)
        } else {
          let result = message["result"] ?? .null
          if let method = methods[id] {
            let fault = MetaModel.official.fault(in: result, of: method)
            #expect(fault == nil, "\(method): \(fault ?? "") in \(result.text.prefix(400))")
          }
          results[id] = .success(result)
        }
      }
    }
  }

  func notify(_ method: String, _ parameters: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  @discardableResult
  func request(_ method: String, _ parameters: JSONValue) throws -> JSONValue {
    number += 1
    methods[number] = method
    send(["jsonrpc": "2.0", "id": .number(Double(number)), "method": .string(method), "params": parameters])
    return try #require(results[number], "no answer to \(method)").get()
  }

  /// The texts that a daemon is to show, or to take back.
  func takePreviewChanges() -> [LivePreview.Change] {
    var changes: [LivePreview.Change] = []
    while let change = server.nextPreviewChange() { changes.append(change) }
    return changes
  }

  // MARK: Documents

  private(set) var texts: BytewiseDictionary<String> = [:]

  func open(_ file: String, _ text: String) {
    texts[file] = text
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string("file:///w/\(file)"), "languageId": "json", "version": 1, "text": .string(text),
        ]
      ])
  }

  /// Replaces a part of a text.
  func replace(_ file: String, _ old: String, by new: String) throws {
    let text = try #require(texts[file])
    let range = try #require(text.range(of: old))
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string("file:///w/\(file)"), "version": 2],
        "contentChanges": [
          [
            "range": ["start": position(range.lowerBound, text), "end": position(range.upperBound, text)],
            "text": .string(new),
          ]
        ],
      ])
    texts[file] = text.replacingCharacters(in: range, with: new)
  }

  /// Makes these directories the bundles of the workspace, and tells of a change at a path.
  func change(bundles: [String], at path: String) {
    workspace.bundles = bundles
    tell(of: [path])
  }

  /// Tells of changes at paths.
  func tell(of paths: [String]) {
    server.filesChanged(paths, now: now)
    take()
    rest()
  }

  /// Lets time pass until the whole check is done.
  func rest() {
    while let deadline = server.deadline {
      now = max(now, deadline)
      server.tick(now: now)
      take()
      work()
    }
  }

  private func position(_ index: String.Index, _ text: String) -> JSONValue {
    let before = text[..<index]
    let line = before.count { $0.isNewline }
    let last = before.lastIndex(where: \.isNewline).map { text.index(after: $0) } ?? text.startIndex
    return ["line": .number(Double(line)), "character": .number(Double(text[last..<index].utf16.count))]
  }

  /// The parameters of a request about a place: `|` in the words is the cursor.
  func at(_ file: String, _ words: String) throws -> JSONObject {
    let text = try #require(texts[file])
    let cursor = try #require(words.firstIndex(of: "|"))
    let before = String(words[..<cursor])
    let range = try #require(text.range(of: before + words[words.index(after: cursor)...]))
    let index = try #require(text.index(range.lowerBound, offsetBy: before.count, limitedBy: text.endIndex))
    return JSONObject([
      (key: "textDocument", value: ["uri": .string("file:///w/\(file)")]),
      (key: "position", value: position(index, text)),
    ])
  }

  /// The code actions at a place.
  func codeActions(_ file: String, _ words: String) throws -> [JSONValue] {
    let at = try at(file, words)
    let here = at["position"] ?? .null
    let parameters: JSONValue = [
      "textDocument": at["textDocument"] ?? .null, "range": ["start": here, "end": here],
      "context": ["diagnostics": []],
    ]
    return try request("textDocument/codeAction", parameters).array ?? []
  }

  /// The findings that were sent last for a file: `LINE:CHARACTER CODE`.
  func findings(_ file: String) -> [String]? {
    let lists = notices.filter {
      $0.method == "textDocument/publishDiagnostics" && $0.parameters["uri"]?.string == "file:///w/\(file)"
    }
    return lists.last?.parameters["diagnostics"]?.array?.map { finding in
      let start = finding["range"]?["start"]
      return
        "\(Int(start?["line"]?.number ?? -1)):\(Int(start?["character"]?.number ?? -1)) \(finding["code"]?.string ?? "")"
    }
  }

  // MARK: Edits

  /// The texts of the open files after an edit of the workspace.
  func applying(_ edit: JSONValue) -> BytewiseDictionary<String> {
    var result = texts
    for change in edit["documentChanges"]?.array ?? [] {
      let file = String((change["textDocument"]?["uri"]?.string ?? "").dropFirst("file:///w/".count))
      guard let text = result[file] else { continue }
      result[file] = applying(change["edits"]?.array ?? [], to: text)
    }
    return result
  }

  /// A text after edits whose places are those before all of them.
  func applying(_ edits: [JSONValue], to text: String) -> String {
    var lines = TextLines(Array(text.utf8))
    let sorted = edits.map { edit -> (Range<Int>, String) in
      func offset(_ end: String) -> Int {
        let place = edit["range"]?[end]
        return lines.offset(
          of: TextPosition(
            line: Int(place?["line"]?.number ?? 0), character: Int(place?["character"]?.number ?? 0)), .utf16)
      }
      return (offset("start")..<offset("end"), edit["newText"]?.string ?? "")
    }.sorted { $0.0.lowerBound > $1.0.lowerBound }
    let areApart = zip(sorted, sorted.dropFirst()).allSatisfy { $1.0.upperBound <= $0.0.lowerBound }
    #expect(areApart, "edits overlap: \(edits)")
    for (range, text) in sorted { lines.replace(range, with: Array(text.utf8)) }
    return String(decoding: lines.bytes, as: UTF8.self)
  }
}
