// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration

/// The unsent bytes of a connection: its own replies, and messages that connections share.
struct Outbox {
  fileprivate enum Piece {
    case own(ArraySlice<UInt8>)
    case shared(SharedBytes, from: Int)
  }

  /// Only a few: no call of the client is read while bytes are unsent.
  private var pieces: [Piece] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Sends header and body on an idle connection. Returns the unsent rest; nil if there is none, which is the usual case and costs
  /// one system call.
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

  /// Sends as much as the kernel takes. Returns whether it took anything.
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
        // A socket that took a part is full.
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

  /// The rest after `count` bytes; nil if there is none.
  fileprivate func dropFirst(_ count: Int) -> Self? {
    switch self {
    case .own(let bytes): count < bytes.count ? .own(bytes.dropFirst(count)) : nil
    case .shared(let bytes, let offset):
      offset + count < bytes.count ? .shared(bytes, from: offset + count) : nil
    }
  }
}
