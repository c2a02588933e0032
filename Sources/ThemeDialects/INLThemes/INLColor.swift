// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Colours as INLThemes writes them: `#RRGGBB`, hexadecimal digits of either case.
enum INLColor {
  /// Nil unless the whole text is a colour.
  static func parse(_ text: String) -> Color? {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "#"), bytes.count == 7 else { return nil }
    return Color(hexadecimal: bytes.dropFirst())
  }
}
