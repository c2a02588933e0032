// SPDX-License-Identifier: GPL-2.0-or-later

/// The word around a place in YAML, by its line alone: it is found in a text that cannot be parsed, too.
struct YAMLWord {
  /// With its quotation marks.
  private(set) var range: Range<Int>
  /// Without them.
  private(set) var content: Range<Int>
  /// The quotation mark before the word.
  private(set) var mark: UInt8?
  /// Whether a colon follows, so that the word is a key.
  private(set) var hasColon = false
  /// Whether the word has its line, or the element of a sequence, for itself.
  private(set) var isAlone = false
  /// The brackets that are open before the word.
  private(set) var brackets: [UInt8] = []

  /// Nil for a place in a comment, an anchor, a tag or an alias.
  ///
  /// - Parameters:
  ///   - line: the bytes of the line without its end.
  ///   - hasCurlyReferences: whether a text in braces is a reference, which needs quotation marks.
  init?(at offset: Int, in line: ArraySlice<UInt8>, hasCurlyReferences: Bool) {
    (range, content) = (offset..<offset, offset..<offset)
    var reader = YAMLLineReader(line)
    let start = reader.startOfContent
    reader.index = start
    words: while true {
      reader.skipBlanks()
      guard reader.index < line.endIndex, reader.index <= offset else { break }
      let first = reader.index
      switch reader.current {
      case UInt8(ascii: "#"):
        guard first == offset else { return nil }
        break words
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        mark = reader.current
        (range, content) = reader.quoted()
        if range.lowerBound < offset, offset <= content.upperBound {
          finish(reader, start)
          return
        }
        mark = nil
      case UInt8(ascii: "{") where hasCurlyReferences && reader.curlyReference() != nil:
        let end = reader.curlyReference() ?? first
        reader.index = end
        if offset > first, offset <= end {
          (range, content) = (first..<end, first..<end)
          finish(reader, start)
          return
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if first < offset { brackets.append(reader.current) }
        reader.index += 1
      case _ where first == offset && "}],:".utf8.contains(reader.current):
        break words
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = brackets.popLast()
        reader.index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): reader.index += 1
      case UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "|"), UInt8(ascii: ">"):
        reader.skipToBlank()
        if first < offset, offset <= reader.index { return nil }
      default:
        let end = reader.endOfPlain(isInBrackets: !brackets.isEmpty)
        reader.index = end
        if offset <= end {
          (range, content) = (first..<end, first..<end)
          finish(reader, start)
          return
        }
      }
    }
    // The value behind a colon begins with a blank.
    if offset > start, line[offset - 1] == UInt8(ascii: ":") { return nil }
    (range, content) = (offset..<offset, offset..<offset)
    hasColon = reader.isAtColon && reader.index == offset
    isAlone = start == line.endIndex || line[start] == UInt8(ascii: "#")
  }

  private mutating func finish(_ reader: YAMLLineReader, _ start: Int) {
    var reader = reader
    reader.index = range.upperBound
    reader.skipBlanks()
    hasColon = reader.isAtColon
    isAlone = range.lowerBound == start && (reader.isAtEnd || reader.current == UInt8(ascii: "#"))
  }
}

/// The tokens of a line of YAML.
struct YAMLLineReader {
  private let line: ArraySlice<UInt8>
  var index: Int

  init(_ line: ArraySlice<UInt8>) {
    self.line = line
    index = line.startIndex
  }

  var isAtEnd: Bool { index >= line.endIndex }
  var current: UInt8 { line[index] }

  private func isBlank(at index: Int) -> Bool {
    index >= line.endIndex || line[index] == UInt8(ascii: " ") || line[index] == UInt8(ascii: "\t")
  }

  /// Behind the indentation and the dashes of sequences.
  var startOfContent: Int {
    var reader = self
    reader.skipBlanks()
    while !reader.isAtEnd, reader.current == UInt8(ascii: "-"), reader.isBlank(at: reader.index + 1) {
      reader.index += 1
      reader.skipBlanks()
    }
    return reader.index
  }

  /// Whether a colon ends a key here.
  var isAtColon: Bool { !isAtEnd && current == UInt8(ascii: ":") }

  mutating func skipBlanks() {
    while !isAtEnd, isBlank(at: index) { index += 1 }
  }

  mutating func skipToBlank() {
    while !isBlank(at: index) { index += 1 }
  }

  /// Passes over a text in quotation marks; one without an end reaches to that of the line.
  mutating func quoted() -> (range: Range<Int>, content: Range<Int>) {
    let mark = current
    let start = index
    index += 1
    while !isAtEnd {
      if mark == UInt8(ascii: "\""), current == UInt8(ascii: "\\") {
        index = min(index + 2, line.endIndex)
      } else if current != mark {
        index += 1
      } else if mark == UInt8(ascii: "'"), index + 1 < line.endIndex, line[index + 1] == mark {
        index += 2
      } else {
        index += 1
        return (start..<index, (start + 1)..<(index - 1))
      }
    }
    return (start..<index, (start + 1)..<index)
  }

  /// The end of a text without quotation marks.
  func endOfPlain(isInBrackets: Bool) -> Int {
    var end = index
    var index = index
    while index < line.endIndex {
      let byte = line[index]
      if byte == UInt8(ascii: ":"), isBlank(at: index + 1) { break }
      if byte == UInt8(ascii: "#"), index > line.startIndex, isBlank(at: index - 1) { break }
      if isInBrackets, ",[]{}".utf8.contains(byte) { break }
      index += 1
      if !isBlank(at: index - 1) { end = index }
    }
    return end
  }

  /// The end of `{name}`, or of a `{name` that ends the line; nil for a mapping.
  func curlyReference() -> Int? {
    var end = index + 1
    if end < line.endIndex, isBlank(at: end) { return nil }
    while end < line.endIndex, !"{[],:\"'#".utf8.contains(line[end]) {
      end += 1
      if line[end - 1] == UInt8(ascii: "}") { return end }
    }
    return end == line.endIndex ? end : nil
  }
}
