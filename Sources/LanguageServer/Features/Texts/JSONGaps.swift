// SPDX-License-Identifier: GPL-2.0-or-later

/// The blanks of a JSON text without errors.
enum JSONGaps {
  private enum Word { case open, close, comma, colon, scalar, lineComment, comment }

  static func gaps(in bytes: [UInt8], _ indent: String) -> [FormattedGap] {
    var gaps: [FormattedGap] = []
    var depth = 0
    var last: Word?
    var lastIsBrace = false
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while true {
      let start = index
      while index < bytes.count, isBlank(bytes[index]) { index += 1 }
      let blanks = bytes[start..<index]
      guard index < bytes.count else {
        // One line end closes the file.
        if last != nil, !blanks.isEmpty {
          gaps.append(FormattedGap(range: start..<index, text: blanks.contains(0x0D) ? "\r\n" : "\n"))
        }
        return gaps
      }
      let (word, end) = word(in: bytes, at: index)
      let isBrace = bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "}")
      if word == .close { depth -= 1 }
      let text =
        if let last {
          blanks.contains(0x0A)
            ? FormattedGap.lines(blanks, indent, depth: depth)
            : blank(between: last, word, isBrace: word == .close ? isBrace : lastIsBrace)
        } else {
          ""
        }
      gaps.append(FormattedGap(range: start..<index, text: text))
      if word == .open { depth += 1 }
      (last, lastIsBrace) = (word, isBrace)
      index = end
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// Between two words of one line.
  private static func blank(between left: Word, _ right: Word, isBrace: Bool) -> String {
    switch (left, right) {
    case (.open, .close): ""
    case (_, .comma), (_, .colon): ""
    case (_, .lineComment), (_, .comment), (.comment, _): " "
    case (.open, _), (_, .close): isBrace ? " " : ""
    case (.comma, _), (.colon, _): " "
    case (.lineComment, _), (.close, _), (.scalar, _): " "
    }
  }

  private static func word(in bytes: [UInt8], at start: Int) -> (Word, end: Int) {
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return (.open, start + 1)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return (.close, start + 1)
    case UInt8(ascii: ","): return (.comma, start + 1)
    case UInt8(ascii: ":"): return (.colon, start + 1)
    case UInt8(ascii: "\""):
      var index = start + 1
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      return (.scalar, min(index + 1, bytes.count))
    case UInt8(ascii: "/") where start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/"):
      var end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if end > start, bytes[end - 1] == 0x0D { end -= 1 }
      return (.lineComment, end)
    case UInt8(ascii: "/") where start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "*"):
      var index = start + 2
      while index + 1 < bytes.count, bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/") {
        index += 1
      }
      return (.comment, min(index + 2, bytes.count))
    default:
      var index = start + 1
      while index < bytes.count, !isBlank(bytes[index]), !Array("{}[],:\"/".utf8).contains(bytes[index]) { index += 1 }
      return (.scalar, index)
    }
  }
}
