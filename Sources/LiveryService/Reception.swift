// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import Varlink

/// Lets clients in, up to the limits.
final class Reception {
  private let loop: EventLoop
  private let clock: MonotonicClock
  private let limits: Limits
  private let log: Log
  private var listener: UnixListener?
  private var lastNumber: UInt64 = 0
  private var count = 0
  private var counts: [UInt32: Int] = [:]

  /// Nanoseconds for which nobody is let in after the descriptors have run out.
  private static let pause: UInt64 = 100_000_000

  init(_ configuration: DaemonConfiguration, loop: EventLoop, clock: MonotonicClock) throws(SystemError) {
    self.loop = loop
    self.clock = clock
    limits = configuration.limits
    log = configuration.log
    let directory = configuration.socketPath.lastIndex(of: "/").map { configuration.socketPath[..<$0] } ?? "."
    if !directory.isEmpty { try makeDirectories(String(directory), mode: 0o700) }
    listener = try UnixListener(path: configuration.socketPath, mode: configuration.socketMode)
    try listen()
  }

  /// The next client that waits and may come in.
  func accept() -> Connection? {
    while true {
      do throws(SystemError) {
        guard let stream = try listener?.accept() else { return nil }
        let user = try stream.peerCredentials().user
        if let error = refusal(of: user) {
          turnAway(stream, error)
          continue
        }
        lastNumber += 1
        let connection = try Connection(
          stream, number: ConnectionNumber(value: lastNumber), loop: loop, clock: clock, limits: limits)
        count += 1
        counts[user, default: 0] += 1
        return connection
      } catch {
        log.warning("a connection cannot be accepted: \(error)")
        rest()
        return nil
      }
    }
  }

  /// Makes room for another.
  func forget(_ connection: Connection) {
    let user = connection.credentials.user
    count -= 1
    counts[user, default: 1] -= 1
    if counts[user] == 0 { counts[user] = nil }
  }

  /// Goes on after a pause.
  func resume() {
    do throws(SystemError) {
      try listen()
    } catch {
      rest()
    }
  }

  /// Nobody can connect any more.
  func close() {
    loop.clearDeadline(Event.acceptingAgain.token)
    stopListening()
    listener = nil
  }

  private func refusal(of user: UInt32) -> CallError? {
    if count >= limits.connections { return .limitExceeded("connections", limits.connections) }
    if counts[user, default: 0] >= limits.connectionsPerUser {
      return .limitExceeded("connectionsPerUser", limits.connectionsPerUser)
    }
    return nil
  }

  /// The answer comes before the question: whatever the client calls, it finds this reply.
  private func turnAway(_ stream: borrowing UnixStream, _ error: CallError) {
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
