// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Colours as schemes write them: six hexadecimal digits of either case, with or without `#`.
enum SchemeColor {
  static let help = "write six digits 0-9 and A-F, with or without `#`"

  /// Nil unless the whole text is a colour.
  static func parse(_ text: String) -> Color? {
    let bytes = Array(text.utf8)
    let digits = bytes.first == UInt8(ascii: "#") ? bytes[1...] : bytes[...]
    return digits.count == 6 ? Color(hexadecimal: digits) : nil
  }
}
