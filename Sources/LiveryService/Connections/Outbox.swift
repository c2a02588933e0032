// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration

/// The bytes that a connection owes its peer: replies of its own, and messages that other connections may share.
struct Outbox {
  fileprivate enum Piece {
    case own(ArraySlice<UInt8>)
    case shared(SharedBytes, from: Int)
  }

  /// Few: a client is not listened to while it is owed something.
  private var pieces: [Piece] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Sends a beginning and shared bytes to one who is owed nothing: what is owed after that. Nil when the kernel took all, as
  /// it almost always does: that costs a system call and nothing else.
  static func rest(
    afterSending beginning: [UInt8], _ bytes: SharedBytes, to stream: borrowing UnixStream
  ) throws(SystemError) -> Outbox? {
    let sent: Int
    switch try stream.send(beginning, bytes) {
    case .sent(let count): sent = count
    case .wouldBlock: sent = 0
    }
    guard sent < beginning.count + bytes.count else { return nil }
    var rest = Outbox()
    rest.append(beginning.dropFirst(sent))
    rest.append(bytes, from: max(0, sent - beginning.count))
    return rest
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    pieces.append(.own(bytes))
    count += bytes.count
  }

  mutating func append(_ bytes: SharedBytes, from offset: Int = 0) {
    guard offset < bytes.count else { return }
    pieces.append(.shared(bytes, from: offset))
    count += bytes.count - offset
  }

  mutating func removeAll() {
    self = Outbox()
  }

  /// Sends as much as the kernel takes. True when it took something.
  mutating func send(to stream: borrowing UnixStream) throws(SystemError) -> Bool {
    var progress = false
    while let piece = pieces.first {
      switch try piece.send(to: stream) {
      case .wouldBlock: return progress
      case .sent(let sent):
        progress = true
        count -= sent
        guard let rest = piece.dropFirst(sent) else {
          pieces.removeFirst()
          continue
        }
        // A socket that takes a part is full.
        pieces[0] = rest
        return progress
      }
    }
    return progress
  }
}

extension Outbox.Piece {
  fileprivate func send(to stream: borrowing UnixStream) throws(SystemError) -> UnixStream.SendOutcome {
    switch self {
    case .own(let bytes): try stream.send(bytes)
    case .shared(let bytes, let offset): try stream.send(bytes, from: offset)
    }
  }

  /// Nil when nothing is left.
  fileprivate func dropFirst(_ count: Int) -> Self? {
    switch self {
    case .own(let bytes): count < bytes.count ? .own(bytes.dropFirst(count)) : nil
    case .shared(let bytes, let offset):
      offset + count < bytes.count ? .shared(bytes, from: offset + count) : nil
    }
  }
}
