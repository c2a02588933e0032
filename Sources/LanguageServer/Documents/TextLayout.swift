// SPDX-License-Identifier: GPL-2.0-or-later

/// The line ends and the indentation of a text, for edits that look like the text around them.
struct TextLayout {
  private let bytes: [UInt8]
  /// The end of the first line; a line feed in a text of one line.
  let lineEnd: String

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let feed = bytes.firstIndex(of: 0x0A) ?? 0
    lineEnd = feed > 0 && bytes[feed - 1] == 0x0D ? "\r\n" : "\n"
  }

  /// The blanks at the start of the line with a place.
  func indentation(at offset: Int) -> String {
    let start = startOfLine(at: offset)
    return String(decoding: bytes[start..<offset].prefix(while: Self.isBlank), as: UTF8.self)
  }

  /// The line end and the blanks before a place that is the first one on its line; else one blank.
  func gap(before offset: Int) -> String {
    isFirstOnLine(offset) ? lineEnd + indentation(at: offset) : " "
  }

  func isFirstOnLine(_ offset: Int) -> Bool {
    let start = startOfLine(at: offset)
    return start > 0 && bytes[start..<offset].allSatisfy(Self.isBlank)
  }

  private func startOfLine(at offset: Int) -> Int { bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0 }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
