// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
package import ThemeModel

/// The notations of colours in texts: a picked colour is written in the one that stands there.
package enum ColorNotation {
  /// The range of the colour in a text: in a glyph's after the name, else from the beginning.
  package static func start(in text: ArraySlice<UInt8>) -> Range<Int> {
    guard text.starts(with: "glyph://".utf8), let hash = text.lastIndex(of: UInt8(ascii: "#")) else {
      return text.startIndex..<text.endIndex
    }
    return hash..<(text[hash...].firstIndex(of: UInt8(ascii: "/")) ?? text.endIndex)
  }

  /// Nil for a notation that is not known.
  package static func rewrite(_ written: String, to color: Color) -> String? {
    let marks = ["\"", "'"].filter { written.hasPrefix($0) && written.hasSuffix($0) && written.utf8.count >= 2 }
    let mark = marks.first ?? ""
    let content = String(written.dropFirst(mark.count).dropLast(mark.count))
    // `color:`, `@color:` and the like stay.
    let prefix = content.utf8.lastIndex(of: UInt8(ascii: ":")).map { String(content[...$0]) } ?? ""
    let value = String(content.dropFirst(prefix.count))
    return text(value, color).map { mark + prefix + $0 + mark }
  }

  private static func text(_ value: String, _ color: Color) -> String? {
    let sign = ["#", "0x", "0X"].first { value.hasPrefix($0) } ?? ""
    let digits = value.dropFirst(sign.count)
    if [3, 4, 6, 8].contains(digits.count), digits.allSatisfy(\.isHexDigit) {
      let hex = color.hex.dropFirst()
      let alpha = Color(red: color.alpha, green: 0, blue: 0).hex.dropFirst().prefix(2)
      let isUpper = digits.contains { $0.isUppercase }
      let new = hex + (digits.count == 4 || digits.count == 8 || color.alpha < 1 ? alpha : "")
      return sign + (isUpper ? new.uppercased() : String(new))
    }
    let separators: [Character] = [",", " "]
    guard let separator = separators.first(where: { value.contains($0) }) else { return nil }
    let parts = value.split(separator: separator).map { $0.filter { $0 != " " } }
    guard (3...4).contains(parts.count), parts.allSatisfy({ Double($0) != nil }) else { return nil }
    let components = [color.red, color.green, color.blue] + (parts.count == 4 || color.alpha < 1 ? [color.alpha] : [])
    // Commas stand between whole numbers of 0 to 255, but for the opacity; blanks between numbers of 0 to 1.
    let isOf255 = separator == ","
    let space = value.holds(", ") ? ", " : String(separator)
    return components.enumerated().map { index, component in
      let number = isOf255 && index < 3 ? (component * 255).rounded() : (component * 1000).rounded() / 1000
      return JSONValue.number(number).text
    }.joined(separator: space)
  }
}
