// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import LiveryService
import ProcessIO
import Reporting
import TerminalIO
import ThemeEngine
import ThemeModel
import WatchRendering

/// A running `livery watch`: the service in this process, and a display of the bundle in one context.
final class WatchSession {
  private enum Token: UInt64 { case signals = 1, keys, command, commandOutput, output, editor }

  private let location: BundleLocation
  /// The context of the command line.
  private let context: Context
  private let daemon: Daemon
  private let bundle: BundleHost
  private let console: Console
  private let streams: WatchStreams
  private let display: any WatchDisplay
  private let terminal: WatchTerminal
  private let signals: SignalDescriptor
  private let command: GenerationCommand?
  private let warnings = WarningBox()
  private var state: WatchState
  /// The fixes of a question to the author.
  private var proposal: FixProposal?

  init(_ arguments: Arguments, _ console: Console) throws(CommandFailure) {
    let format = arguments[.watchFormat].flatMap { WatchFormat(rawValue: $0) }
    let hasScreen = format == nil && console.output.isTerminal && environment("TERM") != "dumb"
    streams = WatchStreams(console, format: hasScreen ? nil : format ?? .concise)
    let console = streams.console
    self.console = console
    context = arguments.context
    let operand = arguments.bundleOperand
    location = try BundleLocation(operand)
    let sockets = try WatchSockets(option: arguments[.ownSocket], bundle: location.name)

    // Blocked first, so that a signal cannot end the process before it removes its socket.
    signals = try orInternalError { () throws(SystemError) in
      try SignalDescriptor([.interrupt, .terminate, .hangUp, .windowChanged, .terminalStop, .continued])
    }
    let socketPath: String
    (daemon, socketPath) = try console.waiting(for: "loading \(operand)") {
      [location, warnings] () throws(CommandFailure) in try sockets.start(location, log: warnings.log)
    }
    bundle = daemon.bundles[0]

    let loop = daemon.loop
    let screen = hasScreen ? TerminalScreen(console.output) { StandardStream.output.terminalSize } : nil
    if let screen {
      display = screen
    } else {
      display = format == .ndjson ? WatchObjects(console: console) : WatchLines(console: console)
    }
    terminal = WatchTerminal(
      screen: screen, keyboard: hasScreen ? try? WatchKeyboard(on: loop, token: Token.keys.rawValue) : nil,
      editor: WatchEditor(on: loop, token: Token.editor.rawValue))
    let output: ChildProcess.Output = hasScreen ? .captured : .errors
    command = arguments[.execute].map {
      GenerationCommand($0, output: output, on: loop, tokens: (Token.command.rawValue, Token.commandOutput.rawValue))
    }
    let findings = BundleFindings(BundlePlaces(bundle: bundle.name, directory: bundle.directory), diagnostics: [])
    state = WatchState(bundle: bundle.name, dialect: nil, socketPath: socketPath, findings: findings)
    state.context = context
  }

  func run() throws(CommandFailure) -> ExitCode {
    ignoreBrokenPipeSignal()
    try registerInputs()
    defer { terminal.giveBack() }
    observe()
    daemon.consumersChanged = { [unowned self] count in
      state.consumerCount = count
      display.update(state)
      awaitRoom()
    }
    state.findings.source = bundle.engine.source
    drainWarnings()
    // Before anything is drawn, so that every end of the program restores the terminal.
    terminal.setUp(state)
    display.begin(state)
    offer(bundle.engine.open(state.context))
    awaitRoom()
    defer {
      command?.stop()
      streams.flush()
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
      try terminal.listen()
    }
  }
}

// MARK: - The bundle

extension WatchSession {
  private func published(_ publication: ObservedPublication) {
    let old = publication.old
    let runTime = RunTimeValues(bundle.engine)
    state.begin(
      ChangeList(
        publication.delta, isCut: publication.isCut, isSetAtRunTime: runTime != state.runTime,
        old: { [bundle] in bundle.engine.value(at: $0, in: old) }, steps: steps))
    state.milliseconds = Double(publication.nanoseconds) / 1_000_000
    state.warning = runTime.note(hiding: publication.delta.cause, steps: steps)
    if proposal != nil { leaveFixes(saying: "The files have changed: press f again.") }
    refresh(publication.new)
    drainWarnings()
    display.generation(state, publication.isCut ? nil : publication.delta)
    offer(publication.new)
    awaitRoom()
    if console.output.isClosed { daemon.stop() }
  }

  /// Explains a value in the shown context.
  private func steps(_ path: String) -> [ExplanationStep] { bundle.engine.explain(path, in: state.context) ?? [] }

  /// Explains an edit that changed nothing because of values set at run time.
  private func editChangedNothing(_ causes: [Cause]) {
    guard let note = state.runTime.note(hiding: causes, steps: steps) else { return }
    state.warning = note
    display.warn(state, note)
  }

  /// Observes the bundle in the shown context.
  private func observe() {
    bundle.observe(state.context) { [unowned self] publication in published(publication) }
    bundle.overlaysChanged = { [unowned self] in
      state.unsavedFiles = bundle.unsavedFiles
      display.update(state)
    }
    bundle.editChangedNothing = { [unowned self] causes in editChangedNothing(causes) }
    refresh(bundle.engine.open(state.context))
  }

  private func showNextContext() {
    let named = bundle.engine.namedContexts
    guard !named.isEmpty || state.contextName != nil else {
      state.warning = "livery.json names no contexts"
      return
    }
    state.showNextContext(of: named, start: context)
    state.changes = ChangeList()
    state.selected = 0
    state.scroll = 0
    observe()
  }

