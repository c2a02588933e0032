// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Colours as Redbeard writes them: `#` or `0x` and 6 or 8 hexadecimal digits, the alpha last.
enum HexColor {
  static let help = "write #RRGGBB or #RRGGBBAA, with digits 0-9 and A-F; AA is the opacity"

  /// What to write in place of a text that is not a colour.
  static func help(for text: String) -> String {
    Finding.Respelling(threeDigitColor: text).map { "write \($0.meant)" } ?? help
  }

  /// What to write in place of a number: the colour whose digits it is in other systems.
  static func help(for number: Double) -> String {
    guard let number = UInt32(exactly: number), (0x100...0xff_ffff).contains(number) else { return help }
    let digits = String(number, radix: 16, uppercase: true)
    return "write \"#\(String(repeating: "0", count: 6 - digits.count))\(digits)\""
  }

  /// Nil unless the whole text is a colour.
  ///
  /// - Parameter text: in UTF-8.
  static func parse(_ text: some BidirectionalCollection<UInt8>) -> Color? {
    let isMarked = text.first == UInt8(ascii: "#")
    guard isMarked || text.starts(with: "0x".utf8) else { return nil }
    let digits = text.dropFirst(isMarked ? 1 : 2)
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
