// SPDX-License-Identifier: MIT

/// The tokens of a text: blanks, comments, strings, numbers, words.
extension JSONParser {
  /// Skips blanks and comments. Nil at the end of the text.
  @inline(__always)
  mutating func nextByte() -> UInt8? {
    while position < input.count {
      let byte = input[position]
      if byte > UInt8(ascii: " ") {
        guard byte == UInt8(ascii: "/"), skipComment() else { return byte }
      } else {
        guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
        position += 1
        if byte == 0x0A { skipIndentation() }
      }
    }
    return nil
  }

  /// Skips blanks, eight bytes at a time. The caller skips the rest.
  @inline(__always)
  private mutating func skipIndentation() {
    let bytes = UnsafeRawBufferPointer(input)
    while position + 8 <= input.count {
      // Within bounds because of the condition.
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let difference = word ^ 0x2020_2020_2020_2020
      position += difference.trailingZeroBitCount >> 3
      if difference != 0 { return }
    }
  }

  /// Skips a comment if one begins here.
  private mutating func skipComment() -> Bool {
    let start = position
    guard start + 1 < input.count else { return false }
    switch input[start + 1] {
    case UInt8(ascii: "/"):
      position = input.lineEnd(from: start)
    case UInt8(ascii: "*"):
      var at = start + 2
      while at + 1 < input.count, input[at] != UInt8(ascii: "*") || input[at + 1] != UInt8(ascii: "/") { at += 1 }
      let isClosed = at + 1 < input.count
      position = isClosed ? at + 2 : input.count
      guard isClosed else {
        log.bracketsAreDoubtful = true
        report(.unterminatedComment, start..<start + 2)
        return true
      }
    default: return false
    }
    report(.comment, start..<position)
    checkEncoding(start..<position)
    return true
  }

  /// Reads a string or key whose opening quotation mark is at the position.
  @inline(__always)
  mutating func string(_ kind: JSONTape.Kind) {
    let start = position
    var at = start + 1
    var traits: JSONTape.Traits = []
    while true {
      at = plainEnd(from: at)
      guard at < input.count else { break }
      let byte = input[at]
      if byte == UInt8(ascii: "\"") {
        position = at + 1
        return append(kind, start, position, traits: traits)
      }
      if byte == 0x0A || byte == 0x0D { break }
      at = special(byte, at, &traits)
    }
    position = at
    unterminated(kind, from: start, traits: traits)
  }

  /// The first byte at or after an offset that is a quotation mark, a backslash, a control character or not ASCII.
  @inline(__always)
  private func plainEnd(from start: Int) -> Int {
    var at = start
    let ones: UInt64 = 0x0101_0101_0101_0101
    let bytes = UnsafeRawBufferPointer(input)
    while at + 8 <= input.count {
      // Within bounds because of the condition. Borrows propagate upwards only, so that the lowest marked byte is right.
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let quote = (word ^ (ones &* 0x22)) &- ones
      let backslash = (word ^ (ones &* 0x5C)) &- ones
      let marks = (word | (word &- ones &* 0x20) | quote | backslash) & (ones &* 0x80)
      if marks != 0 { return at + marks.trailingZeroBitCount >> 3 }
      at += 8
    }
    while at < input.count {
      let byte = input[at]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x80 { break }
      at += 1
    }
    return at
  }

  /// Checks an escape, a control character or a scalar beyond ASCII within a string. Returns the offset after it.
  @inline(never)
  private mutating func special(_ byte: UInt8, _ at: Int, _ traits: inout JSONTape.Traits) -> Int {
    if byte >= 0x80 {
      traits.insert(.notASCII)
      return scalarEnd(at)
    }
    guard byte == UInt8(ascii: "\\") else {
      report(.controlCharacter(byte), at..<at + 1)
      return at + 1
    }
    traits.insert(.escaped)
    guard at + 1 < input.count else { return at + 1 }
    switch input[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return at + 2
    case UInt8(ascii: "u"): return unicodeEscapeEnd(at)
    case 0x0A, 0x0D:
      report(.badEscape, at..<at + 1)
      return at + 1
    default:
      let end = input[at + 1] < 0x80 ? at + 2 : at + 1
      report(.badEscape, at..<end)
      return end
    }
  }

