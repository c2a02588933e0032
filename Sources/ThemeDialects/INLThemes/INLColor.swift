// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Colours as INLThemes writes them: `#RRGGBB`, hexadecimal digits of either case.
enum INLColor {
  /// Nil unless the whole text is a colour.
  static func parse(_ text: String) -> Color? {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    func component(_ shift: UInt32) -> Double { Double(number >> shift & 255) / 255 }
    return Color(red: component(16), green: component(8), blue: component(0))
  }
}
