// SPDX-License-Identifier: MIT

import JSONText
import Testing

@Suite struct JSONWriterTests {
  @Test(arguments: [
    JSONValue.null, "a \"quoted\" [text] {with}, \\ signs", [], [:], [1, "]", nil], [[], [1, 2], ["a": []]],
    ["a": 1, "b": ["c": ["d,": true, "e": [[1], "x"]]], "f": [["g": 1], ["h": [1.5, -2], "i": [:]]]],
  ])
  func indentsAsWholeValuesAre(_ value: JSONValue) {
    var writer = JSONWriter(.indented)
    writer.value(value)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == value.pretty)
  }

  /// A byte that needs an escape gets it at each place of a text, since texts are searched eight bytes at a time.
  @Test func escapesAtEachPlace() {
    for length in 0...20 {
      for byte: UInt8 in 0..<0x80 {
        for place in 0..<length {
          var text = [UInt8](repeating: UInt8(ascii: "!"), count: length)
          text[place] = byte
          expectEscaped(String(decoding: text, as: UTF8.self))
        }
      }
    }
    for text in ["極\u{22}", "\u{E2}\u{A2}éééééé\u{1}", "\u{7F}\u{80}\u{A0}\u{DC}ÿÿÿÿ", "\u{21}\u{23}[]\u{1F}"] {
      expectEscaped(text)
    }
  }

  private func expectEscaped(_ text: String) {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{8}": "\\b"
      case "\t": "\\t"
      case "\n": "\\n"
      case "\u{C}": "\\f"
      case "\r": "\\r"
      case ..<"\u{10}": "\\u000\(String(scalar.value, radix: 16))"
      case ..<" ": "\\u00\(String(scalar.value, radix: 16))"
      default: String(scalar)
      }
    }.joined()
    var writer = JSONWriter()
    writer.beginObject()
    writer.member(text, text)
    writer.member(text, 1)
    writer.endObject()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"\(escaped)\":\"\(escaped)\",\"\(escaped)\":1}")
  }

  @Test func wholeNumbersHaveNoFraction() {
    for number in Array(-12...1_012) + [99_999, 9_007_199_254_740_992] {
      for write in [{ $0.number(Double(number)) }, { $0.number(number) }] as [(inout JSONWriter) -> Void] {
        var writer = JSONWriter(reserving: 0)
        write(&writer)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "\(number)")
      }
    }
  }

  /// The same text comes out whatever was reserved, copied on the way or drained in pieces.
  @Test(arguments: [0, 1, 7, 256, 1 << 16])
  func growsAsNeeded(reserved: Int) {
    let texts = (0..<300).map { String(repeating: "x", count: $0 * 7 % 300) + ($0 % 5 == 0 ? "\n" : "") }
    var whole = JSONWriter()
    var pieces = JSONWriter(reserving: reserved)
    var drained: [UInt8] = []
    whole.beginArray()
    pieces.beginArray()
    for (number, text) in texts.enumerated() {
      whole.string(text)
      pieces.string(text)
      let copy = pieces.bytes
      #expect(copy.count == pieces.count)
      if number % 3 == 0 {
        drained += pieces.drainBytes()
        #expect(drained.suffix(copy.count) == copy[...] && pieces.count == 0 && pieces.bytes.isEmpty)
      }
      if number == 100 { pieces.reserve(reserved * 2) }
    }
    whole.endArray()
    pieces.endArray()
    drained += pieces.drainBytes()
    #expect(drained == whole.bytes)
    #expect(drained == JSONValue.array(texts.map(JSONValue.string)).bytes)
  }
}
