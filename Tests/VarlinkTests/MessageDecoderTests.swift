// SPDX-License-Identifier: MIT

import Testing

@testable import Varlink

@Suite struct MessageDecoderTests {
  /// Feeds reads to a decoder with a limit of 8 bytes and compares all messages with the expected ones; `nil` stands
  /// for `tooLong`.
  private func check(
    _ reads: [String], _ expected: [String?], pending: Int = 0, _ location: SourceLocation = #_sourceLocation
  ) {
    var decoder = MessageDecoder(limit: 8)
    var messages: [String?] = []
    for read in reads {
      decoder.append(Array(read.utf8))
      while true {
        let outcome = decoder.next()
        if case .message(let bytes) = outcome { messages.append(String(decoding: bytes, as: UTF8.self)) }
        if case .tooLong = outcome { messages.append(nil) }
        guard case .message = outcome else { break }
      }
    }
    #expect(messages == expected, sourceLocation: location)
    #expect(decoder.pendingCount == pending, sourceLocation: location)
  }

  @Test func cutsAtEveryPlace() {
    check([], [])
    check(["a\0"], ["a"])
    check(["\0"], [""])
    check(["a\0b\0", "c\0"], ["a", "b", "c"])
    check(["a", "b", "\0"], ["ab"])
    check(["a\0b"], ["a"], pending: 1)
    check(["a\0b", "c\0d\0e"], ["a", "bc", "d"], pending: 1)
    check(["", "\0", "", "a\0"], ["", "a"])
  }

  @Test func endsAtTheLimit() {
    check(["12345678\0"], ["12345678"])
    check(["1\0" + "12345678", "\0"], ["1", "12345678"])
    check(["123456789\0"], [nil], pending: 10)
    check(["123456789"], [nil], pending: 9)
    check(["1234", "5678"], [], pending: 8)
    check(["1\0" + "1234", "56789"], ["1", nil], pending: 9)
  }

  @Test func takesAMessageByteByByteInLinearTime() {
    var decoder = MessageDecoder()
    let message = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    for byte in message {
      decoder.append(CollectionOfOne(byte))
      guard decoder.next() == .incomplete else {
        Issue.record("a message came too early")
        return
      }
    }
    decoder.append(CollectionOfOne(0))
    #expect(decoder.next() == .message(message))
    #expect(decoder.pendingCount == 0)
  }

  @Test func takesManyMessagesOfOneRead() {
    var decoder = MessageDecoder()
    decoder.append([UInt8](repeating: 0, count: 100_000))
    for _ in 0..<100_000 where decoder.next() != .message([]) { Issue.record("a message is missing") }
    #expect(decoder.next() == .incomplete)
  }
}
