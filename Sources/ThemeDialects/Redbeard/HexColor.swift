// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Colours as Redbeard writes them: `#` or `0x` and 6 or 8 hexadecimal digits, the alpha last.
enum HexColor {
  static let help = "write #RRGGBB or #RRGGBBAA, hexadecimal digits, the alpha last"

  /// Nil unless the whole text is a colour.
  static func parse(_ text: String) -> Color? {
    let digits: Substring.UTF8View
    if text.hasPrefix("#") {
      digits = text.dropFirst().utf8
    } else if text.hasPrefix("0x") {
      digits = text.dropFirst(2).utf8
    } else {
      return nil
    }
    guard digits.count == 6 || digits.count == 8, digits.allSatisfy({ digit($0) != nil }) else { return nil }
    var number: UInt32 = 0
    for byte in digits { number = number << 4 | UInt32(digit(byte) ?? 0) }
    if digits.count == 6 { number = number << 8 | 255 }
    func component(_ shift: UInt32) -> Double { Double(number >> shift & 255) / 255 }
    return Color(red: component(24), green: component(16), blue: component(8), alpha: component(0))
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
