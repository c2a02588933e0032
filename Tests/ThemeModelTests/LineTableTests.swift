// SPDX-License-Identifier: MIT

import Testing
import ThemeModel

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
