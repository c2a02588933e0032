// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Help texts for invalid colours, see `RedbeardText.color`.
enum RedbeardColorHelp {
  static let help = "write #RRGGBB or #RRGGBBAA, with digits 0-9 and A-F; AA is the opacity"

  /// The help for a text that is not a colour.
  static func help(for text: String) -> String {
    Finding.Respelling(threeDigitColor: text).map { "write \($0.meant)" } ?? help
  }

  /// The help for three or four numbers: the colour, when they are three whole numbers from 0 to 255.
  static func help(for components: [Double]) -> String {
    guard components.count == 3, components.allSatisfy({ UInt8(exactly: $0) != nil }) else { return help }
    let color = Color(red: components[0] / 255, green: components[1] / 255, blue: components[2] / 255)
    return "write \"\(color.hex)\""
  }

  /// The help for a number: the colour with these digits in other systems.
  static func help(for number: Double) -> String {
    guard let number = UInt32(exactly: number), (0x100...0xff_ffff).contains(number) else { return help }
    let digits = String(number, radix: 16, uppercase: true)
    return "write \"#\(String(repeating: "0", count: 6 - digits.count))\(digits)\""
  }
}
