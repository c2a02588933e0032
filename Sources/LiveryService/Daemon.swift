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
/// The daemon itself is the loop and the tables of bundles and consumers. Its extensions are the operations on those tables: files
/// (`Loop`), waiting bundles, hand-over, reloads, and a file for each group of methods (`Methods`). They stay extensions of one type,
/// since nearly every operation changes several tables at once: a method may add a bundle, drain file events, publish, and end the
/// consumers of another bundle. Parts with their own state are types: `ConnectionTable`, `BundleHost`, `FileEvents`, `BundleLoading`.
package final class Daemon {
  private enum Phase {
    case running
    /// All streams are ended. The last replies are still sent, for a moment.
    case stopping
  }

  package let loop: EventLoop
  /// In the order of the configuration, then of their addition.
  package internal(set) var bundles: [BundleHost]
  /// Bundles of the configuration whose directories are missing.
  var waiting: [WaitingBundle] = []
  /// Called with the number of consumers after a consumer came or went.
  package var consumersChanged: (Int) -> Void = { _ in }
  var configuration: DaemonConfiguration {
    didSet { connections.limits = limits }
  }
  /// Made with the first call, since descriptions are parsed for it.
  private(set) lazy var directory = ServiceDirectory(
    vendor: ThemeInterface.vendor, product: ThemeInterface.product, version: productVersion, url: "man:liveryd(8)",
    interfaces: [.theme])
  let clock: MonotonicClock
  /// When the daemon was started.
  let started: UInt64
  var readings = ConfigurationReadings(at: secondsSince1970())
  let fileEvents: FileEvents
  let loading: BundleLoading
  /// Nil if no service manager started the daemon.
  let report: ServiceReport?
  private(set) var consumers: [ConsumerNumber: Consumer] = [:]
  let connections: ConnectionTable
  private let signals: SignalDescriptor?
  let stateDirectory: StateDirectory
  private var phase = Phase.running
  var lastConsumer = 0
  private var lastOverlay = 0

  var limits: Limits { configuration.limits }
  var acceptor: ConnectionAcceptor { connections.acceptor }
  var log: Log { configuration.log }

  /// Nanoseconds for which a long initial message is cached for further consumers.
  static let initialMessageLifetime: UInt64 = 100_000_000
  /// Nanoseconds for which a stop waits for clients to read their last replies.
  private static let stopTimeout: UInt64 = 1_000_000_000

  /// Checks that the directories of the bundles exist, listens, and then loads the bundles. A client that connects during the load
  /// waits for its end. A daemon that cannot have its socket, since another one has it, reads and writes nothing of the bundles.
  ///
  /// - Parameter socket: a socket that the process was started with. A listener takes the place of the daemon's own. A connection is
  ///   the only client, and the daemon ends with it.
  package init(
    _ configuration: DaemonConfiguration, socket: consuming InheritedSocket? = nil
  ) throws(DaemonError) {
    var configuration = configuration
    stateDirectory = try StateDirectory(&configuration)
    self.configuration = configuration
    clock = configuration.clock
    started = clock.now()
    keepLargeBlocksApart()
    ignoreBrokenPipeSignal()
    do throws(SystemError) {
      loop = try EventLoop(clock: clock)
      signals = try Self.signals(configuration.signals, loop)
    } catch {
      throw .system(error)
    }
    fileEvents = FileEvents(
      loop: loop, log: configuration.log, clock: clock, pollInterval: configuration.timeouts.polling)
    loading = BundleLoading(fileEvents, configuration.log, clock)
    report = ServiceReport(configuration.serviceManager, loop: loop, clock: clock)
    let failures = passingFailureCount
    let prepared = try loading.prepareFirst(configuration)
    let place = socket == nil ? configuration.socketPath : "the socket that was handed over"
    do throws(SystemError) {
      connections = try ConnectionTable(configuration, socket, loop: loop, clock: clock)
    } catch {
      throw .socket(error)
    }
    (bundles, waiting) = try loading.loadFirst(prepared, configuration)
    connections.owner = self
    returnFreeMemory()
    lookAgainAfterFailures(since: failures)
    planDrain(started)
    let names = bundles.isEmpty ? "none" : bundles.map(\.name).joined(separator: ", ")
    log.info("listening on \(place), bundles: \(names)")
    logWarnings()
    planLookForWaiting()
    restoreConnections()
    if acceptor.hasOneClient {
      connections.acceptSome()
      endAfterOnlyClient()
    }
  }

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
    report?.begin(status)
    while !isOver {
      do throws(SystemError) {
        for ready in try nextBatch() {
          handle(ready, others)
          connections.answerReleased()
          endAfterOnlyClient()
        }
        if let deadline = log.deadline { loop.setDeadline(Event.logDue.token, at: deadline) }
      } catch {
        throw .system(error)
      }
    }
    for bundle in bundles { bundle.finish() }
    log.tellLeftOut()
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
    case .stopping: connections.isEmpty
    }
  }

  private func handle(_ ready: EventLoop.Ready, _ others: (EventLoop.Ready) -> Void) {
    switch Event(token: ready.token) {
    case .connecting: connections.acceptSome()
    case .acceptingAgain: acceptor.resume()
    case .connection(let number): connections.handle(number, ready.what)
    case .files: filesChanged()
    case .signal: signalled()
    case .bundleDue(let index): bundleIsDue(index)
    case .waitingDue: lookForWaiting()
    case .stopTimedOut: connections.dropAll()
    case .statusDue: report?.tell(status)
    case .watchdogDue: report?.keepAlive()
    case .logDue: log.tellLeftOut()
    case .initialMessageExpired: for bundle in bundles { bundle.dropLongInitialMessages() }
    case .callsDue: connections.answerPostponed()
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
      case .interrupt: stop(reason: "the daemon was told to end")
      case .terminate: stop(reason: "the daemon was told to end", leaving: leaveConnections)
      case .hangUp: if !isStopping { reloadOnSignal() }
      case .windowChanged, .terminalStop, .continued: break
      }
    }
  }

  /// The state of the daemon in a line for people.
  private var status: String {
    let watches = "\(fileEvents.watchCount) watched director\(fileEvents.watchCount == 1 ? "y" : "ies")"
    return "\(counted(bundles.count, "bundle")), \(counted(consumers.count, "consumer")), \(watches)"
  }

  /// Ends all streams. `run` returns when clients have read their last replies, after a second at the latest.
  package func stop(reason: String = "the daemon ends") { stop(reason: reason, leaving: {}) }

  /// - Parameter leave: is called when everything is published, before streams are ended.
  private func stop(reason: String, leaving leave: () -> Void) {
    guard case .running = phase else { return }
    phase = .stopping
    report?.stopping()
    acceptor.close()
    applyFileChanges(rounds: 1)
    for bundle in bundles { publish(bundle) }
    leave()
    for consumer in consumers.values { end(consumer, reason: reason) }
    connections.closeAll()
    loop.setDeadline(Event.stopTimedOut.token, at: clock.now() + Self.stopTimeout)
  }
}

