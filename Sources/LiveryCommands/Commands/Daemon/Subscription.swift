// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LinuxIO
import LiveryConnection
import LiveryProtocol
import ProcessIO
import Reporting
import TerminalIO
import ThemeModel

/// A running `livery subscribe`: one stream, at most one running command, one event loop.
///
/// While a command runs, nothing is read from the stream: the daemon then merges changes into one delta.
final class Subscription {
  private enum Token: UInt64 { case signals = 1, stream, command, retry, answer }

  private let arguments: Arguments
  private let console: Console
  private let loop: EventLoop
  private let signals: SignalDescriptor
  private let clock = MonotonicClock.system
  private var stream: VarlinkConnection?
  private var command: ChildProcess?
  /// The number of lines that are still wanted; nil for all.
  private var wanted: Int?
  /// The state that was received last, for the next connection.
  private var since: ThemeInterface.Since?
  /// Whether the stream is read no longer.
  private var isEnding = false
  private var backoff = Backoff()
  /// Whether the loss of the connection was reported.
  private var hasReportedLoss = false

  init(_ arguments: Arguments, _ console: Console) throws(CommandFailure) {
    self.arguments = arguments
    self.console = console
    wanted = arguments.count(.count)
    do throws(SystemError) {
      loop = try EventLoop()
      signals = try SignalDescriptor([.interrupt, .terminate, .hangUp])
      try loop.register(signals.descriptor, token: Token.signals.rawValue, for: .reading)
    } catch {
      throw CommandFailure(.internalError, "\(error)")
    }
  }

  func run() throws(CommandFailure) -> ExitCode {
    try connect()
    while !isOver {
      for ready in try orInternalError({ () throws(SystemError) in try loop.wait() }) {
        switch Token(rawValue: ready.token) {
        case .signals:
          command?.terminate()
          return .fine
        case .stream: try receive()
        case .command: try commandEnded()
        case .retry: try connect()
        case .answer: try answerIsLate()
        case nil: break
        }
      }
    }
    return .fine
  }

  private var isWorking: Bool { command != nil }
  private var isOver: Bool { isEnding && !isWorking }

}

// MARK: - The stream

extension Subscription {
  private func connect() throws(CommandFailure) {
    do throws(CommandFailure) {
      let served = try ServedBundle(arguments.operands.first, arguments)
      try served.daemon.stream(registration(for: served.name))
      stream = served.daemon.connection
      awaitAnswer()
      backoff.reset()
      hasReportedLoss = false
    } catch {
      return try goOn(after: error)
    }
    try watchStream()
    try receive()
  }

  private func registration(for bundle: String?) -> ThemeInterface.Register {
    var call = ThemeInterface.Register()
    call.bundle = bundle
    call.name = arguments[.consumerName]
    call.context = ThemeInterface.Context(arguments.context)
    let patterns = arguments.all(.select)
    call.select = patterns.isEmpty ? nil : patterns
    call.mode = arguments.choice(.mode, or: ThemeInterface.Mode.delta)
    call.since = since
    return call
  }

  /// Tries again later if the user wants that and a daemon may come back.
  private func goOn(after failure: CommandFailure) throws(CommandFailure) {
    guard failure.code == .noDaemon, arguments.has(.reconnect) else { throw failure }
    if !hasReportedLoss { console.complain("\(failure.message); trying again") }
    hasReportedLoss = true
    loop.setDeadline(Token.retry.rawValue, at: clock.now() + backoff.next { UInt64.random(in: $0) })
  }

  private func receive() throws(CommandFailure) {
    while let stream, !isWorking, !isEnding {
      let next: VarlinkConnection.Next
      do throws(ClientError) {
        next = try stream.nextIfAvailable()
      } catch {
        return try lose(stream, error)
      }
      switch next {
      case .nothingYet: return
      case .end: isEnding = true
      case .reply(let reply): try handle(reply)
      }
    }
  }

  /// Limits the time for the first line, which is an answer.
  private func awaitAnswer() {
    let seconds = UInt64(min(timeout, 1_000_000))
    loop.setDeadline(Token.answer.rawValue, at: clock.now() + seconds * 1_000_000_000)
  }

  private var timeout: Int { arguments.count(.timeout) ?? VarlinkConnection.usualTimeout }

  private func answerIsLate() throws(CommandFailure) {
    guard let stream else { return }
    try lose(stream, .noAnswer(seconds: timeout))
  }

  private func lose(_ stream: VarlinkConnection, _ error: ClientError) throws(CommandFailure) {
    try? loop.remove(stream.messages.socket.descriptor)
    self.stream = nil
    loop.clearDeadline(Token.answer.rawValue)
    try goOn(after: CommandFailure(error))
  }

  private func handle(_ reply: JSONObject) throws(CommandFailure) {
    loop.clearDeadline(Token.answer.rawValue)
    let line = JSONValue.object(reply).bytes + [UInt8(ascii: "\n")]
    let message = ThemeInterface.StreamPosition(reply)
    since = message.since ?? since
    wanted = wanted.map { $0 - 1 }
    if message.event == .end || wanted == 0 { isEnding = true }
    if let text = arguments[.execute] {
      try start(text, with: line)
    } else {
      console.output.write(line)
      if console.output.isClosed { isEnding = true }
    }
  }

  private func watchStream() throws(CommandFailure) {
    try orInternalError { () throws(SystemError) in
      guard let stream else { return }
      try loop.register(stream.messages.socket.descriptor, token: Token.stream.rawValue, for: .reading)
    }
  }
}

// MARK: - The command

extension Subscription {
  private func start(_ text: String, with line: [UInt8]) throws(CommandFailure) {
    try orInternalError { () throws(SystemError) in
      if let stream { try loop.remove(stream.messages.socket.descriptor) }
      // In a terminal the command stays in the group of this process, which gets the signals of the terminal and may read from it.
      let child = try ChildProcess(shell: text, input: line, hasOwnGroup: !StandardStream.input.isTerminal)
      try loop.register(child.descriptor, token: Token.command.rawValue, for: .reading)
      command = consume child
    }
  }

  private func commandEnded() throws(CommandFailure) {
    let outcome = try orInternalError { () throws(SystemError) in try command.take()?.wait() }
    switch outcome {
    case .exited(0), nil: break
    case .exited(let code): console.complain("the command ended with \(code)")
    case .ended(let signal): console.complain("the command was ended by signal \(signal)")
    }
    guard !isEnding else { return }
    try watchStream()
    try receive()
  }
}

/// Reports a failed system call as an internal error.
func orInternalError<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(CommandFailure) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw CommandFailure(.internalError, "\(error)")
  }
}
