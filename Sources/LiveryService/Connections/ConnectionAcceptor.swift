// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import Varlink

/// Accepts connections, up to the limits.
final class ConnectionAcceptor {
  private let loop: EventLoop
  private let clock: MonotonicClock
  var limits: Limits { didSet { unsent.maximum = limits.unsent } }
  private let log: Log
  private var listener: UnixListener?
  /// The only client, if the daemon was started with a connection in place of a listener. The first `accept` returns it.
  private var handedOver: UnixStream?
  /// Whether the daemon was started for one client and ends with it.
  let hasOneClient: Bool
  /// Whether the daemon made its socket, with the path and the group of its configuration.
  let ownsSocket: Bool
  private var lastNumber: UInt64 = 0
  private var count = 0
  private var counts: [UInt32: Int] = [:]
  /// Bytes of incomplete messages, by user.
  private var unfinished: [UInt32: Int] = [:]
  private let unsent: UnsentBytes
  /// Files that the process may have open.
  private let descriptorLimit = raiseDescriptorLimit()
  /// The last accept failed, and that is logged.
  private var hasFailed = false

  /// Descriptors reserved for files, watches and the loop. Connections get the others, or an eighth of all if that is more, as with a
  /// limit below 74.
  private static let otherDescriptors = 64
  /// Descriptors that one client needs at once: for the connection, and for a file with its directory.
  private static let minimumDescriptors = 4
  /// Nanoseconds without an accept after the descriptors have run out.
  private static let pause: UInt64 = 100_000_000

  /// - Parameter socket: a socket that the process was started with, in place of its own.
  init(
    _ configuration: DaemonConfiguration, _ socket: consuming InheritedSocket?, loop: EventLoop, clock: MonotonicClock
  ) throws(SystemError) {
    self.loop = loop
    self.clock = clock
    limits = configuration.limits
    unsent = UnsentBytes(maximum: configuration.limits.unsent)
    log = configuration.log
    switch consume socket {
    case .some(.stream(let stream)):
      (hasOneClient, ownsSocket) = (true, false)
      handedOver = consume stream
    case .some(.listener(let listening)):
      (hasOneClient, ownsSocket) = (false, false)
      listener = consume listening
    case nil:
      (hasOneClient, ownsSocket) = (false, true)
      do throws(SystemError) {
        listener = try Self.bind(configuration)
      } catch {
        throw explained(error)
      }
    }
    try checkRoom()
    if limits.connections > descriptorRoom {
      log.warning(
        "\(descriptorRoom) connections have room, fewer than the limit `connections`, \(limits.connections), since the "
          + "process may open \(descriptorLimit) files: raise its limit (ulimit -Hn, LimitNOFILE=)")
    }
    try listen()
  }

  /// The maximum number of connections that leaves enough descriptors for all other uses; at least one.
  private var descriptorRoom: Int { max(descriptorLimit - Self.otherDescriptors, descriptorLimit / 8, 1) }

  /// A daemon without descriptors for files would try again for ever.
  private func checkRoom() throws(SystemError) {
    var spare: [Waker] = []
    do throws(SystemError) {
      while spare.count < Self.minimumDescriptors { spare.append(try Waker()) }
    } catch {
      throw explained(error)
    }
  }

  /// An error of the start, with the way out if the process may open too few files.
  private func explained(_ error: SystemError) -> SystemError {
    guard error.errno == .tooManyOpenFiles else { return error }
    return SystemError(
      call: error.call, errno: error.errno,
      detail: "the process may open \(descriptorLimit) files, too few to serve anybody: raise its limit (ulimit -Hn, "
        + "LimitNOFILE=)")
  }

  private static func bind(_ configuration: DaemonConfiguration) throws(SystemError) -> UnixListener {
    let path = configuration.socketPath
    let directory = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } ?? "."
    let group = configuration.group
    // Members of the group have to reach the socket.
    if !directory.isEmpty { try makeDirectories(String(directory), mode: group == nil ? 0o700 : 0o755) }
    return try UnixListener(path: path, mode: group == nil ? 0o600 : 0o660, group: group)
  }

  /// The next client that is within the limits; clients over a limit are refused.
  func accept() -> Connection? {
    while true {
      do throws(SystemError) {
        guard let stream = try next() else { return nil }
        hasFailed = false
        let user = try stream.peerCredentials().user
        if let error = refusal(of: user) {
          refuse(stream, error)
          continue
        }
        return try admit(stream)
      } catch {
        if !hasFailed { log.warning("new connections are refused for a moment: \(error)") }
        hasFailed = true
        rest()
        return nil
      }
    }
  }

  private func next() throws(SystemError) -> UnixStream? {
    if let stream = handedOver.take() { return stream }
    return try listener?.accept()
  }

  /// Accepts a client even over the limits: an earlier daemon accepted it.
  func admit(_ stream: consuming UnixStream) throws(SystemError) -> Connection {
    lastNumber += 1
    let connection = try Connection(
      stream, number: ConnectionNumber(value: lastNumber), loop: loop, clock: clock, log: log, limits: limits,
      unsent: unsent)
    count += 1
    counts[connection.credentials.user, default: 0] += 1
    return connection
  }

  /// Counts the bytes of a connection's incomplete message. Returns false if its user then has more than the limit on all
  /// connections.
  func hasRoom(forUnfinishedOf connection: Connection) -> Bool {
    let difference = connection.unfinishedCount - connection.countedUnfinished
    guard difference != 0 else { return true }
    connection.countedUnfinished = connection.unfinishedCount
    let user = connection.credentials.user
    let sum = unfinished[user, default: 0] + difference
    unfinished[user] = sum == 0 ? nil : sum
    return sum <= limits.unfinished
  }

  /// Removes a connection from the counts.
  func forget(_ connection: Connection) {
    let user = connection.credentials.user
    count -= 1
    counts[user, default: 1] -= 1
    if counts[user] == 0 { counts[user] = nil }
    guard connection.countedUnfinished > 0, let sum = unfinished[user] else { return }
    unfinished[user] = sum > connection.countedUnfinished ? sum - connection.countedUnfinished : nil
  }

  /// Accepts connections again after a pause.
  func resume() {
    do throws(SystemError) {
      try listen()
    } catch {
      rest()
    }
  }

  /// Accepts no more connections.
  func close() {
    loop.clearDeadline(Event.acceptingAgain.token)
    stopListening()
    listener = nil
  }

  private func refusal(of user: UInt32) -> CallError? {
    let maximum = min(limits.connections, descriptorRoom)
    if count >= maximum { return .limitExceeded("connections", maximum) }
    if counts[user, default: 0] >= limits.connectionsPerUser {
      return .limitExceeded("connectionsPerUser", limits.connectionsPerUser)
    }
    return nil
  }

  /// Sends the error before the client calls: it is the reply to any call.
  private func refuse(_ stream: borrowing UnixStream, _ error: CallError) {
    var bytes: [UInt8] = []
    Reply(error).encode(into: &bytes)
    _ = try? stream.send(bytes)
  }

  private func rest() {
    stopListening()
    loop.setDeadline(Event.acceptingAgain.token, at: clock.now() + Self.pause)
  }

  private func listen() throws(SystemError) {
    switch listener {
    case .some(let listener): try loop.register(listener.descriptor, token: Event.connecting.token, for: .reading)
    case nil: break
    }
  }

  private func stopListening() {
    switch listener {
    case .some(let listener): try? loop.remove(listener.descriptor)
    case nil: break
    }
  }
}
