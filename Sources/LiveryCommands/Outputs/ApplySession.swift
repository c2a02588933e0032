// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import LiveryProtocol
import OutputConfiguration
import OutputFiles
import OutputReload
import ProcessIO
import Reporting
import TextComparison
import ThemeModel
import ThemeOutputs

/// A running `livery apply`: follows the daemon for every output of the configuration, on one event loop.
///
/// An output is written when the states of all its themes are current. An output that cannot be written is reported once, and
/// tried again with each new state.
final class ApplySession {
  /// The treatment of contents.
  struct Mode {
    /// Ends after one try of each output.
    var isOnce = false
    /// Writes nothing.
    var isDry = false
    /// Writes nothing, and prints a table in the end.
    var lists = false
    /// Prints the differences.
    var showsDifferences = false
    /// Writes over other files and in spite of errors.
    var isForced = false
  }

  private let configurationPath: String
  private let only: [String]
  private let mode: Mode
  private let report: ApplyReport
  private let search: SocketSearch
  /// Seconds to the first state of a theme.
  private let timeout: Int?
  private let loop: EventLoop
  private let signals: SignalDescriptor
  private var files: FileWatch?
  private var nextToken: UInt64 = 10
  private var themes: [FollowedTheme] = []
  private var outputs: [RunningOutput] = []
  /// Outputs that left the configuration while a reload of them ran.
  private var retired: [RunningOutput] = []
  private var digests = OutputDigests()
  private let written = WrittenPaths()
  private var served: ServedBundles
  private let settings = SettingsLock()
  private var hasReportedLoss = false
  /// Whether the file of the configuration has faults, so that an earlier one is applied.
  private var isConfigurationFaulty = false

  private enum Token {
    static let signals: UInt64 = 1, files: UInt64 = 2, settle: UInt64 = 3, bundles: UInt64 = 4, retry: UInt64 = 5
  }
  /// Nanoseconds after which a changed configuration is read: editors write in several steps.
  private static let settleDelay: UInt64 = 20_000_000
  /// Nanoseconds between two searches for a bundle that is named by its directory.
  private static let lookDelay: UInt64 = 2_000_000_000
  /// Nanoseconds after which a file is tried again that could not be written: its disk was full, or its directory missing.
  private static let retryDelay: UInt64 = 2_000_000_000

  init(
    configuration path: String, only: [String], mode: Mode, report: ApplyReport, search: SocketSearch,
    timeout: Int?
  ) throws(SystemError) {
    configurationPath = path
    self.only = only
    self.mode = mode
    self.report = report
    self.search = search
    self.timeout = timeout
    served = ServedBundles(search: search)
    signals = try SignalDescriptor([.interrupt, .terminate, .hangUp])
    loop = try EventLoop()
    try loop.register(signals.descriptor, token: Token.signals, for: .reading)
  }

  func run(_ configuration: OutputConfiguration) throws(CommandFailure) -> ExitCode {
    if mode.isOnce {
      try orInternalError { () throws(SystemError) in try adopt(configuration) }
    } else {
      try orInternalError { () throws(SystemError) in try watchFiles(of: configuration) }
      // It may have changed before it was watched.
      try readConfiguration(or: configuration)
    }
    removeAbandonedTemporaries()
    while true {
      if let code = code { return code }
      for ready in try orInternalError({ () throws(SystemError) in try loop.wait() }) {
        switch ready.token {
        case Token.signals:
          let arrived = (try? signals.read()) ?? []
          if arrived.contains(where: { $0 != .hangUp }) {
            for output in outputs { output.reloads.stop() }
            return .fine
          }
          if !arrived.isEmpty { try readConfiguration() }
        case Token.files:
          if files?.read() == true {
            loop.setDeadline(Token.settle, at: MonotonicClock.system.now() + Self.settleDelay)
          }
        case Token.settle: try readConfiguration()
        case Token.bundles: try orInternalError { () throws(SystemError) in try follow() }
        case Token.retry: for output in outputs where output.problem?.mayPass == true { update(output) }
        default: handle(ready)
        }
      }
      // The reader of the lines is gone.
      if report.console.output.isClosed { return .fine }
    }
  }

  /// The exit code of `--once` after one try of everything; nil before.
  private var code: ExitCode? {
    guard mode.isOnce, outputs.allSatisfy({ $0.isSettled && $0.reloads.isIdle }) else { return nil }
    if mode.lists {
      report.list(outputs)
      return .fine
    }
    if outputs.contains(where: { $0.problem != nil || $0.configuration.isRequired && $0.reloads.hasFailed }) {
      return .findings
    }
    if themes.allSatisfy(\.isLive) { return .fine }
    let isDaemonMissing = themes.allSatisfy { !$0.isLive || $0.key.directory != nil }
    return isDaemonMissing ? .noDaemon : .findings
  }

