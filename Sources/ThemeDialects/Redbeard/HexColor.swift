// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// What to write for a colour, see `RedbeardText.color`.
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
}
