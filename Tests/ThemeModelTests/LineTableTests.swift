// SPDX-License-Identifier: MIT

import Testing

@testable import ThemeModel

@Suite struct LineTableTests {
  private func check(
    _ text: String, _ offset: Int, _ line: Int, _ column: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let position = LineTable(Array(text.utf8)).position(offset)
    #expect([position.line, position.column] == [line, column], sourceLocation: sourceLocation)
    #expect(
      LineTable.position(offset, in: Array(text.utf8)) == position, "without a table", sourceLocation: sourceLocation)
  }

  @Test func oneOfManyLinesIsFoundWithoutATable() {
    let text = Array(
      (0..<400).map { String(repeating: "\n", count: $0 % 7) + String(repeating: "é", count: $0 % 5) }.joined().utf8)
    let table = LineTable(text)
    for offset in 0...text.count { #expect(LineTable.position(offset, in: text) == table.position(offset)) }
    let ends = [UInt8](repeating: UInt8(ascii: "\n"), count: 1000)
    #expect(LineTable.position(1000, in: ends).line == 1001)
  }

  /// Bytes that are near a line end, or have its lower bits, at each place of a word.
  @Test func lineEndsAreFoundInWords() {
    let bytes: [UInt8] = [0x0A, 0x0B, 0x09, 0x8A, 0x00, 0x2A, 0xFF, 0x0A]
    for seed in 0..<64 {
      let text = (0..<200).map { bytes[(($0 * $0 * (seed + 3) + $0 * seed) >> 2) % bytes.count] }
      let table = LineTable(text)
      for offset in 0...text.count { #expect(table.position(offset) == LineTable.position(offset, in: text)) }
    }
  }

  @Test func positions() {
    check("", 0, 1, 1)
    check("abc", 0, 1, 1)
    check("abc", 2, 1, 3)
    check("abc", 3, 1, 4)
    check("abc", 99, 1, 4)
    check("abc", -5, 1, 1)
    check("a\nb\n", 1, 1, 2)
    check("a\nb\n", 2, 2, 1)
    check("a\nb\n", 4, 3, 1)
    check("a\r\nb", 3, 2, 1)
    check("\n\n\n", 2, 3, 1)
  }

  @Test func columnsAreScalars() {
    check("é€😀x", 2, 1, 2)
    check("é€😀x", 5, 1, 3)
    check("é€😀x", 9, 1, 4)
    check("a\né!", 4, 2, 2)
    check("\u{FEFF}ab", 3, 1, 1)
    check("\u{FEFF}ab", 4, 1, 2)
    check("\u{FEFF}ab", 0, 1, 1)
    check("\u{FEFF}\nab", 5, 2, 2)
  }

  /// A long line costs a bounded look for each column: the scalars before each stretch of it are counted once.
  @Test func columnsOfLongLines() {
    func check(_ text: String, checkpoints: Int, _ location: SourceLocation = #_sourceLocation) {
      let text = Array(text.utf8)
      let table = LineTable(text)
      #expect(table.scalarsBefore.count == checkpoints, sourceLocation: location)
      // The scan without a table counts from the beginning of the line.
      for offset in stride(from: 0, through: text.count, by: 13) {
        #expect(table.position(offset) == LineTable.position(offset, in: text), "\(offset)", sourceLocation: location)
      }
      #expect(table.position(text.count) == LineTable.position(text.count, in: text), sourceLocation: location)
    }
    let long = String(repeating: "aé€😀", count: 500)
    check(long, checkpoints: 6)
    check("\u{FEFF}\(long)", checkpoints: 6)
    check("short\n\(long)\nshort\n\(long)", checkpoints: 11)
    check(String(repeating: "x", count: LineTable.stretch), checkpoints: 0)
    check(String(repeating: "x", count: LineTable.stretch + 1), checkpoints: 3)
    check(String(repeating: "short\n", count: 1000), checkpoints: 0)
  }

  /// The ends of a part are those of characters, if there are characters.
  @Test func partsOfLongLines() {
    let maximum = LineTable.stretch
    func check(_ line: [UInt8], isText: Bool, location: SourceLocation = #_sourceLocation) {
      let table = LineTable(line)
      for column in [1, 2, 3, 100, 4_000, 9_999, 10_000, 40_000] {
        let part = table.part(ofLine: 1, around: column, maximum: maximum)
        #expect((maximum...maximum + 6).contains(part.bytes.count), "\(column)", sourceLocation: location)
        let text = String(validating: part.bytes, as: UTF8.self)
        #expect(text != nil || !isText, "\(column)", sourceLocation: location)
      }
    }
    for character in ["x", "é", "€", "😀"] {
      let line = Array(String(repeating: character, count: 10_000).utf8)
      check(line, isText: true)
      check(Array("a".utf8) + line, isText: true)
    }
    // Bytes that continue no character, around the part and on one side of it.
    let rest = [UInt8](repeating: 0x80, count: 1 << 20)
    let letters = [UInt8](repeating: UInt8(ascii: "x"), count: 4_100)
    check(rest, isText: false)
    check(letters + rest, isText: false)
    check(rest + letters, isText: false)
  }

  @Test func offsetsAreKept() {
    let table = LineTable(Array("ab\ncd".utf8))
    let range = table.range(ByteRange(1, 4))
    #expect(range.start == SourcePosition(line: 1, column: 2, offset: 1))
    #expect(range.end == SourcePosition(line: 2, column: 2, offset: 4))
  }

  @Test func lines() {
    let table = LineTable(Array("one\r\ntwo\n\nlast".utf8))
    let lines = (0...5).map { String(decoding: table.line($0), as: UTF8.self) }
    #expect(lines == ["", "one", "two", "", "last", ""])
  }
}
