// SPDX-License-Identifier: MIT

/// The text as lines, words and scalars, for tokens and recovery.
extension JSONParser {
  /// The end of the line, before its line break.
  func lineEnd(from start: Int) -> Int {
    var at = start
    while at < input.count, input[at] != 0x0A, input[at] != 0x0D { at += 1 }
    return at
  }

  /// The first byte at or after an offset that is not white space. Nil at the end.
  func visible(from start: Int) -> Int? {
    var at = start
    while at < input.count, isBlank(input[at]) { at += 1 }
    return at < input.count ? at : nil
  }

  /// Whether a byte can continue a number or a word.
  func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "%"), UInt8(ascii: "#"), 0x80...0xFF:
      true
    default: false
    }
  }

  /// The end of the run of word bytes, at least one byte after the start.
  func wordEnd(_ start: Int) -> Int {
    var at = start + 1
    while at < input.count, isWordByte(input[at]) { at += 1 }
    return min(at, input.count)
  }

  func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// Whether a byte ends any token before it: blanks, brackets, commas, colons, the slash of a comment.
  func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
      UInt8(ascii: ":"), UInt8(ascii: "/"):
      true
    default: isBlank(byte)
    }
  }

  /// The end of the scalar at an offset, whose byte is 0x80 or more. Reports invalid UTF-8 as in table 3-7 of the Unicode
  /// Standard, and reads one byte of it.
  mutating func scalarEnd(_ at: Int) -> Int {
    let length = scalarLength(at)
    guard length == 0 else { return at + length }
    reportEncoding(at)
    return at + 1
  }

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

  /// The number of bytes of the scalar at an offset, whose byte is 0x80 or more. 0 for invalid UTF-8.
  private func scalarLength(_ at: Int) -> Int {
    let first = input[at]
    let second = at + 1 < input.count ? input[at + 1] : 0
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

  private func isTrail(_ at: Int) -> Bool { at < input.count && input[at] & 0xC0 == 0x80 }
}