  private func refresh(_ snapshot: Snapshot) {
    state.dialect = bundle.engine.dialectName?.rawValue
    state.fileCount = bundle.engine.fileCount
    state.styleCount = snapshot.styleCount
    state.heldCount = snapshot.held
    state.unsavedFiles = bundle.unsavedFiles
    state.runTime = RunTimeValues(bundle.engine)
    state.findings.diagnostics = snapshot.diagnostics
    state.generation = snapshot.generation
    state.timeOfDay = localTimeOfDay()
  }

  private func drainWarnings() {
    for warning in warnings.drain() {
      state.warning = warning
      display.warn(state, warning)
    }
  }

  // MARK: The command

  private func offer(_ snapshot: Snapshot) {
    guard let command else { return }
    command.offer(snapshot)
    showCommand()
  }

  private func commandEnded() {
    guard let command else { return }
    command.commandEnded()
    showCommand()
    command.startIfIdle()
    showCommand()
  }

  /// Shows the status of the command; without a screen only its failure.
  private func showCommand() {
    guard let command, state.command != command.status else { return }
    state.command = command.status
    display.update(state)
    if !terminal.hasScreen, let complaint = command.status.complaint { console.complain(complaint) }
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
    case .editor: editorEnded()
    case nil: break
    }
  }

  private func awaitRoom() { streams.awaitRoom(on: daemon.loop, token: Token.output.rawValue) }

  private func catchUp(_ readiness: EventLoop.Readiness) {
    switch streams.catchUp(readiness, on: daemon.loop) {
    case .waiting: break
    case .caughtUp: terminal.redraw(state)
    case .readerGone: daemon.stop()
    }
  }

  private func handle(_ signal: Signal) {
    switch signal {
    // The editor handles its keys itself.
    case .interrupt where terminal.isEditing: break
    case .interrupt, .terminate, .hangUp: quit()
    case .windowChanged: terminal.redraw(state)
    case .terminalStop:
      terminal.giveBack()
      suspendProcess()
    case .continued: if !terminal.isEditing { terminal.setUp(state) }
    }
  }

  private func readKeys(_ readiness: EventLoop.Readiness) {
    guard let keys = terminal.readKeys(readiness) else { return quit() }
    for key in keys {
      handle(key)
      // Keys typed ahead are not for the editor, and do not answer a question.
      if terminal.isEditing || key == .character(WatchKey.fix.rawValue) { return }
    }
  }

  private func handle(_ key: PressedKey) {
    state.note(nil)
    switch key {
    case .scrolling(let scrolling): state.scroll = terminal.scrolled(state, by: scrolling)
    case .character(let character):
      if let proposal {
        answer(character, to: proposal)
      } else if let key = WatchKey(rawValue: character) {
        handle(key)
      } else {
        return
      }
    }
    display.update(state)
  }

  private func handle(_ key: WatchKey) {
    switch key {
    case .quit: quit()
    case .clear: state.isCleared = true
    case .recheck:
      state.timeOfDay = localTimeOfDay()
      daemon.recheck(bundle)
      drainWarnings()
    case .context: showNextContext()
    case .next: state.select(1)
    case .previous: state.select(-1)
    case .fix: proposeFixes()
    case .edit: openEditor()
    case .delta: if case .delta = state.view { show(.bundle) } else { show(.delta) }
    case .help: if case .help = state.view { show(.bundle) } else { show(.help) }
    }
  }

  private func show(_ view: WatchState.View) {
    state.view = view
    state.scroll = 0
  }

  /// Restores the terminal at once. The daemon then sends last messages to consumers.
  private func quit() {
    terminal.giveBack()
    daemon.stop()
  }

  // MARK: Fixing and editing

  private func proposeFixes() {
    do throws(CommandFailure) {
      guard let proposal = try FixProposal(location) else {
        state.note("No finding has a safe fix.")
        return
      }
      self.proposal = proposal
      show(.fixes(proposal.preview))
      // Keys typed before the question do not answer it.
      terminal.dropTypedKeys()
    } catch {
      state.warning = error.message
    }
  }

  private func answer(_ character: Character, to proposal: FixProposal) {
    switch character {
    case "y", "Y":
      do throws(CommandFailure) {
        try proposal.write()
        leaveFixes(saying: "\(counted(proposal.preview.count, "fix", plural: "fixes")) written.", hasGeneration: true)
      } catch {
        leaveFixes(saying: error.message)
      }
    case "n", "N", WatchKey.fix.rawValue, WatchKey.quit.rawValue: leaveFixes(saying: "Nothing was written.")
    default: break
    }
  }

  private func leaveFixes(saying notice: String, hasGeneration: Bool = false) {
    proposal = nil
    show(.bundle)
    state.note(notice, hasGeneration: hasGeneration)
  }

  /// Opens the first finding, or the place of the last change.
  private func openEditor() {
    let finding = state.selectedFinding
    let place = finding.map { ($0.file, $0.range?.start.line ?? 1, $0.range?.start.column ?? 1) } ?? state.changes.place
    guard let (file, line, column) = place, !file.isEmpty else {
      state.note(finding == nil ? "There is no place to edit yet." : "This finding has no place in a file.")
      return
    }
    let command = EditorCommand.ofEnvironment.line("\(bundle.directory)/\(file)", line: line, column: column)
    do throws(SystemError) {
      try terminal.edit(command)
    } catch {
      state.warning = "the editor cannot be opened: \(error)"
      terminal.resume(state)
    }
  }

  private func editorEnded() {
    state.warning = terminal.editorEnded()
    terminal.resume(state)
  }
}
