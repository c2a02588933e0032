// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import OutputConfiguration
import OutputReload
import ProcessIO
import StyledText
import TextComparison

/// Runs the reloads of one output: one at a time, at most every 100 ms, and only the newest of the requests that came meanwhile.
///
/// A program that takes too long gets SIGTERM, then SIGKILL, with its process group. Nothing here waits.
final class ReloadQueue {
  /// The tokens of the loop that a queue uses.
  struct Tokens {
    let ended: UInt64
    let output: UInt64
    let timer: UInt64
    let retry: UInt64

    static let count: UInt64 = 4

    /// - Parameter first: of `count` tokens in a row.
    init(first: UInt64) { (ended, output, timer, retry) = (first, first + 1, first + 2, first + 3) }
  }

  /// The messages of a queue about its reloads.
  struct Messages {
    /// A reload has failed, or was incomplete.
    let problem: (String) -> Void
    /// A line that a program printed.
    let line: (String) -> Void
  }

  /// A reload that is asked for.
  struct Request {
    let file: String
    let variables: [String]
    /// Whether the plan depends on variables of the user's session.
    let needsSession: Bool
    let plan: (_ variable: (String) -> String?) -> ReloadPlan

    init(_ output: ConfiguredOutput, generation: Int) {
      let file = (try? realPath(output.path)) ?? output.path
      self.file = file
      variables = [
        "LIVERY_OUTPUT=\(output.name)", "LIVERY_FILE=\(output.path)", "LIVERY_GENERATION=\(generation)",
      ]
      needsSession = ReloadPlan.needsSession(output)
      plan = { ReloadPlan(output, file: file, variable: $0) }
    }
  }

  /// Nanoseconds between the beginnings of two reloads.
  static let interval: UInt64 = 100_000_000
  /// Nanoseconds after which a starting program gets its signal again.
  private static let retryDelay: UInt64 = 2_000_000_000
  /// Nanoseconds that a program gets to end.
  private static let grace: UInt64 = 1_000_000_000
  private static let maximumLines = 64
  private static let maximumBytes = 16_384

  private let loop: EventLoop
  private let clock = MonotonicClock.system
  private let tokens: Tokens
  private let messages: Messages
  private let settings: SettingsLock

  private var waiting: Request?
  private var current: Request?
  private var steps: [ReloadPlan.Step] = []
  private var step: ReloadPlan.Step?
  private var child: ChildProcess?
  private var isEnding = false
  private var hasTurn = false
  private var output: [UInt8] = []
  /// The variables of the user's session, if this process started without them.
  private var session: SessionVariables?
  private var lastStart: UInt64 = 0
  /// Processes that did not expect the signal, and get it after a while.
  private var retried: (signal: ProgramSignal, processes: [Int32])?
  /// Whether a reload has failed since the queue began.
  private(set) var hasFailed = false

  /// - Parameter settings: shared by all queues of a process.
  init(_ loop: EventLoop, _ tokens: Tokens, _ settings: SettingsLock, _ messages: Messages) {
    self.loop = loop
    self.tokens = tokens
    self.settings = settings
    self.messages = messages
  }

  /// Whether nothing runs and nothing waits.
  var isIdle: Bool { child == nil && current == nil && waiting == nil && retried == nil }

  /// Asks for a reload.
  func request(_ request: Request) {
    waiting = request
    startIfIdle()
  }

  /// Ends the running program at once.
  func stop() {
    waiting = nil
    retried = nil
    loop.clearDeadline(tokens.retry)
    steps = []
    child?.terminate()
  }

  // MARK: Events

  func handle(_ event: EventLoop.Ready) {
    switch event.token {
    case tokens.ended: ended()
    case tokens.output: readOutput()
    case tokens.timer: timerCame()
    case tokens.retry:
      // A program that still does not expect the signal is left alone.
      if let (signal, processes) = retried.take() { _ = signal.send(only: processes) }
    default: break
    }
  }

  private func startIfIdle() {
    guard child == nil, current == nil, let request = waiting else { return }
    let now = clock.now()
    guard lastStart == 0 || now >= lastStart + Self.interval else {
      loop.setDeadline(tokens.timer, at: lastStart + Self.interval)
      return
    }
    lastStart = now
    waiting = nil
    current = request
    guard request.needsSession, SessionVariables.mayDiffer else { return begin { environment($0) } }
    steps = []
    run(
      ReloadPlan.Step(words: SessionVariables.command, limit: 1) { [weak self] _ in
        guard let self else { return [] }
        let variables = SessionVariables(of: output)
        session = variables
        return makeSteps { variables[$0] ?? environment($0) }
      })
  }

