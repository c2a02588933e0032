// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

/// A server of the Language Server Protocol 3.17 for theme files. Messages and times go in, messages come out: without input and
/// output of its own.
///
/// Messages wait in a queue until `work`, so that a waiting request can be cancelled. A request about files and places is answered by
/// a function of the workspace, see `Features`.
package final class LanguageServer {
  private enum Phase { case new, initialized, shutDown }

  /// Messages to the client, in order.
  private var outgoing: [JSONValue] = []
  /// Set when the client has asked for the end of the process: 0, or 1 without `shutdown` before.
  package private(set) var exitCode: Int32?
  /// The process that started the server, whose end is the server's; nil where none is named.
  package private(set) var clientProcess: Int32?

  let workspace: Workspace
  private let daemon: any RunningDaemon
  private var phase = Phase.new
  private var queue = MessageQueue()
  private var requestCount = 0
  private var preview = LivePreview()
  private var progress = LoadProgress()
  private var findings: FindingDelivery

  private static let maximumDepth = 512

  /// - Parameter daemon: is asked which programs use what.
  package init(files: some WorkspaceFiles, daemon: some RunningDaemon) {
    workspace = Workspace(files: files)
    self.daemon = daemon
    findings = FindingDelivery(workspace)
  }

  /// Removes and returns the messages for the client.
  package func takeOutgoing() -> [JSONValue] {
    defer { outgoing = [] }
    return outgoing
  }

  // MARK: Messages

  /// Takes a message, which waits for `work`. The end of a request that waits is answered at once.
  package func receive(_ message: [UInt8]) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: message, maximumDepth: Self.maximumDepth)
    } catch {
      return refuse(message, error)
    }
    do throws(ResponseError) {
      let message = try IncomingMessage(json)
      switch message {
      case .notification("$/cancelRequest", let parameters):
        guard let id = parameters["id"], queue.remove(request: id) else { return }
        outgoing.append(OutgoingMessage.error(.cancelled, of: id))
      case .response(let id, let isError): progress.answered(id, isError: isError)
      case .request, .notification: queue.append(message)
      }
    } catch {
      // A notification has no answer.
      if json["method"] == nil || json["id"] != nil { sendError(error) }
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

  /// Answers a message that cannot be parsed. One with a number that a double cannot hold still names its request.
  private func refuse(_ message: [UInt8], _ error: JSONError) {
    guard error.kind == .numberRange,
      let json = try? JSONValue(parsing: message, maximumDepth: Self.maximumDepth, outOfRange: .infinity)
    else { return sendError(.parse) }
    if case .request(let id, _, _)? = try? IncomingMessage(json), id.number?.isFinite ?? true {
      outgoing.append(OutgoingMessage.error(.invalidParameters("a number is too large to be held exactly"), of: id))
    } else if json["method"] == nil || json["id"] != nil {
      sendError(.parse)
    }
  }

  private func sendError(_ error: ResponseError) { outgoing.append(OutgoingMessage.error(error, of: .null)) }

  /// Whether `work` has something to do now.
  package var hasWork: Bool { progress.heldUntil == nil && (!queue.isEmpty || workspace.hasChanges) }

  /// Whether so many messages wait, in or out, that the caller stops reading.
  package var isFull: Bool { queue.isFull || outgoing.count >= MessageQueue.maximumMessages }

  /// Handles the next message; after the last one, reads the changed texts.
  ///
  /// - Parameter now: nanoseconds of a clock that never goes back.
  package func work(now: UInt64) {
    guard let next = queue.next else { return settle(now: now) }
    // The client shows progress while the bundle is read.
    if let directory = workspace.unreadBundle(of: next), progress.delays(directory, now: now, &outgoing) { return }
    queue.removeFirst()
    switch next {
    case .request(let id, let method, let parameters):
      do throws(ResponseError) {
        outgoing.append(OutgoingMessage.result(try answer(method, parameters, now: now), of: id))
      } catch {
        outgoing.append(OutgoingMessage.error(error, of: id))
      }
      for remark in workspace.takeRemarks() { outgoing.append(OutgoingMessage.message(remark, .warning)) }
    // A notification has no answer, even when it is invalid.
    case .notification(let method, let parameters):
      try? notice(method, parameters, now: now)
      for uri in workspace.takeRetiredURIs() { findings.withdraw(from: uri, &outgoing) }
    case .response: break
    }
    if progress.end(&outgoing) { prepareProgress() }
  }

  private func answer(_ method: String, _ parameters: JSONValue, now: UInt64) throws(ResponseError) -> JSONValue {
    switch (method, phase) {
    case ("initialize", .new): return initialize(parameters)
    case ("initialize", _): throw .invalidRequest("`initialize` came twice")
    case (_, .new): throw .notInitialized
    case ("shutdown", .initialized):
      phase = .shutDown
      preview.turnOff()
      return .null
    case (_, .shutDown): throw .invalidRequest("the server is shut down")
    case ("workspace/executeCommand", .initialized): return try execute(parameters)
    case ("textDocument/diagnostic", .initialized):
      settle(now: now)
      return try findings.pulled(parameters)
    case ("workspace/diagnostic", .initialized):
      settle(now: now)
      return findings.pulledOfWorkspace(parameters, &outgoing)
    case (_, .initialized):
      guard let feature = Features.byMethod[method] else { throw .unknownMethod(method) }
      settle(now: now)
      return try reporting(parameters["workDoneToken"], method) { () throws(ResponseError) in
        try feature(FeatureRequest(parameters, workspace, daemon))
      }
    }
  }

  /// Answers a request, and reports its progress if the client asked for it.
  private func reporting(
    _ token: JSONValue?, _ method: String, _ answer: () throws(ResponseError) -> JSONValue
  ) throws(ResponseError) -> JSONValue {
    guard let token, token.string != nil || token.number != nil else { return try answer() }
    outgoing.append(WorkDoneProgress.begin(token, method))
    defer { outgoing.append(WorkDoneProgress.end(token)) }
    return try answer()
  }

  private func notice(_ method: String, _ parameters: JSONValue, now: UInt64) throws(ResponseError) {
    if method == "exit" {
      exitCode = phase == .shutDown ? 0 : 1
      return
    }
    guard phase == .initialized else { return }
    switch method {
    case "initialized": initialized()
    case "textDocument/didOpen": try open(parameters)
    case "textDocument/didChange": try change(parameters)
    case "textDocument/didClose": try close(parameters, now: now)
    case "textDocument/didSave": saved(parameters)
    case "workspace/didChangeWatchedFiles":
      let paths = parameters["changes"]?.array?.compactMap { $0["uri"]?.string.flatMap(DocumentURI.path) } ?? []
      filesChanged(paths, now: now)
    case "workspace/didChangeWorkspaceFolders":
      let (changed, closed) = workspace.changeFolders(
        added: parameters["event"]?["added"]?.array ?? [], removed: parameters["event"]?["removed"]?.array ?? [])
      for bundle in changed { findings.changed([], in: bundle, now: now, &outgoing) }
      for bundle in closed { close(bundle) }
    default: break
    }
  }

  private func initialize(_ parameters: JSONValue) -> JSONValue {
    phase = .initialized
    clientProcess = parameters["processId"]?.number.flatMap { Int32(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    workspace.initialize(parameters)
    preview.isOn = parameters["initializationOptions"]?["livePreview"] == true
    return ["capabilities": ServerCapabilities.json(for: workspace.client), "serverInfo": ["name": "livery"]]
  }

  private func initialized() {
    if workspace.client.registersForFiles { send(request: "client/registerCapability", WatchedFiles.registration) }
    prepareProgress()
  }

  private func prepareProgress() {
    guard workspace.client.showsProgress else { return }
    progress.asked(by: send(request: "window/workDoneProgress/create", progress.nextRequest))
  }

  @discardableResult private func send(request method: String, _ parameters: JSONValue) -> String {
    requestCount += 1
    let id = "livery-\(requestCount)"
    outgoing.append(OutgoingMessage.request(method, parameters, id: id))
    return id
  }

  // MARK: Documents

  private func open(_ parameters: JSONValue) throws(ResponseError) {
    guard let (bundle, file) = try workspace.open(parameters) else { return }
    findings.opened(file, in: bundle, &outgoing)
    note(file, in: bundle)
  }

  private func change(_ parameters: JSONValue) throws(ResponseError) {
    guard let (bundle, file) = try workspace.change(parameters) else { return }
    note(file, in: bundle)
  }

  private func close(_ parameters: JSONValue, now: UInt64) throws(ResponseError) {
    guard let (bundle, file, isClosed) = try workspace.close(parameters) else { return }
    preview.removeOverlay(file, in: bundle.directory)
    if isClosed { close(bundle) } else { bundle.checkDeadline = now }
  }

  private func close(_ bundle: OpenBundle) {
    for file in bundle.documents.keys { preview.removeOverlay(file, in: bundle.directory) }
    findings.withdraw(bundle, &outgoing)
  }

  private func saved(_ parameters: JSONValue) {
    guard let (bundle, file) = workspace.saved(parameters) else { return }
    preview.removeOverlay(file, in: bundle.directory)
  }

  /// Reads the changed texts again, and sends their errors and warnings.
  private func settle(now: UInt64) {
    for (bundle, files) in workspace.settle() {
      findings.changed(files, in: bundle, now: now, &outgoing)
    }
  }

  /// Reads files that changed on disk, except open ones.
  ///
  /// - Parameter paths: of files, and of directories that came or went.
  package func filesChanged(_ paths: [String], now: UInt64) {
    let (changed, closed) = workspace.filesChanged(paths)
    for bundle in changed { findings.changed([], in: bundle, now: now, &outgoing) }
    for bundle in closed { close(bundle) }
  }

  /// The directories that the caller has to watch for a client that does not report changes of files.
  package var watchedDirectories: [String] {
    workspace.client.registersForFiles ? [] : workspace.bundles.keys.sorted()
  }

  // MARK: Live preview

  private func note(_ file: String, in bundle: OpenBundle) {
    guard let bytes = bundle.document(of: file)?.bytes else { return }
    preview.note(bytes, file, in: bundle.directory, isSaved: bundle.isSaved(file))
  }

  private func execute(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    switch parameters["command"]?.string {
    case Commands.livePreview:
      if preview.isOn { preview.turnOff() } else { turnPreviewOn() }
      return .bool(preview.isOn)
    case Commands.show:
      guard let place = parameters["arguments"]?.array?.first?.object, place["uri"]?.string != nil else {
        throw .invalidParameters("the argument is a `uri` with a `selection`")
      }
      send(request: "window/showDocument", .object(place))
      return .null
    default: throw .invalidParameters("the commands are: \(Commands.all.joined(separator: ", "))")
    }
  }

  private func turnPreviewOn() {
    preview.isOn = true
    for bundle in workspace.bundles.values { for file in bundle.documents.keys { note(file, in: bundle) } }
  }

  /// The next text that a running daemon has to show or to take back; nil for none.
  package func nextPreviewChange() -> LivePreview.Change? { preview.next() }

  package var hasPreviewChanges: Bool { preview.hasPending }

  /// Sends all texts once more: a daemon that has restarted has none.
  package func showPreviewsAgain() { preview.sendAgain() }

  /// Turns the live preview off, and says why.
  package func endPreview(_ reason: String) {
    preview.forget()
    outgoing.append(OutgoingMessage.message(reason, .warning))
  }

  /// Says once of a file that the text of another program is shown in place of the one in the editor.
  package func previewIsCovered(_ change: LivePreview.Change) {
    guard preview.noteCovered(change) else { return }
    outgoing.append(
      OutgoingMessage.message(
        "the unsaved text of `\(change.file)` in a different program lies over the one in this editor", .info))
  }

  // MARK: Time

  /// The time of the next call of `tick`.
  package var deadline: UInt64? {
    (workspace.bundles.values.map(\.checkDeadline) + [progress.heldUntil]).compactMap(\.self).min()
  }

  /// Does the work whose time has come.
  package func tick(now: UInt64) {
    if let end = progress.heldUntil, end <= now { progress.endWaiting() }
    guard !hasWork else { return }
    for bundle in workspace.bundles.values {
      guard let due = bundle.checkDeadline, due <= now else { continue }
      if findings.publishAll(of: bundle, &outgoing) { send(request: "workspace/diagnostic/refresh", .null) }
    }
  }

  /// Compresses texts of bundles that were read, up to a number of bytes. Returns whether texts may be left.
  package func compressTexts(atMost maximum: Int) -> Bool {
    workspace.bundles.values.contains { $0.compressTexts(atMost: maximum) }
  }
}
