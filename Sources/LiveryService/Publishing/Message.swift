// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration

/// A message that is due to consumers.
enum Message {
  enum Kind { case diagnostics, delta, snapshot }

  case nothing
  case bytes(Kind, SharedBytes)
  /// The message has more bytes than this limit allows.
  case tooLong(Excess)

  /// The limit that a message exceeds, so that the streams of its consumers end.
  enum Excess: Hashable {
    /// The limit for any message.
    case message
    /// The limit for a message that waited for a slow consumer.
    case queue
    /// The limit for all messages that a user has not read.
    case unsent
  }

  /// Bytes.
  var count: Int {
    switch self {
    case .nothing, .tooLong: 0
    case .bytes(_, let bytes): bytes.count
    }
  }
}

/// A cache entry for an encoded message. Long bodies are held weakly: as long as some connection still sends them.
struct CachedMessage {
  private enum Storage {
    case strong(Message)
    case weak(Message.Kind, Reference)
  }

  private struct Reference {
    weak var bytes: SharedBytes?
  }

  private let storage: Storage

  /// - Parameter strongLimit: bytes up to which a body is held strongly.
  init(_ message: Message, strongLimit: Int) {
    storage =
      switch message {
      case .bytes(let kind, let bytes) where bytes.count > strongLimit: .weak(kind, Reference(bytes: bytes))
      case .nothing, .bytes, .tooLong: .strong(message)
      }
  }

  /// Nil when the body is gone.
  var message: Message? {
    switch storage {
    case .strong(let message): message
    case .weak(let kind, let reference): reference.bytes.map { .bytes(kind, $0) }
    }
  }
}

extension Message.Excess {
  /// The text for the consumer.
  func reason(_ limits: Limits) -> String {
    switch self {
    case .message: "the limit `message` is reached: it would have more than \(limits.message) bytes; select less"
    case .unsent:
      "the limit `unsent` is reached: more than \(limits.unsent) bytes wait for the connections of this user; read faster, or select "
        + "less"
    case .queue: "the limit `queue` is reached: more than \(limits.queue) bytes wait; read faster, or select less"
    }
  }
}