  /// - Parameter variable: of the session in which programs run.
  private func begin(_ variable: (String) -> String?) {
    steps = makeSteps(variable)
    next()
  }

  /// Sends signals and escape sequences, and returns the programs that are to run.
  private func makeSteps(_ variable: (String) -> String?) -> [ReloadPlan.Step] {
    guard let current else { return [] }
    let plan = current.plan(variable)
    for reason in plan.skipped { messages.problem(reason) }
    if let signal = plan.signal {
      let skipped = signal.send().skipped
      retried = skipped.isEmpty ? nil : (signal, skipped)
      if !skipped.isEmpty { loop.setDeadline(tokens.retry, at: clock.now() + Self.retryDelay) }
    }
    if let terminals = plan.terminals, let bytes = try? readFile(current.file, limit: 1 << 20) {
      let outcome = terminals.write(TerminalWriting.sequences(of: bytes))
      if outcome.skipped > 0 {
        messages.problem("\(outcome.skipped) terminals are stopped or full, and were skipped")
      }
    }
    return plan.steps
  }

  private func next() {
    guard !steps.isEmpty else {
      current = nil
      return startIfIdle()
    }
    run(steps.removeFirst())
  }

  private func run(_ step: ReloadPlan.Step) {
    guard step.words[0] == "gsettings" else { return start(step) }
    settings.acquire { [self] in
      hasTurn = true
      start(step)
    }
  }

  private func releaseSettings() {
    if hasTurn {
      hasTurn = false
      settings.release()
    }
  }

  private func start(_ step: ReloadPlan.Step) {
    output = []
    isEnding = false
    do throws(SystemError) {
      let child = try ChildProcess(
        program: step.words, environment: variables,
        in: environment("HOME") ?? "/")
      try loop.register(child.descriptor, token: tokens.ended, for: .reading)
      try child.watchOutput(in: loop, token: tokens.output)
      self.child = consume child
      self.step = step
      loop.setDeadline(tokens.timer, at: clock.now() + UInt64(step.limit) * 1_000_000_000)
    } catch {
      releaseSettings()
      if let following = step.answer?(nil) {
        steps = following + steps
      } else {
        fail("`\(step.words[0])` cannot be run: \(error.errno.text)")
      }
      next()
    }
  }

  /// The environment of a program. Of several values of a variable, the last counts.
  private var variables: [String] {
    let all = environmentVariables() + (session?.assignments ?? []) + (current?.variables ?? [])
    var values: BytewiseDictionary<String> = [:]
    for variable in all { values[String(variable.prefix { $0 != "=" })] = variable }
    return Array(values.values)
  }

  private func timerCame() {
    guard child != nil, let step else { return startIfIdle() }
    if !isEnding { fail("`\(step.words[0])` did not end within \(step.limit) s, and was ended") }
    child?.terminate(isForced: isEnding)
    isEnding = true
    loop.setDeadline(tokens.timer, at: clock.now() + Self.grace)
  }

  private func ended() {
    loop.clearDeadline(tokens.timer)
    readOutput()
    child?.stopWatchingOutput(in: loop)
    // The processes that it started in its group end with it.
    if isEnding { child?.terminate(isForced: true) }
    let outcome = (try? child.take()?.wait()) ?? nil
    releaseSettings()
    if let answer = step?.answer {
      let isFine = if case .exited(0)? = outcome { !isEnding } else { false }
      if let following = answer(isFine ? lines.first ?? "" : nil) {
        steps = following + steps
        step = nil
        return next()
      }
    }
    for line in lines { messages.line(line) }
    switch outcome {
    case .exited(0), nil: break
    case .exited(let code): fail("`\(step?.words[0] ?? "")` ended with \(code)")
    case .ended(let signal): if !isEnding { fail("`\(step?.words[0] ?? "")` was ended by signal \(signal)") }
    }
    step = nil
    next()
  }

  private func fail(_ message: String) {
    hasFailed = true
    messages.problem(message)
  }

  // MARK: Output

  private func readOutput() {
    var rounds = 0
    while rounds < 64, let bytes = (try? child?.readOutput()) ?? nil {
      if bytes.isEmpty { return }
      if output.count < Self.maximumBytes { output += bytes.prefix(Self.maximumBytes - output.count) }
      rounds += 1
    }
    if rounds < 64 { child?.stopWatchingOutput(in: loop) }
  }

  private var lines: [String] {
    let text = String(decoding: output, as: UTF8.self).withoutEscapeSequences
    return text.split(whereSeparator: \.isNewline).prefix(Self.maximumLines).map { String($0).printable }
  }
}
