// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText

/// Messages that wait for their turn, in order.
struct MessageQueue {
  private var messages: [IncomingMessage] = []
  /// The number of them that are gone.
  private var start = 0

  static let maximumMessages = 1_000

  var isFull: Bool { messages.count - start >= Self.maximumMessages }
  var isEmpty: Bool { start == messages.count }
  var next: IncomingMessage? { isEmpty ? nil : messages[start] }

  mutating func append(_ message: IncomingMessage) { messages.append(message) }

  mutating func removeFirst() {
    start += 1
    guard start >= messages.count else { return }
    messages = []
    start = 0
  }

  /// Takes a request out. Returns whether it was there.
  mutating func remove(request id: JSONValue) -> Bool {
    let place = messages.indices.dropFirst(start).first { index in
      if case .request(id, _, _) = messages[index] { true } else { false }
    }
    guard let place else { return false }
    messages.remove(at: place)
    if isEmpty { (messages, start) = ([], 0) }
    return true
  }
}
