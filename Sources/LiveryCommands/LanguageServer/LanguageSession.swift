// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LanguageServer
import LinuxIO
import ProcessIO
import TerminalIO
import TextComparison
import ThemeEngine
import ThemeWatch

/// The language server between the two standard streams.
final class LanguageSession {
  private let server: LanguageServer
  private let loop: EventLoop
  private let input: StandardInput
  private let output = NonBlockingStream(.output)
  private var framing = MessageFraming()
  private var client: ProcessHolder?
  /// Whether the process that started the server had ended before it could be watched.
  private var isClientGone = false
  /// Whether the input is a file: nothing waits for it.
  private var isInputFile = false
  private let clock = MonotonicClock.system
  private let files: WorkspaceWatch
  private let preview: PreviewSession
  private var memory = MemoryRelease()

  /// Bytes of a message whose making takes much memory.
  private static let largeMessage = 1 << 16

  private enum Token {
    static let input: UInt64 = 1, client: UInt64 = 2, due: UInt64 = 3, files: UInt64 = 4, preview: UInt64 = 5
    static let output: UInt64 = 6
  }

  init(clientProcess: Int32?, _ daemon: EditorDaemon) throws(SystemError) {
    server = LanguageServer(files: DiskWorkspace(), daemon: daemon)
    ignoreBrokenPipeSignal()
    loop = try EventLoop()
    files = WorkspaceWatch(loop, token: Token.files)
    preview = PreviewSession(server, daemon, loop, token: Token.preview)
    input = try StandardInput()
    if let clientProcess { try watch(clientProcess) }
  }

  /// Returns the exit code of the process.
  func run() throws(SystemError) -> Int32 {
    if isClientGone { return 1 }
    do throws(SystemError) {
      try loop.register(input.descriptor, token: Token.input, for: .reading)
    } catch {
      // A regular file is always readable, and nothing waits for it.
      guard error.errno == .notPermitted else { throw error }
      isInputFile = true
      return try runOverFile()
    }
    keepLargeBlocksApart()
    while true {
      let deadline = server.hasWork ? 0 : [server.deadline, memory.deadline].compactMap(\.self).min()
      if let deadline { loop.setDeadline(Token.due, at: deadline) } else { loop.clearDeadline(Token.due) }
      for ready in try loop.wait() {
        switch ready.token {
        case Token.input:
          // Waiting messages come first; then more is read.
          if server.isFull { break }
          guard let bytes = try input.read() else { return try finish() }
          receive(bytes)
        case Token.client: return 1
        case Token.files: server.filesChanged(files.changes(), now: clock.now())
        case Token.preview: try preview.proceed()
        default: proceed(now: clock.now())
        }
      }
      if let code = try work() { return code }
    }
  }

  /// Does the work whose time has come.
  private func proceed(now: UInt64) {
    if let due = server.deadline, due <= now {
      server.tick(now: now)
      // While a value is held back, a check resolves all files anew.
      memory.noteUse(now: now)
    } else if !server.hasWork {
      let isDue = memory.isDue(now: now) { server.compressTexts(atMost: ThemeEngine.textsOfTurn) }
      if isDue { returnFreeMemory() }
    }
  }

  private func runOverFile() throws(SystemError) -> Int32 {
    while let bytes = try input.read() {
      receive(bytes)
      while server.hasWork { if let code = try work() { return code } }
    }
    return try finish()
  }

  /// Handles the waiting messages after the end of the input.
  private func finish() throws(SystemError) -> Int32 {
    while server.hasWork { if let code = try work() { return code } }
    return server.exitCode ?? 1
  }

  /// Gives the server the messages in these bytes.
  private func receive(_ bytes: [UInt8]) {
    framing.append(bytes)
    while true {
      let outcome = framing.next()
      switch outcome {
      case .incomplete: return
      case .message(let message): server.receive(message)
      case .tooLong, .malformed: server.refuse(outcome)
      }
    }
  }

  /// Handles one message, so that new input is read before the next one. Returns the exit code when the client has asked
  /// for the end, or is gone.
  private func work() throws(SystemError) -> Int32? {
    if server.hasWork { server.work(now: clock.now()) }
    // A text is shown before it is looked at here.
    try preview.proceed()
    for message in server.takeOutgoing() {
      let bytes = message.bytes
      if bytes.count >= Self.largeMessage { memory.noteUse(now: clock.now()) }
      guard try deliver(MessageFraming.framed(bytes)) else { return 1 }
    }
    if let code = server.exitCode { return code }
    if let process = server.clientProcess, client == nil { try watch(process) }
    if isClientGone { return 1 }
    try files.watch(server.watchedDirectories)
    return nil
  }

  /// Writes a message. Returns false when the client is gone.
  ///
  /// A client may write all its messages before it reads. Therefore input is read while the output waits, up to the limit of the
  /// server.
  private func deliver(_ message: [UInt8]) throws(SystemError) -> Bool {
    var rest = message[...]
    var outcome = output.write(&rest)
    if outcome == .noSpace {
      let waiting = try EventLoop()
      try output.register(with: waiting, token: Token.output)
      var isReading = !isInputFile && !server.isFull
      if isReading { try waiting.register(input.descriptor, token: Token.input, for: .reading) }
      if let client { try waiting.register(client.descriptor, token: Token.client, for: .reading) }
      while outcome == .noSpace {
        for ready in try waiting.wait() {
          switch ready.token {
          case Token.client: return false
          case Token.input where isReading:
            let bytes = try input.read()
            receive(bytes ?? [])
            isReading = bytes != nil && !server.isFull
            if !isReading { try waiting.remove(input.descriptor) }
          default: outcome = output.write(&rest)
          }
        }
      }
    }
    if case .failed(let error) = outcome { throw error }
    return outcome == .written
  }

  /// Ends with a process; one that is gone already counts as ended.
  private func watch(_ process: Int32) throws(SystemError) {
    let holder: ProcessHolder
    do throws(SystemError) {
      holder = try ProcessHolder(process)
    } catch {
      guard error.errno == .noSuchProcess else { throw error }
      isClientGone = true
      return
    }
    try loop.register(holder.descriptor, token: Token.client, for: .reading)
    client = holder
  }
}

/// A process whose end makes its descriptor readable.
private final class ProcessHolder {
  let descriptor: FileDescriptor
  init(_ process: Int32) throws(SystemError) { descriptor = try processDescriptor(process) }
}
