// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConnection
import LiveryService
import ThemeEngine
import ThemeModel

/// A running `livery watch`: the service in this process, and a display that follows the bundle in one context.
final class WatchSession {
  private enum Token: UInt64 { case signals = 1, keys, command, commandOutput, output }

  /// No window is so high that it shows more changes.
  private static let mostChanges = 200

  /// The context of the command line.
  private let context: Context
  private let daemon: Daemon
  private let bundle: BundleHost
  private let console: Console
  private let output: LineOutput
  /// Something could not be shown, and is when there is room.
  private var awaitsRoom = false
  private let display: any WatchDisplay
  /// Set when the display is a screen.
  private let screen: TerminalScreen?
  private let signals: SignalDescriptor
  private let keys: TerminalInput?
  /// What `--exec` runs.
  private let command: GenerationCommand?
  private let warnings = WarningBox()
  private var state: WatchState

  init(_ arguments: Arguments, _ console: Console) throws(CommandFailure) {
    let format = arguments[.watchFormat].flatMap { WatchFormat(rawValue: $0) }
    let hasScreen = format == nil && console.output.isTerminal && environment("TERM") != "dumb"
    let streams = WatchStreams(console, format: hasScreen ? nil : format ?? .concise)
    let console = streams.console
    self.console = console
    output = streams.output
    context = arguments.context
    let location = try BundleLocation(arguments.operands[0])
    let socketPath = try WatchSession.socketPath(arguments[.ownSocket], bundle: location.name)

    // The signals are blocked before anything else exists that could be left behind by one.
    signals = try orInternalError { () throws(SystemError) in
      try SignalDescriptor([.interrupt, .terminate, .hangUp, .windowChanged, .terminalStop, .continued])
    }
    var configuration = DaemonConfiguration(
      socketPath: socketPath, bundles: [.init(directory: location.path, rootFile: location.rootFile)])
    configuration.signals = .caller
    configuration.bundleChanges = .refused
    configuration.log = warnings.log
    daemon = try console.waiting(for: "loading \(arguments.operands[0])") { () throws(CommandFailure) in
      do throws(DaemonError) {
        return try Daemon(configuration)
      } catch {
        throw CommandFailure(error)
      }
    }
    bundle = daemon.bundles[0]

    if hasScreen {
      let screen = TerminalScreen(console.output) { StandardStream.output.terminalSize }
      self.screen = screen
      display = screen
      keys = try? TerminalInput()
    } else {
      screen = nil
      display = format == .ndjson ? WatchObjects(console: console) : WatchLines(console: console)
      keys = nil
    }
    let output: ChildProcess.Output = screen == nil ? .errors : .captured
    let loop = daemon.loop
    command = arguments[.execute].map {
      GenerationCommand($0, output: output, on: loop, tokens: (Token.command.rawValue, Token.commandOutput.rawValue))
    }
    let findings = BundleFindings(bundle: bundle.name, directory: bundle.path, diagnostics: [])
    state = WatchState(bundle: bundle.name, dialect: nil, socketPath: socketPath, findings: findings)
    state.context = context
  }

  private static func socketPath(_ option: String?, bundle: String) throws(CommandFailure) -> String {
    if let option { return option }
    do throws(SystemError) {
      return try "\(SocketSearch.here(option: nil).prepareDirectory())/\(bundle).sock"
    } catch {
      throw CommandFailure(.usage, "there is no place for the socket: \(error)", help: "name one with --socket")
    }
  }

  func run() throws(CommandFailure) -> ExitCode {
    ignoreBrokenPipeSignal()
    try registerInputs()
    defer { giveTerminalBack() }
    observe()
    daemon.consumersChanged = { [unowned self] count in
      state.consumerCount = count
      display.update(state)
      awaitRoom()
    }
    state.findings.source = bundle.engine.source
    takeWarnings()
    // Before anything is drawn, so that whatever ends the program gives the terminal back.
    takeTerminal()
    display.begin(state)
    offer(bundle.engine.snapshot(for: state.context))
    awaitRoom()
    defer {
      command?.stop()
      output.flush()
    }
    do throws(DaemonError) {
      try daemon.run { [unowned self] ready in
        handle(ready)
        awaitRoom()
      }
    } catch {
      throw CommandFailure(error)
    }
    return .fine
  }

  private func registerInputs() throws(CommandFailure) {
    try orInternalError { () throws(SystemError) in
      try daemon.loop.register(signals.descriptor, token: Token.signals.rawValue, for: .reading)
      switch keys {
      case .some(let keys): try daemon.loop.register(keys.descriptor, token: Token.keys.rawValue, for: .reading)
      case nil: break
      }
    }
  }
}

// MARK: - The bundle

