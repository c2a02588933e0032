// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText

/// Markdown in which texts of themes are text: no link, no image, no markup.
struct Markdown {
  private(set) var text = ""

  /// A paragraph of our own words.
  mutating func paragraph(_ words: String) {
    if !text.isEmpty { text += "\n\n" }
    text += words
  }

  mutating func list(_ rows: [String]) {
    if !rows.isEmpty { paragraph(rows.map { "- \($0)" }.joined(separator: "\n")) }
  }

  /// A text of a theme as code, also with backticks in it.
  static func code(_ text: String) -> String {
    let plain = String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    var longest = 0
    var run = 0
    for byte in plain.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let blank = plain.isEmpty || plain.hasPrefix("`") || plain.hasSuffix("`") ? " " : ""
    return fence + blank + plain + blank + fence
  }

  /// The same in a table, whose cells end at a bar.
  static func cell(_ text: String) -> String {
    code(text).split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  /// A picture of a colour.
  ///
  /// - Parameter css: digits after `#`, and nothing of a theme.
  static func swatch(_ css: String) -> String {
    let picture =
      "<svg xmlns='http://www.w3.org/2000/svg' width='14' height='14'><rect width='14' height='14' fill='\(css)'/></svg>"
    return "![](data:image/svg+xml;base64,\(base64(Array(picture.utf8))))"
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let three = bytes[start..<min(start + 3, bytes.count)]
      let number = three.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - three.count))
      for place in 0..<4 {
        text.append(place > three.count ? "=" : digits[Int(number >> UInt32(18 - 6 * place) & 63)])
      }
    }
    return text
  }
}
