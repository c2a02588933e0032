// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Help texts for invalid colours, see `RedbeardText.color`.
enum RedbeardColorHelp {
  static let help = "write #RRGGBB or #RRGGBBAA, with digits 0-9 and A-F; AA is the opacity"

  /// The help for a text that is not a colour.
  static func help(for text: String) -> String {
    Finding.Respelling(threeDigitColor: text).map { "write \($0.meant)" } ?? help
  }

  /// The help for a number: the colour with these digits in other systems.
  static func help(for number: Double) -> String {
    guard let number = UInt32(exactly: number), (0x100...0xff_ffff).contains(number) else { return help }
    let digits = String(number, radix: 16, uppercase: true)
    return "write \"#\(String(repeating: "0", count: 6 - digits.count))\(digits)\""
  }
}
