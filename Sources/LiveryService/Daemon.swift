// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import ThemeModel
import Varlink

/// Keeps consumers up to date with bundles: watches files, lets the engines resolve them, and speaks Varlink.
///
/// One thread owns all of it and waits in one place. A program that embeds the daemon registers descriptors and deadlines of
/// its own with `loop`, under tokens below 2^56, and gets what is ready of them out of `run`.
package final class Daemon {
  private enum Phase {
    case running
    /// Everybody was told. What is owed is still sent, for a moment.
    case sayingGoodbye
  }

  package let loop: EventLoop
  /// In the order in which they were named.
  package internal(set) var bundles: [BundleHost]
  /// Those of the configuration whose directories are not there.
  var waiting: [WaitingBundle] = []
  /// Called after consumers came or went, with their number.
  package var consumersChanged: (Int) -> Void = { _ in }
  var configuration: DaemonConfiguration {
    didSet { reception.limits = limits }
  }
  /// Made with the first call: descriptions are parsed for it.
  private(set) lazy var directory = ServiceDirectory(
    vendor: ThemeInterface.vendor, product: ThemeInterface.product, version: productVersion, url: "man:liveryd(8)",
    interfaces: [.theme])
  let clock: MonotonicClock
  /// When the daemon was started.
  let started: UInt64
  var readings = ConfigurationReadings(at: secondsSince1970())
  let fileEvents: FileEvents
  let loading: BundleLoading
  /// Nil when no service manager started the daemon.
  let report: ServiceReport?
  private(set) var consumers: [ConsumerNumber: Consumer] = [:]
  let reception: Reception
  private let signals: SignalDescriptor?
  var connections: [ConnectionNumber: Connection] = [:]
  let stateDirectory: StateDirectory
  /// Connections whose stream has ended, and that may have more calls to be answered.
  private var released: [ConnectionNumber] = []
  /// Those that have called for more than is answered in one turn.
  private var postponed: Set<ConnectionNumber> = []
  /// Nanoseconds of a turn for the calls of one connection: others wait for it.
  private static let longestTurn: UInt64 = 5_000_000
  private var phase = Phase.running
  /// Bundles, by their numbers, that git has between two states.
  var lockedBundles: Set<Int> = []
  var lastConsumer = 0

  var limits: Limits { configuration.limits }
  var log: Log { configuration.log }

  private static let mostAccepted = 64
  /// Nanoseconds for which a long first reply is kept for the next who asks for it.
  static let welcome: UInt64 = 100_000_000
  /// Nanoseconds for which a stop waits for clients to take what they are owed.
  private static let farewell: UInt64 = 1_000_000_000

  /// Listens, then loads the bundles: who connects meanwhile waits, and finds everything there. Nobody is listened to
  /// before it is known that the bundles are there, and nothing is read or written for them by a daemon that another one
  /// keeps from its socket.
  ///
  /// - Parameter socket: what whoever started the process has opened for it. A listener takes the place of the daemon's
  ///   own; a connection is the only client, and the daemon ends with it.
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
      loop: loop, log: configuration.log, clock: clock, pollInterval: configuration.patience.polling)
    loading = BundleLoading(fileEvents, configuration.log, clock)
    report = ServiceReport(configuration.serviceManager, loop: loop, clock: clock)
    let failures = passingFailureCount
    let prepared = try loading.prepareFirst(configuration)
    let place = socket == nil ? configuration.socketPath : "the socket that was handed over"
    do throws(SystemError) {
      reception = try Reception(configuration, socket, loop: loop, clock: clock)
    } catch {
      throw .socket(error)
    }
    (bundles, waiting) = try loading.loadFirst(prepared, configuration)
    returnFreeMemory()
    lookAgainAfterFailures(since: failures)
    planDrain(started)
    let names = bundles.isEmpty ? "none" : bundles.map(\.name).joined(separator: ", ")
    log.info("listening on \(place), bundles: \(names)")
    logWarnings()
    planLookForWaiting()
    takeBackConnections()
    if reception.hasOneClient {
      acceptSome()
      if connections.isEmpty { stop() }
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

  /// Works until it is stopped, by a signal or by `stop`.
  ///
  /// - Parameter others: gets what is ready of the embedding program.
  package func run(others: (EventLoop.Ready) -> Void = { _ in }) throws(DaemonError) {
    report?.begin(status)
    while !isOver {
      do throws(SystemError) {
        for ready in try nextBatch() {
          handle(ready, others)
          answerReleased()
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

  /// What is ready, hang-ups first: who has gone is gone before anybody else is answered.
  private func nextBatch() throws(SystemError) -> [EventLoop.Ready] {
    let batch = try loop.wait()
    guard batch.count > 1, batch.contains(where: { $0.what.contains(.hungUp) }) else { return batch }
    return batch.filter { $0.what.contains(.hungUp) } + batch.filter { !$0.what.contains(.hungUp) }
  }

  private var isSayingGoodbye: Bool {
    switch phase {
    case .running: false
    case .sayingGoodbye: true
    }
  }

  private var isOver: Bool {
    switch phase {
    case .running: false
    case .sayingGoodbye: connections.isEmpty
    }
  }

  private func handle(_ ready: EventLoop.Ready, _ others: (EventLoop.Ready) -> Void) {
    switch Event(token: ready.token) {
    case .connecting: acceptSome()
    case .acceptingAgain: reception.resume()
    case .connection(let number): connectionReady(number, ready.what)
    case .files: filesChanged()
    case .signal: signalled()
    case .bundleDue(let index): bundleIsDue(index)
    case .waitingDue: lookForWaiting()
    case .farewellEnded: connections.keys.forEach(drop)
    case .statusDue: report?.tell(status)
    case .watchdogDue: report?.keepAlive()
    case .logDue: log.tellLeftOut()
    case .crowdIsIn: for bundle in bundles { bundle.forgetLongWelcomes() }
    case .callsDue: answerPostponed()
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
      case .hangUp: if !isSayingGoodbye { reloadOnSignal() }
      case .windowChanged, .terminalStop, .continued: break
      }
    }
  }

  /// How the daemon is, in a line for people.
  private var status: String {
    let watches = "\(fileEvents.watchCount) watched director\(fileEvents.watchCount == 1 ? "y" : "ies")"
    return "\(counted(bundles.count, "bundle")), \(counted(consumers.count, "consumer")), \(watches)"
  }

  /// Says goodbye to all consumers; `run` returns when they have heard it, after a second at the latest.
  package func stop(reason: String = "the daemon ends") { stop(reason: reason, leaving: {}) }

  /// - Parameter leave: is called when everything is published and nobody was told goodbye.
  private func stop(reason: String, leaving leave: () -> Void) {
    guard case .running = phase else { return }
    phase = .sayingGoodbye
    report?.stopping()
    reception.close()
    takeOverFiles(rounds: 1)
    for bundle in bundles { publish(bundle) }
    leave()
    for consumer in consumers.values { end(consumer, reason: reason) }
    for connection in connections.values {
      connection.close()
      if connection.isFinished { drop(connection.number) }
    }
    loop.setDeadline(Event.farewellEnded.token, at: clock.now() + Self.farewell)
  }
}

// MARK: - Connections

extension Daemon {
  /// Lets in those who wait, as many as one turn of the loop may: in a storm of connections those that are dropped again
  /// are heard of between two turns, and do not fill the room of others.
  private func acceptSome() {
    for _ in 0..<Self.mostAccepted {
      guard let connection = reception.accept() else { return }
      connections[connection.number] = connection
    }
  }

  private func connectionReady(_ number: ConnectionNumber, _ what: EventLoop.Readiness) {
    // It may have been dropped while the batch was handled.
    guard let connection = connections[number] else { return }
    if what.contains(.deadline) {
      let fault = connection.unsentCount > 0 ? "it does not read" : "it does not finish a message"
      log.info(
        "a connection of process \(connection.credentials.process) is closed: \(fault), the limit `stalled` is reached",
        .client(connection.credentials.process))
      return drop(number)
    }
    if what.contains(.hungUp), !(what.contains(.readable) && connection.isReading) { return drop(number) }
    if what.contains(.writable) { flush(connection) }
    // What has come is answered before more is read, and before the end.
    if what.contains(.readable), connection.isReading, !postponed.contains(number) { receive(connection) }
    if connection.isFinished { drop(number) }
  }

  private func flush(_ connection: Connection) {
    guard connection.flush() else { return }
    if let consumer = connection.consumer.flatMap({ consumers[$0] }) {
      deliver(to: consumer)
    } else {
      answerCalls(on: connection)
    }
  }

  private func receive(_ connection: Connection) {
    switch connection.receive() {
    case .nothing: break
    case .bytes: answerCalls(on: connection)
    case .end: connection.close()
    case .failed(let error): refuse(connection, "\(error)")
    }
  }

  private func answerReleased() {
    while let number = released.popLast() {
      guard let connection = connections[number] else { continue }
      answerCalls(on: connection)
      if connection.isFinished { drop(number) }
    }
  }

  private func answerPostponed() {
    let due = postponed
    postponed = []
    for number in due {
      guard let connection = connections[number] else { continue }
      answerCalls(on: connection)
      if connection.isFinished { drop(number) }
    }
  }

  /// Answers what is called for, until the turn is over: whoever sends many calls at once, or long ones, keeps others waiting for
  /// one call at most.
  private func answerCalls(on connection: Connection) {
    let end = clock.now() + Self.longestTurn
    while true {
      guard clock.now() <= end else {
        postponed.insert(connection.number)
        return loop.setDeadline(Event.callsDue.token, at: end)
      }
      switch connection.nextMessage() {
      case .incomplete:
        if reception.hasRoom(forUnfinishedOf: connection) { return }
        return refuse(
          connection, "its user has more than \(limits.unfinished) bytes of unfinished messages, the limit `unfinished`"
        )
      case .tooLong:
        return refuse(connection, "a message longer than the limit `request` allows, \(limits.request) bytes")
      case .message(let message):
        do throws(MalformedMessage) {
          answer(try Call(message: message, maximumDepth: limits.depth), on: connection)
        } catch {
          return refuse(connection, error.reason)
        }
      }
    }
  }

  /// What comes after a message that makes no sense cannot be trusted: the connection ends unanswered.
  private func refuse(_ connection: Connection, _ reason: String) {
    log.info(
      "a connection of process \(connection.credentials.process) is closed: \(reason)",
      .client(connection.credentials.process))
    connection.close()
  }

  func drop(_ number: ConnectionNumber) {
    guard let connection = connections.removeValue(forKey: number) else { return }
    if let consumer = connection.consumer.flatMap({ consumers[$0] }) { forget(consumer) }
    connection.leave()
    reception.forget(connection)
    if reception.hasOneClient, connections.isEmpty { stop() }
  }
}

// MARK: - Consumers

extension Daemon {
  private func countConsumers() {
    report?.changed()
    consumersChanged(consumers.count)
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

  /// Sends a consumer what it is owed, unless it still has something to read.
  func deliver(to consumer: Consumer) {
    if let excess = consumer.channel.deliver(to: consumer) { end(consumer, excess) }
  }

  /// Ends a stream with a last reply; its connection is free again.
  func end(_ consumer: Consumer, reason: String) {
    forget(consumer)
    consumer.connection.consumer = nil
    consumer.send(StreamReply.end(reason: reason).body())
    released.append(consumer.connection.number)
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
