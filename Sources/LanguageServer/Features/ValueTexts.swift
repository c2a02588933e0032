// SPDX-License-Identifier: GPL-2.0-or-later

import Reporting
import StyledText
import ThemeModel

extension Value {
  /// The value on one line, as commands print it.
  var line: String {
    var line = StyledLine()
    line.append(self)
    return line.text(for: .plain)
  }

  private static let maximumHint = 40

  /// A short text beside a reference; nil for objects and long values.
  var hint: String? {
    if case .object = self { return nil }
    let line = line
    return line.unicodeScalars.count <= Self.maximumHint ? line : nil
  }
}

/// Markdown in which texts of themes are text: no link, no image, no markup.
struct Markdown {
  private(set) var text = ""

  /// A paragraph of our own words.
  mutating func paragraph(_ words: String) {
    if !text.isEmpty { text += "\n\n" }
    text += words
  }

  /// A text of a theme as code, whatever backticks are in it.
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
}
