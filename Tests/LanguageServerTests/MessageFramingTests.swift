// SPDX-License-Identifier: GPL-2.0-or-later

import Testing

@testable import LanguageServer

@Suite struct MessageFramingTests {
  /// The messages of a stream, in pieces of every length.
  private func check(
    _ stream: String, _ expected: [String], limit: Int = 100, _ location: SourceLocation = #_sourceLocation
  ) {
    let bytes = Array(stream.utf8)
    for length in 1...bytes.count {
      var framing = MessageFraming(limit: limit)
      var found: [String] = []
      for start in stride(from: 0, to: bytes.count, by: length) {
        framing.append(Array(bytes[start..<min(start + length, bytes.count)]))
        loop: while true {
          switch framing.next() {
          case .message(let message): found.append(String(decoding: message, as: UTF8.self))
          case .incomplete: break loop
          case .tooLong: found.append("too long")
          case .malformed: found.append("malformed")
          }
        }
      }
      #expect(found == expected, "\(length)", sourceLocation: location)
    }
  }

  @Test func streams() {
    check("Content-Length: 2\r\n\r\n{}", ["{}"])
    check("content-length:2\r\nContent-Type: x\r\n\r\n{}Content-Length: 3\r\n\r\n[1]", ["{}", "[1]"])
    check("Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1", ["", "1"])
    check("X: 1\r\n\r\nContent-Length: 1\r\n\r\n1", ["malformed", "1"])
    check("Content-Length: -1\r\n\r\nContent-Length: 1\r\n\r\n1", ["malformed", "1"])
    check("Content-Length: x\r\n\r\nContent-Length: 1\r\n\r\n1", ["malformed", "1"])
    check("Content-Length: 5\r\n\r\n12", [])
    check("Content-Length: 5\r\n\r\n12345Content-Length: 1\r\n\r\n1", ["too long", "1"], limit: 4)
    check("Content-Length: 99999999999999999999\r\n\r\n", ["malformed"])
  }

  @Test func headersWithoutEnd() {
    var framing = MessageFraming()
    framing.append([UInt8](repeating: 0x61, count: 10_000))
    #expect(framing.next() == .malformed)
    #expect(framing.next() == .incomplete)
  }
}