  private mutating func unicodeEscapeEnd(_ at: Int) -> Int {
    guard let unit = input.codeUnit(at: at) else {
      var end = at + 2
      while end < min(at + 6, input.count), hexadecimal([0x30, 0x30, 0x30, input[end]]) != nil { end += 1 }
      report(.badEscape, at..<end)
      return end
    }
    switch unit {
    case 0xD800..<0xDC00:
      if let low = input.codeUnit(at: at + 6), (0xDC00..<0xE000).contains(low) { return at + 12 }
      report(.loneSurrogate, at..<at + 6)
    case 0xDC00..<0xE000: report(.loneSurrogate, at..<at + 6)
    default: break
    }
    return at + 6
  }

  /// Reads the number at the position. Text that is not a number of RFC 8259 is read to its end and invalid.
  @inline(__always)
  mutating func number() {
    let start = position
    var at = start
    if input[at] == UInt8(ascii: "-") { at += 1 }
    let integer = at
    at = digitsEnd(from: at)
    var isRight = at > integer && (at == integer + 1 || input[integer] != UInt8(ascii: "0"))
    var needsCheck = at - integer > 15
    if at < input.count, input[at] == UInt8(ascii: ".") {
      needsCheck = at - integer > 300
      let fraction = at + 1
      at = digitsEnd(from: fraction)
      isRight = isRight && at > fraction
    }
    if at < input.count, input[at] | 0x20 == UInt8(ascii: "e") {
      needsCheck = true
      at += 1
      if at < input.count, input[at] == UInt8(ascii: "+") || input[at] == UInt8(ascii: "-") { at += 1 }
      let exponent = at
      at = digitsEnd(from: at)
      isRight = isRight && at > exponent
    }
    if at < input.count, input[at] > UInt8(ascii: ","), input[at].isWordByte { isRight = false }
    guard isRight else { return badNumber(start) }
    position = at
    if needsCheck, decodeNumber(UnsafeBufferPointer(rebasing: input[start..<at]).span) == nil {
      report(.numberRange, start..<at)
    }
    append(.number, start, at)
  }

  @inline(__always)
  private func digitsEnd(from start: Int) -> Int {
    var at = start
    while at < input.count, input[at] &- UInt8(ascii: "0") < 10 { at += 1 }
    return at
  }

  @inline(never)
  private mutating func badNumber(_ start: Int) {
    let end = input.wordEnd(from: start)
    let text = input[start..<end]
    position = end
    let digits = text.drop { $0 == UInt8(ascii: "-") }
    let hasLeadingZero = digits.first == UInt8(ascii: "0") && digits.dropFirst().allSatisfy { $0 &- 0x30 < 10 }
    if text.elementsEqual("-Infinity".utf8) {
      report(.notFinite, start..<end)
    } else {
      report(hasLeadingZero && digits.count > 1 ? .leadingZero : .badNumber, start..<end)
    }
    append(.invalid, start, end)
  }

  /// Reads `true`, `false` or `null`, whose first four bytes are given as a little-endian integer.
  @inline(__always)
  mutating func word(_ first: UInt32, _ length: Int, _ kind: JSONTape.Kind, then after: State) -> Bool {
    let end = position + length
    guard end <= input.count else { return false }
    // Within bounds because of the guard: the length is at least four.
    let start = UInt32(
      littleEndian: UnsafeRawBufferPointer(input).loadUnaligned(fromByteOffset: position, as: UInt32.self))
    guard start == first, length == 4 || input[end - 1] == UInt8(ascii: "e") else { return false }
    if end < input.count, input[end].isWordByte { return false }
    state = after
    append(kind, position, end)
    position = end
    return true
  }

  /// The end of the scalar at an offset, whose byte is 0x80 or more. Reports invalid UTF-8 as in table 3-7 of the Unicode
  /// Standard, and reads one byte of it.
  private mutating func scalarEnd(_ at: Int) -> Int {
    let length = input.scalarLength(at: at)
    guard length == 0 else { return at + length }
    reportEncoding(at)
    return at + 1
  }

  /// Reports invalid UTF-8 in skipped text.
  mutating func checkEncoding(_ range: Range<Int>) {
    var at = range.lowerBound
    while at < range.upperBound {
      if input[at] < 0x80 {
        at += 1
      } else {
        at = scalarEnd(at)
      }
    }
  }
}