  private func handle(_ ready: EventLoop.Ready) {
    if let theme = themes.first(where: { $0.token == ready.token }) {
      if theme.handle(ready) { changed(theme) }
      return
    }
    let count = ReloadQueue.Tokens.count
    (outputs + retired).first { $0.token == ready.token / count * count }?.reloads.handle(ready)
    retired.removeAll { $0.reloads.isIdle }
  }

  // MARK: The configuration

  /// Applies a configuration. Outputs that stay keep their reloads.
  private func adopt(_ configuration: OutputConfiguration) throws(SystemError) {
    let earlier = outputs
    outputs = []
    for configured in configuration.outputs where only.isEmpty || only.containsBytewise(configured.name) {
      if let output = earlier.first(where: { Bytewise($0.name) == Bytewise(configured.name) }) {
        output.configuration = configured
        output.target = target(of: configured)
        output.isSettled = false
        outputs.append(output)
      } else {
        outputs.append(makeOutput(configured))
      }
    }
    for output in earlier where !outputs.contains(where: { $0 === output }) {
      output.reloads.stop()
      if !output.reloads.isIdle { retired.append(output) }
    }
    try follow()
  }

  private func target(of output: ConfiguredOutput) -> OutputTarget {
    OutputTarget(path: output.path, format: output.format, overwrites: output.overwrites || mode.isForced)
  }

  /// The first of as many tokens as a queue has. It is a multiple of their number, so that each of them leads back to it.
  private func takeTokens() -> UInt64 {
    let count = ReloadQueue.Tokens.count
    let first = (nextToken + count - 1) / count * count
    nextToken = first + count
    return first
  }

  private func makeOutput(_ configured: ConfiguredOutput) -> RunningOutput {
    let first = takeTokens()
    let reloads = ReloadQueue(loop, ReloadQueue.Tokens(first: first), settings, report.messages(of: configured))
    return RunningOutput(configured, target(of: configured), token: first, reloads)
  }

  /// Follows the themes that the outputs need, and no others.
  private func follow() throws(SystemError) {
    loop.clearDeadline(Token.bundles)
    var followed: [FollowedTheme] = []
    let earlier = themes
    func theme(_ key: ThemeKey) -> FollowedTheme {
      if let theme = (followed + earlier).first(where: { $0.key == key }) {
        if !followed.contains(where: { $0 === theme }) { followed.append(theme) }
        return theme
      }
      let theme = FollowedTheme(key, loop, token: takeTokens(), search: search, timeout: timeout)
      followed.append(theme)
      return theme
    }
    for output in outputs {
      let configured = output.configuration
      guard let source = served.source(of: configured, readsDirectories: mode.isOnce) else {
        output.themes = []
        refuse(
          output,
          OutputProblem(
            "no daemon serves \(configured.bundle ?? "")", help: "`livery add DIR` adds a bundle to the running daemon")
        )
        if !mode.isOnce { loop.setDeadline(Token.bundles, at: MonotonicClock.system.now() + Self.lookDelay) }
        continue
      }
      let contexts = [configured.context] + configured.modes.map(\.context)
      var needed: [FollowedTheme] = []
      for context in contexts {
        needed.append(theme(ThemeKey(configured, source, context: context)))
      }
      output.themes = needed
    }
    for theme in earlier where !followed.contains(where: { $0 === theme }) { theme.close() }
    themes = followed
    for theme in followed {
      if !earlier.contains(where: { $0 === theme }) { theme.connect() }
      changed(theme)
    }
  }

  /// - Parameter earlier: is applied where the file has faults.
  private func readConfiguration(or earlier: OutputConfiguration? = nil) throws(CommandFailure) {
    var configuration = earlier
    do throws(BadConfiguration) {
      configuration = try OutputConfiguration.read(configurationPath, home: environment("HOME"))
      if isConfigurationFaulty { report.accept(configurationPath) }
      isConfigurationFaulty = false
    } catch {
      report.refuse(error.problems)
      isConfigurationFaulty = true
    }
    guard let configuration else { return }
    try orInternalError { () throws(SystemError) in
      try watchFiles(of: configuration)
      try adopt(configuration)
    }
  }

  /// Watches the configuration, and the templates with their partials. They are read after that, so that no change is missed.
  private func watchFiles(of configuration: OutputConfiguration) throws(SystemError) {
    guard !mode.isOnce else { return }
    var watch = try FileWatch()
    try watch.add(configurationPath)
    var watched: [String] = []
    while true {
      // A template may have a further partial since it was read.
      let files = [configurationPath] + configuration.outputs.compactMap(\.template).flatMap(Template.files)
      let new = files.filter { !watched.containsBytewise($0) }
      if new.isEmpty { break }
      // A file that is a link is edited where it leads.
      for file in new + new.compactMap({ try? realPath($0) }) { try? watch.add(file) }
      watched += new
    }
    try loop.register(watch.descriptor, token: Token.files, for: .reading)
    try removeWatch()
    files = consume watch
  }

  /// Ends the present watch. A change that it saw is read later.
  private func removeWatch() throws(SystemError) {
    if files?.read() == true { loop.setDeadline(Token.settle, at: MonotonicClock.system.now() + Self.settleDelay) }
    switch files {
    case .some(let watch): try loop.remove(watch.descriptor)
    case nil: break
    }
  }

