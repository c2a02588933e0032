// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LanguageServer
import LinuxIO
import LiveryConnection
import ProcessIO
import TerminalIO
import TextComparison
import ThemeWatch

extension CommandOption {
  fileprivate static let standardStreams = CommandOption(
    "stdio", "Speak on standard input and output. This is the only way, and the default.")
  fileprivate static let clientProcess = CommandOption(
    "clientProcessId", value: .count("PID"), "End when this process ends.")
}

extension Command {
  static let lsp = Command(
    "lsp", "Serve an editor: findings, completion, hover, renaming for theme files",
    details: [
      "A Language Server (protocol 3.17) on standard input and output, for theme files of every dialect. What it finds is what "
        + "`livery check` finds. It needs no daemon. docs/editors.md has configurations of editors."
    ],
    options: [.standardStreams, .clientProcess, .socket, .timeout],
    examples: [Example("livery lsp", "An editor starts this by itself.")], run: serveEditor)
}

private func serveEditor(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let session = try orInternalError { () throws(SystemError) in
    try LanguageSession(
      clientProcess: arguments.count(.clientProcess).flatMap { Int32(exactly: $0) },
      PreviewConnection(SocketSearch.here(option: arguments[.socket])))
  }
  let code = try orInternalError { () throws(SystemError) in try session.run() }
  return code == 0 ? .fine : .findings
}

/// The language server between two streams.
private final class LanguageSession {
  private let server = LanguageServer(files: DiskWorkspace())
  private let loop: EventLoop
  private let input: StandardInput
  private var framing = MessageFraming()
  private var client: ProcessHolder?
  private let clock = MonotonicClock.system

  /// For a client that sends no events about files.
  private var watcher: Watcher?
  private var watched: [RootID: String] = [:]

  private enum Token { static let input: UInt64 = 1, client: UInt64 = 2, due: UInt64 = 3, files: UInt64 = 4 }

  private let preview: PreviewConnection

  init(clientProcess: Int32?, _ preview: PreviewConnection) throws(SystemError) {
    self.preview = preview
    ignoreBrokenPipeSignal()
    loop = try EventLoop()
    input = try StandardInput()
    if let clientProcess { try watch(clientProcess) }
  }

  /// Returns the exit code of the process.
  func run() throws(SystemError) -> Int32 {
    do throws(SystemError) {
      try loop.register(input.descriptor, token: Token.input, for: .reading)
    } catch {
      // A regular file is always readable, and nothing waits for it.
      guard error.errno == .notPermitted else { throw error }
      while let bytes = try input.read() { if let code = try take(bytes) { return code } }
      return 1
    }
    while true {
      if let deadline = server.deadline {
        loop.setDeadline(Token.due, at: deadline)
      } else {
        loop.clearDeadline(Token.due)
      }
      for ready in try loop.wait() {
        switch ready.token {
        case Token.input:
          guard let bytes = try input.read() else { return server.exitCode ?? 1 }
          if let code = try take(bytes) { return code }
        case Token.client: return 1
        case Token.files: readFiles()
        default:
          server.tick(now: clock.now())
          guard try send() else { return 1 }
        }
      }
    }
  }

  /// Handles bytes. Returns the exit code when the client has asked for the end or is gone.
  private func take(_ bytes: [UInt8]) throws(SystemError) -> Int32? {
    framing.append(bytes)
    loop: while true {
      let outcome = framing.next()
      switch outcome {
      case .incomplete: break loop
      case .message(let message): server.receive(message, now: clock.now())
      case .tooLong, .malformed: server.refuse(outcome)
      }
      guard try send() else { return 1 }
      if let code = server.exitCode {
        showPreviews()
        return code
      }
      if let process = server.clientProcess, client == nil { try watch(process) }
      try watchDirectories()
    }
    // Only the newest of the texts that came at once is shown.
    showPreviews()
    guard try send() else { return 1 }
    return nil
  }

  /// Sends unsaved texts to the daemon and waits for each answer, so that at most one call is pending.
  private func showPreviews() {
    for change in server.takePreviewChanges() {
      do throws(PreviewConnection.Refusal) {
        guard try preview.send(change) == .lost else { continue }
        // The next change connects again, and sends all texts.
        server.showPreviewsAgain()
        return
      } catch {
        return server.endPreview(error.reason)
      }
    }
  }

  // MARK: Files

  private func watchDirectories() throws(SystemError) {
    for directory in server.watchedDirectories
    where !watched.values.contains(where: { Bytewise($0) == Bytewise(directory) }) {
      if self.watcher == nil { self.watcher = try makeWatcher() }
      guard let watcher else { return }

      guard let root = try? watcher.add(root: directory) else { continue }
      watched[root] = directory
      // The first look names all files, which were read already.
      _ = watcher.drain()
    }
  }

  private func makeWatcher() throws(SystemError) -> Watcher {
    let watcher = try Watcher()
    try watcher.register(with: loop, token: Token.files)
    return watcher
  }

  private func readFiles() {
    guard let watcher else { return }
    for changes in watcher.drain().roots {
      guard let directory = watched[changes.root] else { continue }
      let paths = changes.changed.union(changes.removed).sorted()
      server.filesChanged(paths.map { "\(directory)/\($0)" }, now: clock.now())
    }
    if let deadline = watcher.deadline { loop.setDeadline(Token.files, at: deadline) }
  }

  /// Sends the server's messages. Returns false when the client is gone.
  private func send() throws(SystemError) -> Bool {
    for message in server.takeOutgoing() {
      let outcome = try StandardStream.output.write(MessageFraming.framed(message.bytes))
      guard outcome == .written else { return false }
    }
    return true
  }

  /// Ends when a process ends. A process that is already gone counts as ended.
  private func watch(_ process: Int32) throws(SystemError) {
    let holder = try ProcessHolder(process)
    try loop.register(holder.descriptor, token: Token.client, for: .reading)
    client = holder
  }
}

/// A process whose end makes its descriptor readable.
private final class ProcessHolder {
  let descriptor: FileDescriptor
  init(_ process: Int32) throws(SystemError) { descriptor = try processDescriptor(process) }
}