// MARK: - Connections

extension Daemon: ConnectionOwner {
  func deliver(to consumer: ConsumerNumber) {
    if let consumer = consumers[consumer] { deliver(to: consumer) }
  }

  func mayEdit(_ connection: Connection) -> Bool {
    bundles.contains { (try? admit(connection.credentials, toChange: $0)) != nil }
  }

  func connectionDropped(_ connection: Connection) {
    takeBackOverlays(of: connection)
    if let consumer = connection.consumer.flatMap({ consumers[$0] }) { forget(consumer) }
  }

  func drop(_ number: ConnectionNumber) {
    connections.drop(number)
    endAfterOnlyClient()
  }

  /// Stops a daemon that was started for one client when that client has gone.
  private func endAfterOnlyClient() {
    if acceptor.hasOneClient, connections.isEmpty { stop() }
  }
}

// MARK: - Consumers

extension Daemon {
  private func countConsumers() {
    report?.changed()
    consumersChanged(consumers.count)
  }

  func nextOverlayNumber() -> OverlayNumber {
    lastOverlay += 1
    return OverlayNumber(lastOverlay)
  }

  func nextConsumerNumber() -> ConsumerNumber {
    lastConsumer += 1
    return ConsumerNumber(lastConsumer)
  }

  func add(_ consumer: Consumer) {
    consumers[consumer.number] = consumer
    consumer.channel.add(consumer)
    consumer.connection.consumer = consumer.number
    countConsumers()
    log.debug(
      "\(consumer.number.name) follows \(consumer.bundle.name)", .bundle(consumer.bundle.name),
      .consumer(consumer.number.name), .client(consumer.connection.credentials.process))
  }

  /// Sends a consumer the message that is due, unless its socket is full.
  func deliver(to consumer: Consumer) {
    if let excess = consumer.channel.deliver(to: consumer) { end(consumer, excess) }
  }

  /// Ends a stream with a last reply. Its connection is free for calls again.
  func end(_ consumer: Consumer, reason: String) {
    forget(consumer)
    consumer.connection.consumer = nil
    consumer.send(StreamReply.end(reason: reason).body())
    connections.release(consumer.connection.number)
  }

  func end(_ consumer: Consumer, _ excess: Message.Excess) { end(consumer, reason: excess.reason(limits)) }

  private func forget(_ consumer: Consumer) {
    guard consumers.removeValue(forKey: consumer.number) != nil else { return }
    consumer.channel.remove(consumer)
    countConsumers()
    log.debug(
      "\(consumer.number.name) is gone", .bundle(consumer.bundle.name), .consumer(consumer.number.name))
  }
}
