// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import Varlink

/// The owner of a `ConnectionTable`.
protocol ConnectionOwner: AnyObject {
  /// Answers a call on its connection.
  func answer(_ call: Call, on connection: Connection)
  /// Whether the user of a connection may change a bundle.
  func mayEdit(_ connection: Connection) -> Bool
  /// The socket of a consumer has room for the next message.
  func deliver(to consumer: ConsumerNumber)
  /// A connection is gone.
  func connectionDropped(_ connection: Connection)
}

/// The connections of a daemon: accepts them, reads their calls in turns, and drops those that are over.
final class ConnectionTable {
  let acceptor: ConnectionAcceptor
  weak var owner: (any ConnectionOwner)?
  private var connections: [ConnectionNumber: Connection] = [:]
  /// Connections whose stream has ended, and that may have more calls to answer.
  private var released: [ConnectionNumber] = []
  /// Connections with more calls than one turn answers.
  private var postponed: Set<ConnectionNumber> = []
  private let loop: EventLoop
  private let clock: MonotonicClock
  private let log: Log
  var limits: Limits { didSet { acceptor.limits = limits } }

  /// Connections that are accepted in one turn of the loop.
  private static let maximumAccepted = 64
  /// Nanoseconds of one turn for the calls of one connection.
  private static let longestTurn: UInt64 = 5_000_000

  init(
    _ configuration: DaemonConfiguration, _ socket: consuming InheritedSocket?, loop: EventLoop, clock: MonotonicClock
  ) throws(SystemError) {
    acceptor = try ConnectionAcceptor(configuration, socket, loop: loop, clock: clock)
    self.loop = loop
    self.clock = clock
    log = configuration.log
    limits = configuration.limits
  }

  subscript(number: ConnectionNumber) -> Connection? { connections[number] }

  var isEmpty: Bool { connections.isEmpty }

  /// Connections without a consumer that are between two messages.
  var idle: [Connection] { connections.values.filter { $0.consumer == nil && $0.isBetweenMessages } }

  // MARK: Coming and going

  /// Accepts waiting connections, at most the maximum of one turn of the loop. In a storm of connections, hang-ups are handled
  /// between two turns, so that dropped connections do not count against the limits of others.
  func acceptSome() {
    for _ in 0..<Self.maximumAccepted {
      guard let connection = acceptor.accept() else { return }
      connections[connection.number] = connection
    }
  }

  /// Takes over the connection of an earlier daemon.
  func admit(_ stream: consuming UnixStream) throws(SystemError) -> Connection {
    let connection = try acceptor.admit(stream)
    connections[connection.number] = connection
    return connection
  }

  func drop(_ number: ConnectionNumber) {
    guard let connection = connections.removeValue(forKey: number) else { return }
    owner?.connectionDropped(connection)
    connection.leave()
    acceptor.forget(connection)
  }

  func dropAll() { connections.keys.forEach(drop) }

  /// Ends all connections when their bytes are sent.
  func closeAll() {
    for connection in connections.values {
      connection.close()
      dropIfFinished(connection)
    }
  }

  private func dropIfFinished(_ connection: Connection) {
    if connection.isFinished { drop(connection.number) }
  }

  // MARK: Events

  func handle(_ number: ConnectionNumber, _ what: EventLoop.Readiness) {
    // It may have been dropped by an earlier event of the batch.
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
    // Calls that were read are answered before more is read, and before the end.
    if what.contains(.readable), connection.isReading, !postponed.contains(number) { receive(connection) }
    dropIfFinished(connection)
  }

  private func flush(_ connection: Connection) {
    guard connection.flush() else { return }
    if let consumer = connection.consumer {
      owner?.deliver(to: consumer)
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

  // MARK: Calls

  /// Frees a connection whose stream has ended: its calls are answered again.
  func release(_ number: ConnectionNumber) { released.append(number) }

  /// Answers the calls of connections whose stream has ended.
  func answerReleased() {
    while let number = released.popLast() { answerMore(of: number) }
  }

  /// Answers calls that were postponed to this turn of the loop.
  func answerPostponed() {
    let due = postponed
    postponed = []
    for number in due { answerMore(of: number) }
  }

  private func answerMore(of number: ConnectionNumber) {
    guard let connection = connections[number] else { return }
    answerCalls(on: connection)
    dropIfFinished(connection)
  }

  /// Answers calls for one turn, and finishes the last one. The others wait for the next turn of the loop.
  private func answerCalls(on connection: Connection) {
    let end = clock.now() + Self.longestTurn
    while true {
      guard clock.now() <= end else {
        postponed.insert(connection.number)
        return loop.setDeadline(Event.callsDue.token, at: end)
      }
      switch connection.nextMessage() {
      case .incomplete:
        if acceptor.hasRoom(forUnfinishedOf: connection) { return }
        return refuse(
          connection, "its user has more than \(limits.unfinished) bytes of unfinished messages, the limit `unfinished`"
        )
      case .tooLong:
        return refuse(connection, "a message longer than the limit `request` allows, \(limits.request) bytes")
      case .message(let message) where message.count > limits.request && owner?.mayEdit(connection) != true:
        return refuse(connection, "a long message from a user without the right to change a bundle")
      case .message(let message):
        do throws(MalformedMessage) {
          owner?.answer(try Call(message: message, maximumDepth: limits.depth), on: connection)
        } catch {
          return refuse(connection, error.reason)
        }
      }
    }
  }

  /// Ends a connection without a reply. Messages after an invalid one cannot be trusted.
  private func refuse(_ connection: Connection, _ reason: String) {
    log.info(
      "a connection of process \(connection.credentials.process) is closed: \(reason)",
      .client(connection.credentials.process))
    connection.close()
  }
}
