// SPDX-License-Identifier: MIT

import LinuxIO
import LiveryConnection
import Synchronization

/// The one thread on which all themes of a process wait for their daemons: an epoll loop, which sleeps until there is
/// something to read.
///
/// It starts with the first theme that connects and stays. Tasks cannot do this: to wait for a socket would hold one of the
/// few threads that they share, and nothing else in the standard library waits for descriptors. The thread does what comes
/// from the daemon and no more; what is new to whom, readers make out in their own tasks.
final class ClientThread: Sendable {
  enum Order: Sendable {
    case open(UInt64, Theme.Options, Board)
    case change(UInt64, Theme.Context)
    case reconnect(UInt64)
    case close(UInt64)
  }

  /// The token of the waker; links have all above it.
  private static let wakerToken: UInt64 = 0

  private struct Shared {
    var thread: ClientThread?
    var lastLink: UInt64 = 0
  }

  private static let shared = Mutex(Shared())

  private let waker: Waker
  private let orders = Mutex<[Order]>([])

  private init() throws(SystemError) {
    waker = try Waker()
  }

  /// The process's thread, started when there is none, and the number of a new link.
  static func join() throws(SystemError) -> (thread: ClientThread, link: UInt64) {
    // A mutex's closure has no typed errors of its own; this result carries it.
    let outcome = shared.withLock { shared -> Result<(thread: ClientThread, link: UInt64), SystemError> in
      do throws(SystemError) {
        shared.lastLink += 1
        if let thread = shared.thread { return .success((thread, shared.lastLink)) }
        let thread = try ClientThread()
        let loop = try EventLoop()
        try loop.register(thread.waker.descriptor, token: wakerToken, for: .reading)
        let handed = HandedOver(loop)
        try startThread(named: "livery-client") { thread.run(handed.value) }
        shared.thread = thread
        return .success((thread, shared.lastLink))
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
    var links: [UInt64: Link] = [:]
    while let batch = try? loop.wait() {
      for event in batch {
        if event.token == Self.wakerToken {
          waker.reset()
          obey(loop, &links)
        } else {
          // The link may have been closed by an event before this one.
          links[event.token / Link.tokenCount]?.handle(event)
        }
      }
    }
    // Waiting fails only when the program has closed descriptors that are not its own. Themes keep what they have.
    Self.shared.withLock { $0.thread = nil }
  }

  private func obey(_ loop: EventLoop, _ links: inout [UInt64: Link]) {
    let orders = orders.withLock { orders in
      defer { orders = [] }
      return orders
    }
    for order in orders {
      switch order {
      case .open(let number, let options, let board):
        let link = Link(
          options, board, loop: loop, token: number * Link.tokenCount, surroundings: .system,
          search: .here(option: options.socket))
        links[number] = link
        link.start()
      case .change(let number, let context): links[number]?.change(to: context)
      case .reconnect(let number): links[number]?.reconnect()
      case .close(let number): links.removeValue(forKey: number)?.stop()
      }
    }
  }
}

/// Hands the loop to the thread that runs it.
///
/// Unchecked, because the one who made it never looks at it again: it is used by one thread after the other.
private final class HandedOver: @unchecked Sendable {
  let value: EventLoop
  init(_ value: EventLoop) { self.value = value }
}
