// SPDX-License-Identifier: MIT

import LinuxIO
import LiveryConnection
import Synchronization
import TestSupport
import Testing
import Varlink

@testable import LiveryClient

/// Time and random waits under the control of a test.
final class ManualWorld: Sendable {
  private let time = Mutex<UInt64>(1_000_000_000_000)
  private let chances = Mutex(SplitMix(seed: 7))
  private let drawn = Mutex<[UInt64]>([])

  /// The waits that were drawn, in nanoseconds.
  var waits: [UInt64] { drawn.withLock { $0 } }

  func advance(by nanoseconds: UInt64) { time.withLock { $0 += nanoseconds } }

  /// The wall clock, which moves with the monotonic one.
  var environment: Environment {
    Environment(
      clock: MonotonicClock { self.time.withLock { $0 } },
      secondsSince1970: { Int(self.time.withLock { $0 } / 1_000_000_000) },
      random: { range in
        let number = self.chances.withLock { UInt64.random(in: range, using: &$0) }
        self.drawn.withLock { $0.append(number) }
        return number
      })
  }
}

/// A theme in the test's thread, with a scripted daemon: the test causes every step.
final class PolledClient {
  let world = ManualWorld()
  let daemon: ScriptedDaemon
  let theme: PolledTheme

  init(_ daemon: ScriptedDaemon? = nil, cache: Theme.Options.Cache = .off, select: [String] = []) throws {
    let daemon = try daemon ?? ScriptedDaemon()
    self.daemon = daemon
    let options = Theme.Options(bundle: "aurora", select: select, name: "test", socket: daemon.socket, cache: cache)
    theme = try PolledTheme(
      options, environment: world.environment, search: SocketSearch(chosen: daemon.socket, directories: [], user: 0))
  }

  /// A client that is live with the state of `Message.first`.
  static func live(
    cache: Theme.Options.Cache = .off, select: [String] = []
  ) throws -> (client: PolledClient, peer: Peer) {
    let client = try PolledClient(cache: cache, select: select)
    _ = client.theme.process()
    let peer = try client.welcome().peer
    try peer.send(Message.first)
    _ = client.theme.process()
    #expect(client.theme.connection == .live)
    return (client, peer)
  }

  /// Runs the next attempt to connect, after a wait of any length.
  @discardableResult func retry() -> Theme.Update? {
    world.advance(by: 2_000_000_000)
    return theme.process()
  }

  /// Accepts the client's connection, and takes its call.
  func welcome() throws -> (peer: Peer, call: Call) {
    let peer = try daemon.accept()
    return (peer, try peer.call())
  }
}
