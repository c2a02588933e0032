// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

/// Lines for a terminal in one text, so that many of them need few allocations.
package struct StyledLines {
  private struct Span {
    /// The offset of its end in the text. It begins where the one before ends.
    var end: Int
    let style: StyledLine.Style
    /// The absolute path of the file that the text links to.
    let file: String?
  }

  /// With a line feed at the end of each line; only these are control characters.
  private var text: [UInt8] = []
  private var spans: [Span] = []
  private var hasSwatches = false

  package init() {}

  /// Appends a text, which may be foreign: its control characters are replaced.
  package mutating func append(_ part: String, _ style: StyledLine.Style = .plain, file: String? = nil) {
    let isAppended = part.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.isPlain else { return false }
      text.append(contentsOf: bytes)
      return true
    }
    if isAppended != true { text.append(contentsOf: part.printable.utf8) }
    endSpan(style, file: file)
  }

  /// Appends a text of the program.
  package mutating func append(own part: StaticString, _ style: StyledLine.Style = .plain, file: String? = nil) {
    part.withUTF8Buffer { text.append(contentsOf: $0) }
    endSpan(style, file: file)
  }

  /// Appends an ASCII character a number of times.
  package mutating func append(_ character: Unicode.Scalar, times count: Int, _ style: StyledLine.Style = .plain) {
    precondition(character.isASCII, "each byte is a character")
    text.append(contentsOf: repeatElement(UInt8(character.value), count: count))
    endSpan(style)
  }

  /// Appends a natural number, with blanks before it up to a number of cells.
  package mutating func append(
    _ number: Int, cells: Int = 0, _ style: StyledLine.Style = .plain, file: String? = nil
  ) {
    let digits = number.decimalDigits
    text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(cells, digits)))
    var rest = number
    for index in text.indices.suffix(digits).reversed() {
      text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    endSpan(style, file: file)
  }

  package mutating func append(_ line: StyledLine) {
    for span in line.spans {
      if case .swatch = span.style { hasSwatches = true }
      append(span.text, span.style, file: span.file)
    }
  }

  /// Appends a text, with a swatch before each `#rrggbb`.
  package mutating func appendNamingColors(_ text: String) {
    let hasNone = text.utf8.withContiguousStorageIfAvailable { !$0.contains(UInt8(ascii: "#")) }
    guard hasNone != true else { return append(text) }
    var line = StyledLine()
    line.appendNamingColors(text)
    append(line)
  }

  package mutating func endLine() {
    text.append(UInt8(ascii: "\n"))
    endSpan(.plain)
  }

  /// Ends a span at the end of the text; the last one goes on if it looks the same.
  private mutating func endSpan(_ style: StyledLine.Style, file: String? = nil) {
    let last = spans.count - 1
    let start = last < 0 ? 0 : spans[last].end
    guard text.count > start else { return }
    if last >= 0, spans[last].style == style, spans[last].file.isBytewiseEqual(to: file) {
      spans[last].end = text.count
    } else {
      spans.append(Span(end: text.count, style: style, file: file))
    }
  }

  /// The lines. What is behind the last line feed is a line if it is not empty.
  package var lines: [StyledLine] {
    var lines: [StyledLine] = []
    var line = StyledLine()
    var start = 0
    for span in spans {
      let parts = text[start..<span.end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 {
          lines.append(line)
          line = StyledLine()
        }
        line.append(String(decoding: part, as: UTF8.self), span.style, file: span.file)
      }
      start = span.end
    }
    return line.spans.isEmpty ? lines : lines + [line]
  }

  /// The lines as they are written to a stream.
  package func bytes(for stream: StreamStyle) -> [UInt8] {
    if stream.depth == .none, !stream.showsLinks, !hasSwatches { return text }
    var output: [UInt8] = []
    var start = 0
    for span in spans {
      if span.style.isShown(stream.depth) { write(text[start..<span.end], span, to: &output, for: stream) }
      start = span.end
    }
    return output
  }

  private func write(_ part: ArraySlice<UInt8>, _ span: Span, to output: inout [UInt8], for stream: StreamStyle) {
    let codes = span.style.codes(stream.depth)
    let link = stream.showsLinks ? span.file : nil
    if let link { output += "\u{1B}]8;;\(fileURI(link))\u{1B}\\".utf8 }
    if !codes.isEmpty { output += "\u{1B}[\(codes)m".utf8 }
    output += part
    if !codes.isEmpty { output += "\u{1B}[0m".utf8 }
    if link != nil { output += "\u{1B}]8;;\u{1B}\\".utf8 }
  }
}

extension Int {
  /// The number of decimal digits of a natural number.
  package var decimalDigits: Int {
    var digits = 1
    var rest = self / 10
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    return digits
  }
}

extension String? {
  fileprivate func isBytewiseEqual(to other: String?) -> Bool {
    if let self, let other { Bytewise(self) == Bytewise(other) } else { self == nil && other == nil }
  }
}
