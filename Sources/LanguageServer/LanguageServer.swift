// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

/// A server of the Language Server Protocol 3.17 for theme files. Messages and times go in, messages come out: without input and
/// output of its own.
package final class LanguageServer {
  private enum Phase { case new, initialized, shutDown }

  /// What goes out, in order. The caller sends it and empties the list.
  package private(set) var outgoing: [JSONValue] = []
  /// Set when the client has asked for the end of the process: 0, or 1 without `shutdown` before.
  package private(set) var exitCode: Int32?
  /// The process that started the server, whose end is the server's; nil where none is named.
  package private(set) var clientProcess: Int32?

  let files: any WorkspaceFiles
  private(set) var client = ClientCapabilities()
  private var phase = Phase.new
  private var folders: [String] = []
  private var namedBundles: [String] = []
  /// By URI.
  private(set) var documents: BytewiseDictionary<TextDocument> = [:]
  /// By directory.
  private(set) var bundles: BytewiseDictionary<OpenBundle> = [:]
  private var requestCount = 0
  private var preview = LivePreview()

  /// Nanoseconds after the last change until everything is checked.
  private static let checkDelay: UInt64 = 150_000_000
  private static let maximumDepth = 512

  package init(files: some WorkspaceFiles) { self.files = files }

  /// Takes the messages that are to be sent.
  package func takeOutgoing() -> [JSONValue] {
    defer { outgoing = [] }
    return outgoing
  }

  // MARK: Messages

  /// Handles a message.
  ///
  /// - Parameter now: nanoseconds of a clock that never goes back.
  package func receive(_ message: [UInt8], now: UInt64) {
    guard let json = try? JSONValue(parsing: message, maximumDepth: Self.maximumDepth) else { return sendError(.parse) }
    do throws(ResponseError) {
      switch try IncomingMessage(json) {
      case .request(let id, let method, let parameters):
        do throws(ResponseError) {
          outgoing.append(OutgoingMessage.result(try answer(method, parameters, now: now), of: id))
        } catch {
          outgoing.append(OutgoingMessage.error(error, of: id))
        }
      case .notification(let method, let parameters): try notice(method, parameters, now: now)
      case .response: break
      }
    } catch {
      // A notification has no answer.
      if json["method"] == nil { sendError(error) }
    }
  }

  /// Answers a message that could not be read.
  package func refuse(_ outcome: MessageFraming.Outcome) {
    switch outcome {
    case .tooLong: sendError(.tooLong)
    case .malformed: sendError(.parse)
    case .message, .incomplete: break
    }
  }

  private func sendError(_ error: ResponseError) { outgoing.append(OutgoingMessage.error(error, of: .null)) }

  private func answer(_ method: String, _ parameters: JSONValue, now: UInt64) throws(ResponseError) -> JSONValue {
    switch (method, phase) {
    case ("initialize", .new): return initialize(parameters)
    case ("initialize", _): throw .invalidRequest("`initialize` came twice")
    case (_, .new): throw .notInitialized
    case ("shutdown", .initialized):
      phase = .shutDown
      preview.turnOff()
      return .null
    case ("workspace/executeCommand", .initialized): return try execute(parameters)
    case (_, .shutDown): throw .invalidRequest("the server is shut down")
    case (_, .initialized): return try answerFeature(method, parameters)
    }
  }

  private func notice(_ method: String, _ parameters: JSONValue, now: UInt64) throws(ResponseError) {
    if method == "exit" {
      exitCode = phase == .shutDown ? 0 : 1
      return
    }
    guard phase == .initialized else { return }
    switch method {
    case "initialized": registerForFiles()
    case "textDocument/didOpen": try open(parameters, now: now)
    case "textDocument/didChange": try change(parameters, now: now)
    case "textDocument/didClose": try close(parameters, now: now)
    case "textDocument/didSave": saved(parameters)
    case "workspace/didChangeWatchedFiles": watchedFilesChanged(parameters, now: now)
    case "workspace/didChangeWorkspaceFolders":
      for folder in parameters["event"]?["added"]?.array ?? [] { add(folder) }
      for folder in parameters["event"]?["removed"]?.array ?? [] {
        let path = folder["uri"]?.string.flatMap(DocumentURI.path)
        folders.removeAll { Bytewise($0) == Bytewise(path) }
      }
    default: break
    }
  }

  private func initialize(_ parameters: JSONValue) -> JSONValue {
    phase = .initialized
    client = ClientCapabilities(parameters["capabilities"] ?? .null)
    clientProcess = parameters["processId"]?.number.flatMap { Int32(exactly: $0) }
    for folder in parameters["workspaceFolders"]?.array ?? [] { add(folder) }
    if folders.isEmpty, let root = parameters["rootUri"]?.string.flatMap(DocumentURI.path) { folders = [root] }
    namedBundles = parameters["initializationOptions"]?["bundles"]?.array?.compactMap(\.string) ?? []
    preview.isOn = parameters["initializationOptions"]?["livePreview"] == true
    return ["capabilities": ServerCapabilities.json(for: client), "serverInfo": ["name": "livery"]]
  }

  private func add(_ folder: JSONValue) {
    if let path = folder["uri"]?.string.flatMap(DocumentURI.path) { folders.append(path) }
  }

  /// Asks the client to tell of files that change on disk.
  private func registerForFiles() {
    guard client.registersForFiles else { return }
    let patterns = ["**/*.json", "**/*.plist", "**/*.yaml", "**/*.yml", "**/*.tokens"]
    let watchers = patterns.map { JSONValue.object(JSONObject([(key: "globPattern", value: .string($0))])) }
    send(
      request: "client/registerCapability",
      [
        "registrations": [
          [
            "id": "files", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": .array(watchers)],
          ]
        ]
      ])
  }

  func send(_ method: String, _ parameters: JSONValue) {
    outgoing.append(OutgoingMessage.notification(method, parameters))
  }

  func send(request method: String, _ parameters: JSONValue) {
    requestCount += 1
    outgoing.append(OutgoingMessage.request(method, parameters, id: "livery-\(requestCount)"))
  }

  // MARK: Documents

  private func open(_ parameters: JSONValue, now: UInt64) throws(ResponseError) {
    guard let document = parameters["textDocument"], let uri = document["uri"]?.string,
      let text = document["text"]?.string
    else { throw .invalidParameters("`textDocument` has `uri` and `text`") }
    guard let path = DocumentURI.path(of: uri) else { return }
    let version = document["version"]?.number.flatMap { Int(exactly: $0) } ?? 0
    documents[uri] = TextDocument(uri: uri, path: path, version: version, lines: TextLines(Array(text.utf8)))
    guard let (bundle, file) = bundle(of: path) else { return }
    bundle.open(file, uri: uri, saved: bundle.engine.source(of: file))
    apply(uri, bundle, file, now: now)
  }

  private func change(_ parameters: JSONValue, now: UInt64) throws(ResponseError) {
    guard let uri = parameters["textDocument"]?["uri"]?.string, let changes = parameters["contentChanges"]?.array
    else { throw .invalidParameters("a change has `textDocument` and `contentChanges`") }
    guard var document = documents[uri] else { return }
    // The text is changed in place: a copy of a large one would cost more than the change.
    documents[uri] = nil
    defer { documents[uri] = document }
    try document.apply(changes, client.encoding)
    document.version = parameters["textDocument"]?["version"]?.number.flatMap { Int(exactly: $0) } ?? document.version
    documents[uri] = document
    if let (bundle, file) = bundle(of: document.path) { apply(uri, bundle, file, now: now) }
  }

  private func close(_ parameters: JSONValue, now: UInt64) throws(ResponseError) {
    guard let uri = parameters["textDocument"]?["uri"]?.string else {
      throw .invalidParameters("`textDocument` has a `uri`")
    }
    guard let document = documents[uri] else { return }
    documents[uri] = nil
    guard let (bundle, file) = bundle(of: document.path) else { return }
    bundle.close(file)
    preview.takeBack(file, in: bundle.directory)
    bundle.apply([files.read(file, in: bundle.directory)])
    bundle.checkDeadline = now
  }

  private func apply(_ uri: String, _ bundle: OpenBundle, _ file: String, now: UInt64) {
    guard let document = documents[uri] else { return }
    bundle.apply([FileChange(path: file, content: .bytes(document.bytes))])
    preview.note(document.bytes, file, in: bundle.directory, isSaved: bundle.savedTexts[file] == document.bytes)
    bundle.checkDeadline = now + Self.checkDelay
    if !client.pullsDiagnostics { publish(bundle.quickFindings(of: file), of: file, in: bundle) }
  }

  private func saved(_ parameters: JSONValue) {
    guard let uri = parameters["textDocument"]?["uri"]?.string, let document = documents[uri],
      let (bundle, file) = bundle(of: document.path)
    else { return }
    bundle.savedTexts[file] = document.bytes
    preview.takeBack(file, in: bundle.directory)
  }

  // MARK: Live preview

  static let previewCommand = "livery.livePreview"

  private func execute(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard parameters["command"]?.string == Self.previewCommand else {
      throw .invalidParameters("the commands are: \(Self.previewCommand)")
    }
    if preview.isOn { preview.turnOff() } else { turnPreviewOn() }
    return .bool(preview.isOn)
  }

  private func turnPreviewOn() {
    preview.isOn = true
    for document in documents.values {
      guard let (bundle, file) = bundle(of: document.path) else { continue }
      let isSaved = bundle.savedTexts[file] == document.bytes
      preview.note(document.bytes, file, in: bundle.directory, isSaved: isSaved)
    }
  }

  /// The texts that a running daemon is to show, or to take back.
  package func takePreviewChanges() -> [LivePreview.Change] { preview.takePending() }

  /// Has all texts sent once more: the daemon has started anew, and knows none.
  package func showPreviewsAgain() { preview.sendAgain() }

  /// Turns the live preview off, and says why.
  package func endPreview(_ reason: String) {
    preview.turnOff()
    _ = preview.takePending()
    // Type 2 is a warning.
    send("window/showMessage", ["type": 2, "message": .string(reason)])
  }

  private func watchedFilesChanged(_ parameters: JSONValue, now: UInt64) {
    let paths = parameters["changes"]?.array?.compactMap { $0["uri"]?.string.flatMap(DocumentURI.path) } ?? []
    filesChanged(paths, now: now)
  }

  /// Reads files that changed on disk, but for those that are open.
  package func filesChanged(_ paths: [String], now: UInt64) {
    for path in paths {
      guard let (bundle, file) = bundle(of: path, opens: false), bundle.documents[file] == nil else { continue }
      bundle.apply([files.read(file, in: bundle.directory)])
      bundle.checkDeadline = now + Self.checkDelay
    }
  }

  /// The directories whose files the caller has to watch, where the client does not tell of changes.
  package var watchedDirectories: [String] { client.registersForFiles ? [] : bundles.keys.sorted() }

  /// The bundle of a file, loaded if it was not.
  func bundle(of path: String, opens: Bool = true) -> (OpenBundle, String)? {
    guard let (directory, file) = files.bundle(of: path, within: folders + namedBundles) else { return nil }
    if let known = bundles[directory] { return (known, file) }
    guard opens, let engine = files.load(directory) else { return nil }
    let bundle = OpenBundle(directory: directory, engine)
    bundles[directory] = bundle
    return (bundle, file)
  }

  // MARK: Time

  /// When `tick` is to be called next.
  package var deadline: UInt64? { bundles.values.compactMap(\.checkDeadline).min() }

  /// Does what is due.
  package func tick(now: UInt64) {
    for bundle in bundles.values {
      guard let due = bundle.checkDeadline, due <= now else { continue }
      publishAll(bundle)
    }
  }

  // MARK: Requests about a place

  /// A place in a file of a bundle.
  struct Place {
    let bundle: OpenBundle
    let file: String
    let offset: Int
  }

  /// The file of a request; nil for one of no bundle, for which every answer is empty.
  func file(_ parameters: JSONValue) throws(ResponseError) -> (bundle: OpenBundle, file: String)? {
    guard let uri = parameters["textDocument"]?["uri"]?.string else {
      throw .invalidParameters("`textDocument` has a `uri`")
    }
    return DocumentURI.path(of: uri).flatMap { bundle(of: $0) }.map { ($0.0, $0.1) }
  }

  func place(_ parameters: JSONValue) throws(ResponseError) -> Place? {
    let position = try TextPosition(parameters["position"])
    guard let (bundle, file) = try file(parameters) else { return nil }
    return Place(bundle: bundle, file: file, offset: bundle.text(of: file).offset(of: position, client.encoding))
  }

  func range(_ range: ByteRange, of file: String, in bundle: OpenBundle) -> JSONValue {
    bundle.text(of: file).range(range, client.encoding)
  }

  func location(_ range: ByteRange, of file: String, in bundle: OpenBundle) -> JSONValue {
    ["uri": .string(bundle.uri(of: file)), "range": self.range(range, of: file, in: bundle)]
  }

  /// Edits of several files, in the form that the client reads.
  func workspaceEdit(_ edits: [(file: String, range: ByteRange, text: String)], in bundle: OpenBundle) -> JSONValue {
    var byFile: BytewiseDictionary<[JSONValue]> = [:]
    for edit in edits {
      byFile[edit.file, default: []].append(
        ["range": range(edit.range, of: edit.file, in: bundle), "newText": .string(edit.text)])
    }
    let sorted = byFile.sortedMembers
    guard client.takesDocumentChanges else {
      let changes = sorted.map { (key: bundle.uri(of: $0.key), value: JSONValue.array($0.value)) }
      return ["changes": .object(JSONObject(changes))]
    }
    return [
      "documentChanges": .array(
        sorted.map { file, edits in
          let uri = bundle.uri(of: file)
          let version = documents[uri].map { JSONValue.number(Double($0.version)) } ?? .null
          return ["textDocument": ["uri": .string(uri), "version": version], "edits": .array(edits)]
        })
    ]
  }
}
