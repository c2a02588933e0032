// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration

/// What a consumer is owed, by the way from what it holds to what is current.
enum Message {
  enum Kind { case diagnostics, delta, snapshot }

  case nothing
  case bytes(Kind, SharedBytes)
  /// It has more bytes than this limit allows.
  case tooLong(Excess)

  /// Why a consumer cannot be served any more.
  enum Excess: Hashable {
    /// No message may be as long.
    case message
    /// So much must not wait for a consumer that reads slowly.
    case queue
  }

  /// Bytes.
  var count: Int {
    switch self {
    case .nothing, .tooLong: 0
    case .bytes(_, let bytes): bytes.count
    }
  }
}

/// A message that those who come late for it find again: a short one in any case, a long one as long as somebody still
/// reads it.
struct KeptMessage {
  private enum Place {
    case short(Message)
    case long(Message.Kind, Reference)
  }

  private struct Reference {
    weak var bytes: SharedBytes?
  }

  private let place: Place

  /// - Parameter short: so many bytes at most are kept in any case.
  init(_ message: Message, short: Int) {
    place =
      switch message {
      case .bytes(let kind, let bytes) where bytes.count > short: .long(kind, Reference(bytes: bytes))
      case .nothing, .bytes, .tooLong: .short(message)
      }
  }

  var message: Message? {
    switch place {
    case .short(let message): message
    case .long(let kind, let reference): reference.bytes.map { .bytes(kind, $0) }
    }
  }
}

extension Message.Excess {
  /// For the consumer.
  func reason(_ limits: Limits) -> String {
    switch self {
    case .message: "the limit `message` is reached: it would have more than \(limits.message) bytes; select less"
    case .queue: "the limit `queue` is reached: more than \(limits.queue) bytes wait; read faster, or select less"
    }
  }
}
