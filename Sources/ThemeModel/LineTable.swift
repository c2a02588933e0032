// SPDX-License-Identifier: MIT

/// Turns byte offsets of one text into lines and columns. Costs one pass over the text when made, then O(log lines) plus
/// the length of the line for each position.
package struct LineTable: Sendable {
  private let text: [UInt8]
  private let starts: [Int]

  package init(_ text: [UInt8]) {
    self.text = text
    var starts = [0]
    // Each load lies within the text. Most groups of eight bytes have no line end, which is told by one subtraction: a byte
    // that is none borrows nothing from its highest bit.
    text.withUnsafeBytes { text in
      let ends = 0x0A0A_0A0A_0A0A_0A0A as UInt64
      var index = 0
      while index < text.count {
        if index + 8 <= text.count {
          let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ ends
          if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 == 0 {
            index += 8
            continue
          }
        }
        let end = min(index + 8, text.count)
        while index < end {
          if text[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
          index += 1
        }
      }
    }
    self.starts = starts
  }

  /// The position of a byte. Past the end it is the end. A byte inside a scalar counts with that scalar; a byte order mark
  /// is no column.
  package func position(_ offset: Int) -> SourcePosition {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return Self.position(min(max(offset, 0), text.count), line: low + 1, start: starts[low], in: text)
  }

  /// The position of one byte of a text, without a table: costs one pass over what stands before it.
  package static func position(_ offset: Int, in text: [UInt8]) -> SourcePosition {
    let offset = min(max(offset, 0), text.count)
    let start = text[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return position(offset, line: 1 + lineEnds(in: text[..<start]), start: start, in: text)
  }

  private static func position(_ offset: Int, line: Int, start: Int, in text: [UInt8]) -> SourcePosition {
    let beginning = line == 1 && text.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, offset) : start
    let column = text[beginning..<offset].count { $0 & 0xC0 != 0x80 } + 1
    return SourcePosition(line: line, column: column, offset: offset)
  }

  private static func lineEnds(in text: ArraySlice<UInt8>) -> Int {
    text.withUnsafeBufferPointer { text in
      var count = 0
      var index = 0
      while index < text.count {
        // As many as a byte can count: so the compiler compares many bytes at a time.
        let end = min(index + 255, text.count)
        var part: UInt8 = 0
        for byte in text[index..<end] { part &+= byte == UInt8(ascii: "\n") ? 1 : 0 }
        count += Int(part)
        index = end
      }
      return count
    }
  }

  package func range(_ range: ByteRange) -> SourceRange {
    SourceRange(start: position(Int(range.start)), end: position(Int(range.end)))
  }

  /// The bytes of a line, counted from 1, without its line end. Empty past the last line.
  package func line(_ number: Int) -> ArraySlice<UInt8> {
    guard number >= 1, number <= starts.count else { return [] }
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] - 1 : text.count
    if end > start, text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return text[start..<end]
  }
}
