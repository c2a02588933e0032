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

  /// The number of bytes that were walked over to find positions, in this text and those before its edits.
  var walkedBytes: Int { longLines.walked }

  // MARK: Positions

  /// The bytes of a line without its end.
  func line(_ number: Int) -> ArraySlice<UInt8> {
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
    let end = line(position.line).endIndex
    let place = walk(inLine: position.line, encoding) { place, width in
      // A position within a character is its beginning.
      place.byte < end && place.character + width <= position.character
    }
    return min(place.byte, end)
  }

  func position(of offset: Int, _ encoding: PositionEncoding) -> TextPosition {
    let offset = min(max(offset, 0), bytes.count)
    let number = line(at: offset)
    let place = walk(inLine: number, encoding) { place, _ in place.byte < offset }
    return TextPosition(line: number, character: place.character)
  }

  /// The place in a line that is reached by going on over each character for which `goesOn` holds.
  ///
  /// - Parameter goesOn: gets a place and the width of the character there; holds at the beginning of the line, and no more after the
  ///   first place where it does not.
  private func walk(
    inLine number: Int, _ encoding: PositionEncoding, while goesOn: (LongLines.Mark, _ width: Int) -> Bool
  ) -> LongLines.Mark {
    let first = longLines.last(inLine: number, from: starts[number], encoding) { goesOn($0, 0) }
    var place = first
    var noted = first.byte
    while place.byte < bytes.count {
      let length = Self.length(of: bytes[place.byte])
      let width = Self.width(length, encoding)
      guard goesOn(place, width) else { break }
      place = (place.byte + length, place.character + width)
      if place.byte - noted >= LongLines.interval {
        longLines.note(place, inLine: number)
        noted = place.byte
      }
    }
    longLines.count(place.byte - first.byte)
    return place
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
    let first = line(at: range.lowerBound)
    // A line that begins right at the border may begin elsewhere afterwards: its line end may join or part with its neighbour.
    longLines = longLines.before(range.lowerBound, inLine: starts[first] < range.lowerBound ? first : max(first - 1, 0))
    bytes.replaceSubrange(range, with: text)
    let newEnd = range.lowerBound + text.count
    let shift = text.count - range.count
    // Line ends before and after the border and the text stay.
    let head = starts[first] == 0 || starts[first] < range.lowerBound ? first : first - 1
    let tail = starts[(line(at: range.upperBound) + 1)...].map { $0 + shift }
    starts = starts[...head] + Self.starts(in: bytes, max(range.lowerBound - 1, 0)..<newEnd) + tail
  }
}
