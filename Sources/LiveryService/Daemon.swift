// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import ThemeModel
import Varlink

/// Keeps consumers up to date with bundles: watches files, lets the engines resolve them, and speaks Varlink.
///
/// One thread owns everything and waits in one place. A program that embeds the daemon registers its own descriptors and deadlines
/// with `loop`, under tokens below 2^56, and gets their events from `run`.
///
/// The daemon itself is the loop: it hands each event to the part that handles it. `DaemonState` has the tables and lists the parts.
package final class Daemon {
  private enum Phase {
    case running
    /// All streams are ended. The last replies are still sent, for a moment.
    case stopping
  }

  package let loop: EventLoop
  let state: DaemonState
  private let updates: FileUpdates
  private let search: DirectorySearch
  private let reload: ConfigurationReload
  private let handover: Handover
  private let methods: MethodHandler
  private let signals: SignalDescriptor?
  private var compression = CompressionAfterLoad()
  private var phase = Phase.running

  /// Nanoseconds for which a stop waits for clients to read their last replies.
  private static let stopTimeout: UInt64 = 1_000_000_000

  /// Checks that the directories of the bundles exist, listens, and then loads the bundles. A client that connects during the
  /// load waits for its end. If another daemon has the socket, this daemon reads and writes no file of the bundles.
  ///
  /// - Parameter socket: a socket that the process was started with. A listener takes the place of the daemon's own. A connection is
  ///   the only client, and the daemon ends with it.
  package init(
    _ configuration: DaemonConfiguration, socket: consuming InheritedSocket? = nil
  ) throws(DaemonError) {
    var configuration = configuration
    let stateDirectory = try StateDirectory(&configuration)
    keepLargeBlocksApart()
    ignoreBrokenPipeSignal()
    do throws(SystemError) {
      loop = try EventLoop(clock: configuration.clock)
      signals = try Self.signals(configuration.signals, loop)
    } catch {
      throw .system(error)
    }
    let failures = passingFailureCount
    let place = socket == nil ? configuration.socketPath : "the socket that was handed over"
    state = try DaemonState(configuration, stateDirectory, socket, loop: loop)
    updates = FileUpdates(state)
    search = DirectorySearch(state)
    reload = ConfigurationReload(state)
    handover = Handover(state)
    methods = MethodHandler(state)
    state.connections.owner = self
    returnFreeMemory()
    updates.rescanAfterFailures(since: failures)
    updates.planDrain(state.started)
    let names = bundles.isEmpty ? "none" : bundles.map(\.name).joined(separator: ", ")
    log.info("listening on \(place), bundles: \(names)")
    reload.logWarnings()
    search.plan()
    handover.restoreConnections()
    if state.connections.acceptor.hasOneClient {
      state.connections.acceptSome()
      endAfterOnlyClient()
    }
  }

  /// In the order of the configuration, then of their addition.
  package var bundles: [BundleHost] { state.bundles }

  /// Called with the number of consumers after a consumer came or went.
  package var consumersChanged: (Int) -> Void {
    get { state.consumers.countChanged }
    set { state.consumers.countChanged = newValue }
  }

  private var log: Log { state.log }

  private static func signals(
    _ handling: DaemonConfiguration.SignalHandling, _ loop: EventLoop
  ) throws(SystemError) -> SignalDescriptor? {
    switch handling {
    case .caller: return nil
    case .daemon:
      let signals = try SignalDescriptor([.interrupt, .terminate, .hangUp])
      try loop.register(signals.descriptor, token: Event.signal.token, for: .reading)
      return signals
    }
  }

  /// Works until a signal or `stop` ends it.
  ///
  /// - Parameter others: is called with the events of the embedding program.
  package func run(others: (EventLoop.Ready) -> Void = { _ in }) throws(DaemonError) {
    state.report?.begin(status)
    while !isOver {
      do throws(SystemError) {
        for ready in try nextBatch() {
          handle(ready, others)
          state.connections.answerReleased()
          endAfterOnlyClient()
        }
        if let deadline = log.deadline { loop.setDeadline(Event.logDue.token, at: deadline) }
      } catch {
        throw .system(error)
      }
    }
    for bundle in bundles { bundle.finish() }
    log.reportLeftOut()
    log.info("ended")
  }

  /// The next events, hang-ups first: connections that are gone are dropped before a call is answered.
  private func nextBatch() throws(SystemError) -> [EventLoop.Ready] {
    let batch = try loop.wait()
    guard batch.count > 1, batch.contains(where: { $0.what.contains(.hungUp) }) else { return batch }
    return batch.filter { $0.what.contains(.hungUp) } + batch.filter { !$0.what.contains(.hungUp) }
  }

  private var isStopping: Bool {
    switch phase {
    case .running: false
    case .stopping: true
    }
  }

  private var isOver: Bool {
    switch phase {
    case .running: false
    case .stopping: state.connections.isEmpty
    }
  }

  private func handle(_ ready: EventLoop.Ready, _ others: (EventLoop.Ready) -> Void) {
    switch Event(token: ready.token) {
    case .connecting: state.connections.acceptSome()
    case .acceptingAgain: state.connections.acceptor.resume()
    case .connection(let number): state.connections.handle(number, ready.what)
    case .files: updates.filesChanged()
    case .signal: signalled()
    case .bundleDue(let index): updates.bundleIsDue(index)
    case .waitingDue: search.run()
    case .stopTimedOut: state.connections.dropAll()
    case .statusDue: state.report?.send(status: status)
    case .watchdogDue: state.report?.keepAlive()
    case .logDue: log.reportLeftOut()
    case .initialMessageExpired: for bundle in bundles { bundle.dropLongInitialMessages() }
    case .callsDue: state.connections.answerPostponed()
    case .textsDue: if compression.proceed(bundles) { loop.setDeadline(Event.textsDue.token, at: state.clock.now()) }
    case .foreign: others(ready)
    }
  }

  private func signalled() {
    let signals: [Signal]
    switch self.signals {
    case .some(let descriptor): signals = (try? descriptor.read()) ?? []
    case nil: signals = []
    }
    for signal in signals {
      switch signal {
      case .interrupt: stop(reason: "the daemon was asked to end")
      case .terminate: stop(reason: "the daemon was asked to end", leaving: handover.leaveConnections)
      case .hangUp: if !isStopping { reloadOnSignal() }
      case .windowChanged, .terminalStop, .continued: break
      }
    }
  }

  /// The state of the daemon in a line for people.
  private var status: String {
    let watches = "\(state.fileEvents.watchCount) watched director\(state.fileEvents.watchCount == 1 ? "y" : "ies")"
    return "\(counted(bundles.count, "bundle")), \(counted(state.consumers.count, "consumer")), \(watches)"
  }

  /// Ends all streams. `run` returns when clients have read their last replies, after a second at the latest.
  package func stop(reason: String = "the daemon ends") { stop(reason: reason, leaving: {}) }

  /// - Parameter leave: is called when everything is published, before streams are ended.
  private func stop(reason: String, leaving leave: () -> Void) {
    guard case .running = phase else { return }
    phase = .stopping
    state.report?.stopping()
    state.connections.acceptor.close()
    updates.apply(rounds: 1)
    for bundle in bundles { updates.publish(bundle) }
    leave()
    for consumer in state.consumers.all { state.consumers.end(consumer, reason: reason) }
    state.connections.closeAll()
    loop.setDeadline(Event.stopTimedOut.token, at: state.clock.now() + Self.stopTimeout)
  }

  /// Stops a daemon that was started for one client when that client has gone.
  private func endAfterOnlyClient() {
    if state.connections.acceptor.hasOneClient, state.connections.isEmpty { stop() }
  }

  private func reloadOnSignal() {
    // The log has the problems.
    try? reload.run()
  }

  /// Reads all files of a bundle again, and publishes the differences.
  package func recheck(_ bundle: BundleHost) { updates.recheck(bundle) }
}

extension Daemon: ConnectionOwner {
  func answer(_ call: Call, on connection: Connection) { methods.answer(call, on: connection) }

  func deliver(to consumer: ConsumerNumber) {
    if let consumer = state.consumers[consumer] { state.consumers.deliver(to: consumer) }
  }

  func mayEdit(_ connection: Connection) -> Bool {
    state.bundles.contains { state.access.mayChange($0, connection.credentials) }
  }

  func connectionDropped(_ connection: Connection) {
    methods.connectionDropped(connection)
    if let consumer = connection.consumer.flatMap({ state.consumers[$0] }) { state.consumers.remove(consumer) }
  }
}
