// SPDX-License-Identifier: MIT

import LinuxIO
import LiveryConnection
import Synchronization

/// The one thread that runs the sessions of all themes of a process, in an epoll loop.
///
/// It starts with the first theme that connects, and stays. A task cannot do this: waiting for a socket would hold one of the
/// few threads that tasks share, and the standard library has no other way to wait for descriptors. The thread only applies
/// messages and publishes states; readers compare states in their own tasks.
final class ClientThread: Sendable {
  enum Order: Sendable {
    case open(UInt64, Theme.Options, StatePublisher)
    case change(UInt64, Theme.Context)
    case reconnect(UInt64)
    case close(UInt64)
  }

  /// The token of the waker; sessions use the tokens above it.
  private static let wakerToken: UInt64 = 0

  private struct Shared {
    var thread: ClientThread?
    var lastSession: UInt64 = 0
  }

  private static let shared = Mutex(Shared())

  private let waker: Waker
  private let orders = Mutex<[Order]>([])

  private init() throws(SystemError) {
    waker = try Waker()
  }

  /// The process's thread, started if needed, and the number of a new session.
  static func join() throws(SystemError) -> (thread: ClientThread, session: UInt64) {
    // A mutex's closure has no typed errors of its own; this result carries it.
    let outcome = shared.withLock { shared -> Result<(thread: ClientThread, session: UInt64), SystemError> in
      do throws(SystemError) {
        shared.lastSession += 1
        if let thread = shared.thread { return .success((thread, shared.lastSession)) }
        let thread = try ClientThread()
        let loop = try EventLoop()
        try loop.register(thread.waker.descriptor, token: wakerToken, for: .reading)
        let handed = HandedOver(loop)
        try startThread(named: "livery-client") { thread.run(handed.value) }
        shared.thread = thread
        return .success((thread, shared.lastSession))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  func send(_ order: Order) {
    orders.withLock { $0.append(order) }
    waker.wake()
  }

  private func run(_ loop: EventLoop) {
    var sessions: [UInt64: ReconnectingSession] = [:]
    while let batch = try? loop.wait() {
      for event in batch {
        if event.token == Self.wakerToken {
          waker.reset()
          execute(loop, &sessions)
        } else {
          // An earlier event may have closed the session.
          sessions[event.token / ReconnectingSession.tokenCount]?.handle(event)
        }
      }
    }
    // Waiting fails only when the program closed descriptors that are not its own. Themes keep their values.
    Self.shared.withLock { $0.thread = nil }
  }

  private func execute(_ loop: EventLoop, _ sessions: inout [UInt64: ReconnectingSession]) {
    let orders = orders.withLock { orders in
      defer { orders = [] }
      return orders
    }
    for order in orders {
      switch order {
      case .open(let number, let options, let publisher):
        let session = ReconnectingSession(
          options, publisher, loop: loop, token: number * ReconnectingSession.tokenCount, environment: .system,
          search: .here(option: options.socket))
        sessions[number] = session
        session.start()
      case .change(let number, let context): sessions[number]?.change(to: context)
      case .reconnect(let number): sessions[number]?.reconnect()
      case .close(let number): sessions.removeValue(forKey: number)?.stop()
      }
    }
  }
}

/// Moves the loop to the thread that runs it.
///
/// Unchecked: the thread that made the loop does not use it afterwards.
private final class HandedOver: @unchecked Sendable {
  let value: EventLoop
  init(_ value: EventLoop) { self.value = value }
}
