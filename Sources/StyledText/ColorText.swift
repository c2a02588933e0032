// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension StyledLine {
  /// Appends a text, with a swatch before each colour that it names as `#rrggbb`.
  package mutating func appendNamingColors(_ text: String, _ style: Style = .plain) {
    var pending = ""
    var rest = text[...]
    while let first = rest.first {
      let digits = rest.dropFirst().prefix { $0.isHexDigit && $0.isASCII }
      if first == "#", digits.count == 6, let color = Color(hexDigits: digits) {
        append(pending, style)
        appendSwatch(color)
        pending = "#\(digits)"
        rest = rest[digits.endIndex...]
      } else {
        pending.append(first)
        rest.removeFirst()
      }
    }
    append(pending, style)
  }
}

extension Color {
  fileprivate init?(hexDigits digits: Substring) {
    guard let number = Int(digits, radix: 16) else { return nil }
    self.init(
      red: Double(number >> 16) / 255, green: Double(number >> 8 & 255) / 255, blue: Double(number & 255) / 255)
  }
}
