// SPDX-License-Identifier: GPL-2.0-or-later

/// The blanks between the tags of a property list in XML. Those within texts stay.
enum XMLGaps {
  static func gaps(in bytes: [UInt8], _ indent: String) -> [FormattedGap] {
    var gaps: [FormattedGap] = []
    var depth = 0
    var index = 0
    var lastEnd = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      let end = Self.end(ofTagAt: start, in: bytes)
      let tag = bytes[start..<end]
      let isClosing = tag.starts(with: "</".utf8)
      let isOpening =
        !isClosing && tag.dropFirst().first.map { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } == true
        && !tag.dropLast().suffix(1).elementsEqual("/".utf8)
      // The file's outermost tag has its content at its own depth, as is usual.
      let isRoot = tag.starts(with: "<plist".utf8) || tag.starts(with: "</plist".utf8)
      if isClosing, !isRoot { depth -= 1 }
      let blanks = bytes[lastEnd..<start]
      let isBetweenTags = lastEnd > 0 && blanks.allSatisfy { $0 <= 0x20 }
      if isBetweenTags, blanks.contains(0x0A), !isText(bytes, around: lastEnd..<start, isClosing: isClosing) {
        gaps.append(
          FormattedGap(range: lastEnd..<start, text: FormattedGap.lines(blanks, indent, depth: depth)))
      }
      if isOpening, !isRoot { depth += 1 }
      (index, lastEnd) = (end, end)
    }
    return gaps
  }

  /// Whether blanks are the text of an element: `<string>` and `</string>` around them.
  private static func isText(_ bytes: [UInt8], around blanks: Range<Int>, isClosing: Bool) -> Bool {
    guard isClosing, let open = bytes[..<blanks.lowerBound].lastIndex(of: UInt8(ascii: "<")) else { return false }
    let name = bytes[(open + 1)..<(blanks.lowerBound - 1)]
    return name.first != UInt8(ascii: "/") && !name.elementsEqual("dict".utf8) && !name.elementsEqual("array".utf8)
      && bytes[(blanks.upperBound + 2)...].starts(with: name)
  }

  /// Behind a tag, a comment or a text of its own kind.
  private static func end(ofTagAt start: Int, in bytes: [UInt8]) -> Int {
    let rest = bytes[start...]
    let mark: String =
      rest.starts(with: "<!--".utf8) ? "-->" : rest.starts(with: "<![CDATA[".utf8) ? "]]>" : ">"
    var index = start + 1
    while index < bytes.count, !bytes[index...].starts(with: mark.utf8) { index += 1 }
    return min(index + mark.utf8.count, bytes.count)
  }
}
