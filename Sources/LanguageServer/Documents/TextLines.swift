// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeModel

/// The unit by which a client counts the characters of a line.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"
}

/// A position in a text as the protocol has it: the line and the character in it, both from 0.
struct TextPosition: Equatable {
  var line: Int
  var character: Int

  init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  init(_ json: JSONValue?) throws(ResponseError) {
    guard let line = json?["line"]?.number, let character = json?["character"]?.number, line >= 0, character >= 0,
      let line = Int(exactly: line), let character = Int(exactly: character)
    else { throw .invalidParameters("a position has `line` and `character`, whole numbers from 0") }
    self.init(line: line, character: character)
  }

  var json: JSONValue { ["line": .number(Double(line)), "character": .number(Double(character))] }
}

/// A text with the places of its lines. Positions past the end of a line or of the text count as the end.
struct TextLines {
  private(set) var bytes: [UInt8]
  /// The offset of each line.
  private var starts: [Int]
  private var longLines = LongLines()

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = [0]
    starts += Self.starts(in: bytes, 0..<bytes.count)
  }

  /// The beginnings of the lines that follow a line end within a range. A CR before an LF is part of one line end.
  private static func starts(in bytes: [UInt8], _ range: Range<Int>) -> [Int] {
    var starts: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      for index in range {
        let byte = bytes[index]
        guard byte == 0x0A || byte == 0x0D else { continue }
        if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
        starts.append(index + 1)
      }
    }
    return starts
  }

  var count: Int { starts.count }

  // MARK: Positions

  /// The bytes of a line without its end.
  private func line(_ number: Int) -> ArraySlice<UInt8> {
    var line = bytes[starts[number]..<(number + 1 < starts.count ? starts[number + 1] : bytes.count)]
    if line.last == 0x0A { line.removeLast() }
    if line.last == 0x0D { line.removeLast() }
    return line
  }

  func start(ofLine number: Int) -> Int { number < starts.count ? starts[number] : bytes.count }

  /// The lines that a range touches, from 0.
  func lines(of range: ByteRange) -> ClosedRange<Int> {
    let first = line(at: Int(range.start))
    return first...max(first, line(at: Int(range.end)))
  }

  /// The line of an offset: by bisection.
  private func line(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  func offset(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
    guard position.line < starts.count else { return bytes.count }
    let line = line(position.line)
    let marks = marks(ofLine: position.line, encoding)
    var (index, character) = marks[marks.lastPlace { $0.character <= position.character }]
    while index < line.endIndex, character < position.character {
      let length = Self.length(of: line[index])
      let width = Self.width(length, encoding)
      // A position within a character is its beginning.
      guard character + width <= position.character else { break }
      character += width
      index += length
    }
    return min(index, line.endIndex)
  }

  func position(of offset: Int, _ encoding: PositionEncoding) -> TextPosition {
    let offset = min(max(offset, 0), bytes.count)
    let low = line(at: offset)
    let marks = marks(ofLine: low, encoding)
    var (index, character) = marks[marks.lastPlace { $0.byte <= offset }]
    while index < offset {
      let length = Self.length(of: bytes[index])
      character += Self.width(length, encoding)
      index += length
    }
    return TextPosition(line: low, character: character)
  }

  /// Places in a line whose characters are counted: its beginning, and of a long line one in a thousand bytes.
  private func marks(ofLine number: Int, _ encoding: PositionEncoding) -> [LongLines.Mark] {
    let start = starts[number]
    let end = number + 1 < starts.count ? starts[number + 1] : bytes.count
    guard end - start > LongLines.interval else { return [(start, 0)] }
    return longLines.marks(ofLine: number, encoding) {
      var marks: [LongLines.Mark] = [(start, 0)]
      var (index, character) = (start, 0)
      while index < end {
        if index - marks[marks.count - 1].byte >= LongLines.interval { marks.append((index, character)) }
        let length = Self.length(of: bytes[index])
        character += Self.width(length, encoding)
        index += length
      }
      return marks
    }
  }

  func range(_ range: ByteRange, _ encoding: PositionEncoding) -> JSONValue {
    [
      "start": position(of: Int(range.start), encoding).json, "end": position(of: Int(range.end), encoding).json,
    ]
  }

  /// The bytes of a scalar by its first one. A byte that begins none stands for itself.
  private static func length(of byte: UInt8) -> Int {
    switch byte {
    case 0xC0..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0...: 4
    default: 1
    }
  }

  private static func width(_ length: Int, _ encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: length
    case .utf16: length == 4 ? 2 : 1
    case .utf32: 1
    }
  }

  // MARK: Changes

  /// Replaces a part of the text. Costs the length of the text after it, and not a search for line ends there.
  mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    let first = starts.lastIndex { $0 <= range.lowerBound } ?? 0
    // The line end at the border may join or part with its neighbour: the lines around are looked at again.
    let from = max(first - 1, 0)
    let next = starts.firstIndex { $0 > range.upperBound + 1 } ?? starts.count
    let shift = text.count - range.count
    bytes.replaceSubrange(range, with: text)
    longLines = LongLines()
    let end = next < starts.count ? starts[next] + shift : bytes.count
    let middle = Self.starts(in: bytes, starts[from]..<end)
    let tail = next < starts.count ? starts[(next + 1)...].map { $0 + shift } : []
    starts = starts[...from] + middle + tail
  }
}
