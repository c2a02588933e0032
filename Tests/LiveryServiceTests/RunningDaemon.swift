// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyDescriptor
import Foundation
import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import LiveryProtocol
import Synchronization
import TestSupport
import Testing
import Varlink

@testable import LiveryService

/// A daemon on a thread of its own, with a real socket.
final class RunningDaemon: Sendable {
  let socket: String
  private let waker: Waker
  private let pause: Pause
  private let over = DispatchSemaphore(value: 0)
  private let isStopped = Mutex(false)
  private let turn: Mutex<WatcherTurn?>
  private let box: Shared<Mutex<Outcome>>

  private struct Outcome: Sendable {
    var error: DaemonError?
  }

  /// Returns when the daemon listens, or throws why it does not.
  ///
  /// - Parameters:
  ///   - watches: whether it needs the watcher; a daemon without bundles may need it later.
  ///   - prepare: runs before, while no other test has a daemon. Processes must be started here: a new process has the
  ///     descriptors of all tests open for a moment, so that a closed file is still open there.
  ///   - decide: is asked before each system call of the daemon.
  init(
    _ configuration: DaemonConfiguration, watches: Bool? = nil, prepare: () throws -> Void = {},
    intercepting decide: (@Sendable (SystemCall) -> Interception)? = nil
  ) throws {
    socket = configuration.socketPath
    turn = Mutex(watches ?? !configuration.bundles.isEmpty ? WatcherTurn() : nil)
    try prepare()
    let waker = try Waker()
    self.waker = waker
    let pause = try Pause()
    self.pause = pause
    let ready = DispatchSemaphore(value: 0)
    let over = over
    let box = Shared(Mutex(Outcome()))
    self.box = box
    Thread.detachNewThread {
      func run() throws(DaemonError) {
        let daemon = try Daemon(configuration)
        let end: UInt64 = 1
        let stand: UInt64 = 2
        do throws(SystemError) {
          try daemon.loop.register(waker.descriptor, token: end, for: .reading)
          try daemon.loop.register(pause.waker.descriptor, token: stand, for: .reading)
        } catch {
          throw .system(error)
        }
        ready.signal()
        try daemon.run { [unowned daemon] event in
          switch event.token {
          case end:
            waker.reset()
            daemon.stop()
          case stand: pause.stand()
          default: break
          }
        }
      }
      do throws(DaemonError) {
        if let decide { try interceptingSystemCalls(decide, in: run) } else { try run() }
      } catch {
        box.value.withLock { $0.error = error }
        ready.signal()
      }
      over.signal()
    }
    ready.wait()
    if let error = box.value.withLock({ $0.error }) {
      isStopped.withLock { $0 = true }
      throw error
    }
  }

  deinit { stop() }

  /// Returns when the daemon has ended.
  func stop() {
    let first = isStopped.withLock { stopped in
      defer { stopped = true }
      return !stopped
    }
    guard first else { return }
    waker.wake()
    over.wait()
    livery_inotify_grant_watches(-1)
    livery_inotify_refuse_instances(0)
    turn.withLock { $0 = nil }
  }

  /// Runs `body` while the daemon stands still. It then sees all changes at once.
  func whileItStands(_ body: () throws -> Void) rethrows { try pause.whileOtherStands(body) }

  /// Why it ended, if no test stopped it.
  var failure: DaemonError? { box.value.withLock(\.error) }

  func connect() throws(ClientError) -> VarlinkConnection {
    try VarlinkConnection(path: socket)
  }

  /// One call on a new connection; the answer is checked by the description.
  func call(_ method: String, _ parameters: JSONValue = [:]) throws(ClientError) -> JSONValue {
    let reply = try connect().call("io.livery.Theme.\(method)", parameters.object ?? JSONObject())
    let fields = Interface.theme.methods[method]?.reply ?? []
    #expect(Interface.theme.firstMismatch(in: reply, with: fields) == nil, "\(method) answers as described")
    return .object(reply)
  }

  /// A consumer; its first reply is not read yet.
  func register(_ parameters: JSONValue = [:]) throws(ClientError) -> VarlinkConnection {
    let connection = try connect()
    try connection.stream("io.livery.Theme.Register", parameters.object ?? JSONObject())
    return connection
  }
}

/// A barrier between two threads.
private final class Pause: Sendable {
  let waker: Waker
  private let stands = DispatchSemaphore(value: 0)
  private let goesOn = DispatchSemaphore(value: 0)

  init() throws(SystemError) { waker = try Waker() }

  func stand() {
    waker.reset()
    stands.signal()
    goesOn.wait()
  }

  func whileOtherStands(_ body: () throws -> Void) rethrows {
    waker.wake()
    stands.wait()
    defer { goesOn.signal() }
    try body()
  }
}

/// Holds the one watcher that a process may have, against tests of other suites that need it too.
///
/// The lock is on the test program's own file, which every one of them can open anew.
final class WatcherTurn: Sendable {
  private let descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)

  init() {
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
  }

  deinit {
    close(descriptor)
  }
}

/// Hands a value that cannot be copied to a thread.
private final class Shared<Value: ~Copyable & Sendable>: Sendable {
  let value: Value
  init(_ value: consuming Value) { self.value = value }
}

extension DaemonConfiguration {
  /// Of a daemon in a test: quiet, and stopped by the test.
  static func inTest(_ directory: ScratchDirectory, bundles: [String] = []) -> DaemonConfiguration {
    var configuration = DaemonConfiguration(
      socketPath: directory("run/livery.sock"), bundles: bundles.map { ConfiguredBundle(directory: directory($0)) })
    configuration.signals = .caller
    configuration.log = Log(level: .error) { _ in }
    return configuration
  }
}
