// SPDX-License-Identifier: MIT

/// Cuts a stream of bytes into messages, each ended by a NUL byte, as <https://varlink.org/Wire-Protocol> says.
///
/// Each byte is examined once, however the stream is split into reads.
package struct MessageDecoder: Sendable {
  package enum Outcome: Sendable, Equatable {
    /// The bytes of a message without its NUL.
    case message([UInt8])
    /// The end of the next message has not come yet.
    case incomplete
    /// The next message is longer than the limit. The stream cannot be used any more.
    case tooLong
  }

  /// The bytes that a message may have, its NUL not counted.
  package let limit: Int
  /// Messages that may be longer, by their beginning.
  private let longer: (beginning: [UInt8], limit: Int)?
  private var buffer: [UInt8] = []
  /// The beginning of the next message.
  private var start = 0
  /// The end of the search for a NUL.
  private var searched = 0

  /// - Parameter longer: the beginning, without blanks, of messages with a higher limit.
  package init(limit: Int = 1 << 20, longer: (beginning: [UInt8], limit: Int)? = nil) {
    precondition(limit > 0, "a message has at least one byte")
    self.limit = limit
    self.longer = longer
  }

  /// Bytes that were received and not returned in a message.
  package var pendingCount: Int { buffer.count - start }

  package mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0, start >= buffer.count / 2 {
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next message that was received. Call it until it returns `incomplete`.
  package mutating func next() -> Outcome {
    guard let end = buffer[searched...].firstIndex(of: 0) else {
      searched = buffer.count
      return isTooLong(pendingCount) ? .tooLong : .incomplete
    }
    guard !isTooLong(end - start) else { return .tooLong }
    let message = Array(buffer[start..<end])
    start = end + 1
    searched = start
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
      start = 0
      searched = 0
    }
    return .message(message)
  }

  private func isTooLong(_ count: Int) -> Bool {
    guard count > limit else { return false }
    guard let longer, count <= longer.limit else { return true }
    // The beginning is compared again with each piece of a long message: it has few bytes.
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    return !buffer[start...].prefix(limit).lazy.filter { !blanks.contains($0) }.prefix(longer.beginning.count)
      .elementsEqual(longer.beginning)
  }

  /// Capacity that an idle connection keeps.
  private static let keptCapacity = 1 << 14
}
