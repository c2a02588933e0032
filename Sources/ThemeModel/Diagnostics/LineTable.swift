// SPDX-License-Identifier: MIT

/// Turns byte offsets of one text into lines and columns. Costs one pass over the text when made, two for a text with long lines,
/// and then O(log lines) for each position, independently of the length of its line.
package struct LineTable: Sendable {
  private let text: [UInt8]
  private let starts: [Int]
  /// For a text with a line longer than a stretch: the scalars before each stretch of the text. Else empty.
  let scalarsBefore: [Int]

  /// In bytes. A column is found by examining at most two stretches.
  package static let stretch = 1024

  package init(_ text: [UInt8]) {
    self.text = text
    var starts = [0]
    // Lines are rarely shorter than 32 bytes. Unused places are never written.
    starts.reserveCapacity(text.count / 32)
    var longest = 0
    // Each load lies within the text. The lowest bit of `found` is the highest bit of the first line end among eight bytes. A borrow of
    // the subtraction may set higher ones.
    text.withUnsafeBytes { text in
      let ends = 0x0A0A_0A0A_0A0A_0A0A as UInt64
      var start = 0
      var index = 0
      while index < text.count {
        if index + 8 <= text.count {
          let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ ends
          let found = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
          guard found != 0 else {
            index += 8
            continue
          }
          index += found.trailingZeroBitCount / 8
        } else if text[index] != UInt8(ascii: "\n") {
          index += 1
          continue
        }
        index += 1
        longest = max(longest, index - start)
        start = index
        starts.append(start)
      }
      longest = max(longest, text.count - start)
    }
    self.starts = starts
    scalarsBefore = longest > Self.stretch ? Self.scalarsBeforeStretches(of: text) : []
  }

  private static func scalarsBeforeStretches(of text: [UInt8]) -> [Int] {
    var counts: [Int] = []
    var count = 0
    for start in stride(from: 0, to: text.count, by: stretch) {
      counts.append(count)
      count += scalars(in: text[start..<min(start + stretch, text.count)])
    }
    counts.append(count)
    return counts
  }

  private static func scalars(in text: ArraySlice<UInt8>) -> Int { count(in: text) { $0 & 0xC0 != 0x80 } }

  /// The number of bytes for which `isCounted` is true.
  @inline(__always)
  private static func count(in text: ArraySlice<UInt8>, where isCounted: (UInt8) -> Bool) -> Int {
    text.withUnsafeBufferPointer { text in
      var count = 0
      var index = 0
      while index < text.count {
        // At most 255 bytes, so that a byte can count them, and the compiler compares many bytes at a time. A `for` loop over this part
        // of the buffer would be compiled byte by byte. `index` stays below `text.count`.
        let end = min(index + 255, text.count)
        var part: UInt8 = 0
        while index < end {
          part &+= isCounted(text[index]) ? 1 : 0
          index += 1
        }
        count += Int(part)
      }
      return count
    }
  }

  private func scalars(in range: Range<Int>) -> Int {
    guard range.count > Self.stretch else { return Self.scalars(in: text[range]) }
    func before(_ offset: Int) -> Int {
      let stretch = offset / Self.stretch
      return scalarsBefore[stretch] + Self.scalars(in: text[stretch * Self.stretch..<offset])
    }
    return before(range.upperBound) - before(range.lowerBound)
  }

  /// The position of a byte. Past the end it is the end. A byte inside a scalar counts with that scalar; a byte order mark
  /// is not a column.
  package func position(_ offset: Int) -> SourcePosition {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return Self.position(min(max(offset, 0), text.count), line: low + 1, start: starts[low], in: text) {
      scalars(in: $0)
    }
  }

  /// The position of one byte of a text, without a table: costs one pass over the text before it.
  package static func position(_ offset: Int, in text: [UInt8]) -> SourcePosition {
    let offset = min(max(offset, 0), text.count)
    let start = text[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return position(offset, line: 1 + lineEnds(in: text[..<start]), start: start, in: text) { scalars(in: text[$0]) }
  }

  private static func position(
    _ offset: Int, line: Int, start: Int, in text: [UInt8], counting scalars: (Range<Int>) -> Int
  ) -> SourcePosition {
    let beginning = line == 1 && text.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, offset) : start
    return SourcePosition(line: line, column: scalars(beginning..<offset) + 1, offset: offset)
  }

  private static func lineEnds(in text: ArraySlice<UInt8>) -> Int { count(in: text) { $0 == UInt8(ascii: "\n") } }

  package func range(_ range: ByteRange) -> SourceRange {
    SourceRange(start: position(Int(range.start)), end: position(Int(range.end)))
  }

  /// A part of a line.
  package struct Part: Sendable {
    package var bytes: ArraySlice<UInt8>
    /// The column of its first scalar.
    package var firstColumn: Int
    /// Whether the line has text before it, and after it.
    package var isCutBefore: Bool
    package var isCutAfter: Bool
  }

  /// A line, counted from 1, without its line end. Of a longer line, `maximum` bytes around a column, with the rest of a character at
  /// each end. Costs O(maximum + log lines), independently of the length of the line. A byte order mark is left out.
  package func part(ofLine number: Int, around column: Int, maximum: Int) -> Part {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var line = line(number)
    if number == 1, line.starts(with: mark) { line = line.dropFirst(mark.count) }
    guard line.count > max(maximum, Self.stretch) else {
      return Part(bytes: line, firstColumn: 1, isCutBefore: false, isCutAfter: false)
    }
    let middle = offset(ofColumn: column, in: line)
    var start = max(line.startIndex, min(middle - maximum / 2, line.endIndex - maximum))
    // A text that is not UTF-8 may have any number of bytes that continue a character.
    let (first, last) = (max(start - 3, line.startIndex), min(start + maximum + 3, line.endIndex))
    while start > first, text[start] & 0xC0 == 0x80 { start -= 1 }
    var end = min(start + maximum, line.endIndex)
    while end < last, text[end] & 0xC0 == 0x80 { end += 1 }
    return Part(
      bytes: text[start..<end], firstColumn: scalars(in: line.startIndex..<start) + 1,
      isCutBefore: start > line.startIndex, isCutAfter: end < line.endIndex)
  }

  /// The offset of a column in a long line; the end of the line for a column past it.
  private func offset(ofColumn column: Int, in line: ArraySlice<UInt8>) -> Int {
    var low = line.startIndex
    var high = line.endIndex
    // The number of scalars before a byte grows with its offset: binary search.
    while high - low > 1 {
      let middle = (low + high) / 2
      if scalars(in: line.startIndex..<middle) < column { low = middle } else { high = middle }
    }
    return low
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