extension WatchSession {
  private func published(_ publication: Publication) {
    let old = publication.old
    state.changes = ValueChange.first(WatchSession.mostChanges, of: publication.delta) {
      bundle.engine.value(at: $0, in: old)
    }
    state.changeCount = publication.delta.patch.count
    state.isCleared = false
    state.milliseconds = Double(publication.timings.whole) / 1_000_000
    state.warning = nil
    refresh(publication.new)
    takeWarnings()
    display.generation(state, publication.delta)
    offer(publication.new)
    awaitRoom()
    if console.output.isClosed { daemon.stop() }
  }

  /// Follows the bundle in the context of the state.
  private func observe() {
    bundle.observe(state.context) { [unowned self] publication in published(publication) }
    refresh(bundle.engine.snapshot(for: state.context))
  }

  private func showNextContext() {
    let named = bundle.engine.namedContexts
    guard !named.isEmpty || state.contextName != nil else {
      state.warning = "livery.json names no contexts"
      return
    }
    state.showNextContext(of: named, start: context)
    state.changes = []
    state.changeCount = 0
    observe()
  }

  private func refresh(_ snapshot: Snapshot) {
    state.dialect = bundle.engine.dialectName
    state.fileCount = bundle.engine.fileCount
    state.styleCount = snapshot.styleCount
    state.heldCount = snapshot.held
    state.findings.diagnostics = snapshot.diagnostics
    state.generation = snapshot.generation
    state.clock = localTimeOfDay()
  }

  private func takeWarnings() {
    for warning in warnings.take() {
      state.warning = warning
      display.warn(state, warning)
    }
  }
}

// MARK: - The command

extension WatchSession {
  private func offer(_ snapshot: Snapshot) {
    guard let command else { return }
    command.offer(snapshot)
    showCommand()
  }

  private func commandEnded() {
    guard let command else { return }
    command.commandEnded()
    showCommand()
    command.goOn()
    showCommand()
  }

  /// Shows how the command is where there is a screen, else what went wrong with it.
  private func showCommand() {
    guard let command, state.command != command.status else { return }
    state.command = command.status
    display.update(state)
    if screen == nil, let complaint = command.status.complaint { console.complain(complaint) }
  }
}

// MARK: - The terminal

extension WatchSession {
  private func handle(_ ready: EventLoop.Ready) {
    switch Token(rawValue: ready.token) {
    case .signals: for signal in (try? signals.read()) ?? [] { handle(signal) }
    case .keys: readKeys(ready.what)
    case .command: commandEnded()
    case .commandOutput:
      command?.readOutput()
      showCommand()
    case .output: catchUp(ready.what)
    case nil: break
    }
  }

  /// Has the loop say when there is room for what could not be shown. A file, which always has room, cannot be waited for.
  private func awaitRoom() {
    guard !awaitsRoom, output.isBehind else { return }
    awaitsRoom = (try? output.register(with: daemon.loop, token: Token.output.rawValue)) != nil
  }

  private func catchUp(_ readiness: EventLoop.Readiness) {
    let isOver = output.flush() == .readerGone || readiness.contains(.hungUp)
    guard isOver || !output.isBehind else { return }
    awaitsRoom = false
    try? output.unregister(from: daemon.loop)
    if isOver { daemon.stop() } else if screen != nil { redraw() }
  }

  private func handle(_ signal: Signal) {
    switch signal {
    case .interrupt, .terminate, .hangUp: quit()
    case .windowChanged: redraw()
    case .terminalStop:
      giveTerminalBack()
      suspendProcess()
    case .continued: takeTerminal()
    }
  }

  private func readKeys(_ readiness: EventLoop.Readiness) {
    switch keys {
    case .some(let keys):
      let bytes = (try? keys.read()) ?? []
      if bytes.isEmpty, readiness.contains(.hungUp) { return quit() }
      for byte in bytes {
        if let key = WatchKey(rawValue: Character(Unicode.Scalar(byte))) { handle(key) }
      }
    case nil: break
    }
  }

  private func handle(_ key: WatchKey) {
    switch key {
    case .quit: return quit()
    case .clear: state.isCleared = true
    case .recheck:
      state.clock = localTimeOfDay()
      daemon.recheck(bundle)
      takeWarnings()
    case .context: showNextContext()
    case .delta: state.view = state.view == .delta ? .bundle : .delta
    case .help: state.view = state.view == .help ? .bundle : .help
    }
    display.update(state)
  }

  /// The terminal is restored at once; consumers are still told goodbye.
  private func quit() {
    giveTerminalBack()
    daemon.stop()
  }

  private func takeTerminal() {
    guard let screen else { return }
    switch keys {
    // Without keys there is still the screen, and signals.
    case .some(let keys): try? keys.takeKeys()
    case nil: break
    }
    rescueScreen(.output, writing: TerminalScreen.leaving)
    screen.enter()
    redraw()
  }

  private func redraw() {
    screen?.invalidate()
    display.update(state)
  }

  private func giveTerminalBack() {
    guard screen != nil else { return }
    screen?.leave()
    rescueScreen(.output, writing: nil)
    switch keys {
    case .some(let keys): try? keys.restore()
    case nil: break
    }
  }
}
