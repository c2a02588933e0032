// SPDX-License-Identifier: GPL-2.0-or-later

/// Cuts a stream of the base protocol into messages: headers with `Content-Length`, an empty line, and that number of bytes.
package struct MessageFraming {
  package enum Outcome: Equatable {
    case message([UInt8])
    /// The end of the next message has not come yet.
    case incomplete
    /// A message is longer than the limit. Its bytes are passed over.
    case tooLong
    /// Headers without a length were passed over.
    case malformed
  }

  /// Bytes of a message.
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  /// Bytes of a message that is too long, which have not come yet.
  private var passedOver = 0

  private static let maximumHeaderBytes = 4096

  package init(limit: Int = 256 << 20) { self.limit = limit }

  package mutating func append(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    if passedOver > 0 {
      let count = min(passedOver, bytes.count)
      passedOver -= count
      bytes = bytes.dropFirst(count)
    }
    if start > 0, start >= buffer.count / 2 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// The next message that was received. Call it until it returns `incomplete`.
  package mutating func next() -> Outcome {
    guard let headersEnd else {
      guard buffer.count - start > Self.maximumHeaderBytes else { return .incomplete }
      start = buffer.count
      return .malformed
    }
    let headers = buffer[start..<headersEnd]
    guard let length = Self.length(in: headers) else {
      start = headersEnd + 4
      return .malformed
    }
    let content = headersEnd + 4
    guard length <= limit else {
      let here = min(length, buffer.count - content)
      passedOver = length - here
      start = content + here
      return .tooLong
    }
    guard buffer.count - content >= length else { return .incomplete }
    start = content + length
    return .message(Array(buffer[content..<start]))
  }

  /// The offset of the empty line after the headers.
  private var headersEnd: Int? {
    let end = min(buffer.count, start + Self.maximumHeaderBytes)
    guard end - start >= 4 else { return nil }
    return (start...(end - 4)).first { buffer[$0...].starts(with: [0x0D, 0x0A, 0x0D, 0x0A]) }
  }

  private static func length(in headers: ArraySlice<UInt8>) -> Int? {
    for line in headers.split(separator: 0x0A) {
      let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      let digits = parts[1].filter { $0 != " " && $0 != "\r" }
      return Int(digits).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }

  /// A message with its headers.
  package static func framed(_ content: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }
}
