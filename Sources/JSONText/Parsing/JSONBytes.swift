// SPDX-License-Identifier: MIT

extension UInt8 {
  /// White space of RFC 8259.
  var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  /// Whether it can continue a number or a word.
  var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "%"), UInt8(ascii: "#"), 0x80...0xFF:
      true
    default: false
    }
  }

  /// Whether it ends any token before it: blanks, brackets, commas, colons, the slash of a comment.
  var isDelimiter: Bool {
    switch self {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
      UInt8(ascii: ":"), UInt8(ascii: "/"):
      true
    default: isBlank
    }
  }
}

/// Searches in the bytes of a text. Offsets that are passed in are at most `count`, and each read is guarded by a comparison with it.
extension UnsafeBufferPointer<UInt8> {
  /// The end of the line, before its line break.
  func lineEnd(from start: Int) -> Int {
    var at = start
    while at < count, self[at] != 0x0A, self[at] != 0x0D { at += 1 }
    return at
  }

  /// The first byte at or after an offset that is not white space. Nil at the end.
  func visible(from start: Int) -> Int? {
    var at = start
    while at < count, self[at].isBlank { at += 1 }
    return at < count ? at : nil
  }

  /// The end of the run of word bytes, at least one byte after the start.
  func wordEnd(from start: Int) -> Int {
    var at = start + 1
    while at < count, self[at].isWordByte { at += 1 }
    return Swift.min(at, count)
  }

  /// The code unit of the escape at an offset, `\u` with four digits.
  func codeUnit(at: Int) -> UInt32? {
    guard at + 6 <= count, self[at] == UInt8(ascii: "\\"), self[at + 1] == UInt8(ascii: "u") else { return nil }
    return hexadecimal(self[at + 2..<at + 6])
  }

  /// The number of bytes of the scalar at an offset, whose byte is 0x80 or more. 0 for invalid UTF-8.
  func scalarLength(at: Int) -> Int {
    let first = self[at]
    let second = at + 1 < count ? self[at + 1] : 0
    switch first {
    case 0xC2...0xDF: return isTrail(at + 1) ? 2 : 0
    case 0xE0: return (0xA0...0xBF).contains(second) && isTrail(at + 2) ? 3 : 0
    case 0xED: return (0x80...0x9F).contains(second) && isTrail(at + 2) ? 3 : 0
    case 0xE1...0xEF: return isTrail(at + 1) && isTrail(at + 2) ? 3 : 0
    case 0xF0: return (0x90...0xBF).contains(second) && isTrail(at + 2) && isTrail(at + 3) ? 4 : 0
    case 0xF1...0xF3: return isTrail(at + 1) && isTrail(at + 2) && isTrail(at + 3) ? 4 : 0
    case 0xF4: return (0x80...0x8F).contains(second) && isTrail(at + 2) && isTrail(at + 3) ? 4 : 0
    default: return 0
    }
  }

  private func isTrail(_ at: Int) -> Bool { at < count && self[at] & 0xC0 == 0x80 }
}

/// Guesses for text with mistakes.
extension UnsafeBufferPointer<UInt8> {
  /// Whether a colon follows the key that ends at an offset, or an equals sign, which some write instead.
  func isBeforeColon(_ offset: Int) -> Bool {
    guard let next = visible(from: offset) else { return false }
    return self[next] == UInt8(ascii: ":") || self[next] == UInt8(ascii: "=")
  }

  /// The first quotation mark on the rest of the line if their number is odd, so that it closes a string that no other mark
  /// opens.
  func firstOfOddQuotes(from start: Int) -> Int? {
    var first: Int?
    var count = 0
    for at in start..<lineEnd(from: start) where self[at] == UInt8(ascii: "\"") {
      first = first ?? at
      count += 1
    }
    return count % 2 == 1 ? first : nil
  }

  /// The end of text without quotation marks: before a comma, a closing bracket, a quotation mark, the end of the line, or a
  /// byte that meets a condition. At least one byte after the start.
  func bareEnd(from start: Int, orBefore isEnd: (UInt8) -> Bool = { _ in false }) -> Int {
    var end = start + 1
    loop: while end < count, !isEnd(self[end]) {
      switch self[end] {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\""), 0x0A, 0x0D: break loop
      default: end += 1
      }
    }
    while end > start + 1, self[end - 1].isBlank { end -= 1 }
    return end
  }

  /// Whether a colon follows the string at an offset.
  func isKey(at start: Int) -> Bool {
    var at = start + 1
    while at < count, self[at] != UInt8(ascii: "\""), self[at] != 0x0A {
      at += self[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard at < count, self[at] == UInt8(ascii: "\""), let next = visible(from: at + 1) else { return false }
    return self[next] == UInt8(ascii: ":")
  }

  /// The end of text without its closing quotation mark. Commas and blanks at its end do not belong to it, nor closing
  /// brackets that nothing in it opens.
  func textEnd(of range: Range<Int>) -> Int {
    var depth = 0
    var unmatched = 0
    for byte in self[range] {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): if depth > 0 { depth -= 1 } else { unmatched += 1 }
      default: break
      }
    }
    var end = range.upperBound
    while end > range.lowerBound {
      let byte = self[end - 1]
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        guard unmatched > 0 else { break }
        unmatched -= 1
      } else if byte != UInt8(ascii: ","), !byte.isBlank {
        break
      }
      end -= 1
    }
    return end
  }

  /// Whether the quotation mark at an offset is one that JSON does not have: ' ‘ ’ ‚ ‛ “ ” „ ‟.
  func isForeignQuote(at: Int) -> Bool {
    guard at < count else { return false }
    if self[at] == UInt8(ascii: "'") { return true }
    return at + 2 < count && self[at] == 0xE2 && self[at + 1] == 0x80 && (0x98...0x9F).contains(self[at + 2])
  }

  /// The blanks at the beginning of the line of an offset. Nil for a line that is too long to search.
  func indentation(at offset: Int) -> Int? {
    var start = offset
    while start > 0, self[start - 1] != 0x0A {
      guard offset - start < 100 else { return nil }
      start -= 1
    }
    return self[start...].prefix { $0 == 0x20 || $0 == 0x09 }.count
  }
}
