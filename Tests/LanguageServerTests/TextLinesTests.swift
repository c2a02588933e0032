// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing

@testable import LanguageServer

@Suite struct TextLinesTests {
  /// Positions of a text, as `LINE:CHARACTER` in UTF-8, UTF-16 and UTF-32.
  @Test func positions() {
    let text = TextLines(Array("aé😀e\u{301}\r\nb\n\rc".utf8))
    func check(
      _ offset: Int, _ utf8: String, _ utf16: String, _ utf32: String, _ location: SourceLocation = #_sourceLocation
    ) {
      for (encoding, expected) in [(PositionEncoding.utf8, utf8), (.utf16, utf16), (.utf32, utf32)] {
        let position = text.position(of: offset, encoding)
        #expect("\(position.line):\(position.character)" == expected, "\(encoding)", sourceLocation: location)
        #expect(text.offset(of: position, encoding) == offset, "\(encoding)", sourceLocation: location)
      }
    }
    check(0, "0:0", "0:0", "0:0")
    check(1, "0:1", "0:1", "0:1")
    check(3, "0:3", "0:2", "0:2")
    check(7, "0:7", "0:4", "0:3")
    check(8, "0:8", "0:5", "0:4")
    check(10, "0:10", "0:6", "0:5")
    check(12, "1:0", "1:0", "1:0")
    check(14, "2:0", "2:0", "2:0")
    check(15, "3:0", "3:0", "3:0")
    check(16, "3:1", "3:1", "3:1")
    #expect(text.count == 4)
  }

  /// In a line of any length, places are counted as in its parts.
  @Test func longLines() {
    let piece = "aé😀e\u{301}"
    let text = TextLines(Array((String(repeating: piece, count: 2_000) + "\nb").utf8))
    let bytes = piece.utf8.count
    for (encoding, width) in [(PositionEncoding.utf8, 10), (.utf16, 6), (.utf32, 5)] {
      for number in [0, 1, 102, 103, 999, 1_999, 2_000] {
        let position = TextPosition(line: 0, character: number * width)
        #expect(text.position(of: number * bytes, encoding) == position, "\(encoding) \(number)")
        #expect(text.offset(of: position, encoding) == number * bytes, "\(encoding) \(number)")
      }
      #expect(text.position(of: 2_000 * bytes + 2, encoding) == TextPosition(line: 1, character: 1))
    }
  }

  /// Wild positions are the nearest ones in the text.
  @Test func positionsOutside() {
    let text = TextLines(Array("a😀\r\nb".utf8))
    func check(_ line: Int, _ character: Int, _ encoding: PositionEncoding, _ offset: Int) {
      #expect(text.offset(of: TextPosition(line: line, character: character), encoding) == offset)
    }
    check(0, 100, .utf16, 5)
    check(9, 0, .utf16, 8)
    check(1, 100, .utf8, 8)
    // Within a pair of surrogates, and within the bytes of a character.
    check(0, 2, .utf16, 1)
    check(0, 3, .utf8, 1)
  }

  /// Many edits of one long line, in either direction, walk over it a few times.
  @Test(arguments: [false, true]) func editsOfALongLine(isBackward: Bool) {
    var text = TextLines(Array(String(repeating: "aé😀", count: 20_000).utf8))
    let places = (0..<1_000).map { 60 * $0 }
    for place in isBackward ? places.reversed() : places {
      let start = text.offset(of: TextPosition(line: 0, character: place), .utf16)
      let end = text.offset(of: TextPosition(line: 0, character: place + 2), .utf16)
      text.replace(start..<end, with: Array("bü".utf8))
    }
    #expect(text.bytes == TextLines(text.bytes).bytes && text.count == 1)
    #expect(text.position(of: text.bytes.count, .utf16) == TextPosition(line: 0, character: 80_000))
    #expect(text.walkedBytes < 20 * text.bytes.count)
  }

  /// Any series of edits leads to the same lines as the whole text.
  @Test(arguments: 1...20) func edits(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let pieces = ["a", "é", "😀", "\n", "\r\n", "\r", "", "xyz", "\n\n"].map { Array($0.utf8) }
    // Every second text has a line that is longer than the interval of known positions.
    var bytes = Array(String(repeating: "aé😀", count: seed % 2 == 0 ? 0 : 900).utf8)
    var lines = TextLines(bytes)
    for _ in 0..<200 {
      var boundaries = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
      boundaries.sort()
      let first = random.one(of: boundaries)
      let second = random.one(of: boundaries.filter { $0 >= first && $0 <= first + 12 })
      let new = (0..<Int.random(in: 0..<3, using: &random)).flatMap { _ in random.one(of: pieces) }
      bytes.replaceSubrange(first..<second, with: new)
      lines.replace(first..<second, with: new)
      let whole = TextLines(bytes)
      #expect(lines.bytes == bytes)
      #expect(lines.count == whole.count)
      for _ in 0..<10 {
        let offset = random.one(of: boundaries.filter { $0 <= bytes.count })
        let position = whole.position(of: offset, .utf16)
        #expect(lines.position(of: offset, .utf16) == position)
        #expect(lines.offset(of: position, .utf16) == whole.offset(of: position, .utf16))
      }
    }
  }
}