  // MARK: Outputs

  private func changed(_ theme: FollowedTheme) {
    if theme.isLive {
      if hasReportedLoss { served.forget() }
      hasReportedLoss = false
    } else if let problem = theme.problem, !hasReportedLoss, !theme.isRejected {
      hasReportedLoss = true
      report.lose(problem, waits: !mode.isOnce)
    }
    for output in outputs where output.themes.contains(where: { $0 === theme }) { update(output) }
  }

  private func update(_ output: RunningOutput) {
    if let rejected = output.themes.first(where: \.isRejected), let problem = rejected.problem {
      return refuse(output, problem)
    }
    guard !output.themes.isEmpty, output.themes.allSatisfy(\.isLive) else {
      if output.themes.contains(where: { $0.problem != nil }) { output.isSettled = true }
      return
    }
    if output.waitsForSave {
      // The file stays as it is; `--once` does not wait for the save.
      if mode.isOnce, !mode.lists, !output.isSettled {
        report.say(.waiting, output.name, file: output.path, generation: output.generation)
      }
      output.isSettled = true
      return
    }
    do throws(OutputProblem) {
      try write(output)
      output.problem = nil
    } catch {
      refuse(output, error)
    }
    output.isSettled = true
  }

  private func write(_ output: RunningOutput) throws(OutputProblem) {
    if !mode.isForced, let error = output.themes.lazy.compactMap(\.firstError).first, output.target.isOurs(digests) {
      try checkCompleteness(of: output, error)
    }
    guard let content = try output.makeContent() else { return }
    // The file is opened only when its content changes.
    if output.problem == nil, output.target.has(content) { return }
    if let problem = served.problem(of: output) { throw problem }
    if mode.isDry { try output.target.check(content, digests) }
    if mode.isDry || mode.showsDifferences {
      show(output, output.target.changes(to: content))
      if mode.isDry { return }
    }
    let outcome = try output.target.write(content, &digests)
    output.keepPaths(written)
    guard outcome == .written else {
      if mode.isOnce, !output.isSettled {
        report.say(.unchanged, output.name, file: output.path, generation: output.generation)
      }
      return
    }
    report.say(.written, output.name, file: output.path, generation: output.generation)
    if output.notes != content.notes {
      output.notes = content.notes
      for note in content.notes {
        report.say(.note, output.name, file: output.path, generation: output.generation, message: note)
      }
    }
    guard output.configuration.reload != .off else { return }
    output.reloads.request(ReloadQueue.Request(output.configuration, generation: output.generation))
  }

  /// Fails when a theme with errors lacks values that the file has: the file stays until they are back.
  private func checkCompleteness(
    of output: RunningOutput, _ error: ThemeInterface.Diagnostic
  ) throws(OutputProblem) {
    let lack: String
    switch output.completeness(written) {
    case .complete: return
    case .lacks(let path): lack = "the theme has errors and lacks `\(path)`"
    case .unknown: lack = "the theme has errors"
    }
    let place = error.range.map { "\(error.file):\($0.start.line)" } ?? error.file
    let cause = "\(error.message)\(place.isEmpty ? "" : " (\(place))")"
    throw OutputProblem(
      "\(lack): \(cause)", help: "correct them, or start with --force; until then the last file stays")
  }

  /// Prints the differences that a write would make.
  private func show(_ output: RunningOutput, _ changes: [(path: String, old: [UInt8], new: [UInt8])]) {
    for change in changes where mode.showsDifferences && change.old != change.new {
      report.console.output.write(
        UnifiedDiff(path: String(change.path.dropFirst()), old: change.old, new: change.new).bytes)
    }
    guard mode.isDry, !mode.lists else { return }
    let event: ApplyReport.Event = changes.allSatisfy { $0.old == $0.new } ? .unchanged : .wouldWrite
    report.say(event, output.name, file: output.path, generation: output.generation)
  }

  /// Reports once why an output is not written.
  private func refuse(_ output: RunningOutput, _ problem: OutputProblem) {
    output.isSettled = true
    if problem.mayPass, !mode.isOnce {
      loop.setDeadline(Token.retry, at: MonotonicClock.system.now() + Self.retryDelay)
    }
    guard output.problem != problem else { return }
    output.problem = problem
    if mode.lists { return }
    // A role is written in the configuration, maybe for all outputs.
    let role = problem.role.flatMap { output.configuration.rolePlaces[$0.name] }
    let place = role.map { " (\($0))" } ?? ""
    let similar = problem.role?.missingPath.flatMap { output.themes.first?.similarPath(to: $0) }
    report.say(
      .problem, output.name, file: output.path, generation: nil, message: problem.message + place,
      help: similar.map { "did you mean `\($0)`?" } ?? problem.help)
  }

  private func removeAbandonedTemporaries() {
    guard !mode.isDry else { return }
    for output in outputs { output.target.removeAbandonedTemporaries() }
  }
}
