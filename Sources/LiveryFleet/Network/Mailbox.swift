// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import Synchronization

/// Messages from the threads of libnats to the one thread of the program.
final class Mailbox: Sendable {
  enum Item: Sendable {
    /// An answer to the request of this number.
    case answer(request: Int, Answer)
    /// A message on a subject that was subscribed to.
    case message(subject: String)
    /// The server refused something, in its words.
    case violation(String)
    case closed(String)
  }

  private static let registered = Mutex<(last: Int, mailboxes: [Int: Mailbox])>((0, [:]))

  /// Gives a mailbox a number that is never used again.
  static func register(_ mailbox: Mailbox) -> Int {
    registered.withLock { registered in
      registered.last += 1
      registered.mailboxes[registered.last] = mailbox
      return registered.last
    }
  }

  static func remove(_ number: Int) { registered.withLock { $0.mailboxes[number] = nil } }

  /// The mailbox of the number that libnats hands back; nil when its connection is gone.
  static func of(_ closure: UnsafeMutableRawPointer?) -> Mailbox? {
    registered.withLock { $0.mailboxes[Int(bitPattern: closure)] }
  }

  private let items = Mutex<[Item]>([])
  /// Awake while there are items.
  let waker: Waker

  init() throws(SystemError) { waker = try Waker() }

  /// Called from any thread.
  func put(_ item: Item) {
    items.withLock { $0.append(item) }
    waker.wake()
  }

  /// Removes and returns all items.
  func removeAll() -> [Item] {
    waker.reset()
    return items.withLock { items in
      defer { items.removeAll() }
      return items
    }
  }
}

/// An answer to a request.
struct Answer: Sendable {
  let bytes: [UInt8]
  /// 404 and its like; nil for an answer with content.
  let status: Int?
  /// Headers of an answer to a direct get.
  let sequence: UInt64?
  /// Seconds since 1970, by the clock of the server.
  let time: Int?
}
