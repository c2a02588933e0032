// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A colour as the article on ThemeManager writes it: red, green and blue from 0 to 255 and, if need be, an alpha from 0
/// to 1, with commas between them. Blanks around the numbers do not count.
struct FlatColor: Hashable {
  static let help = "write 0 to 255 for red, green and blue, and 0 to 1 for alpha"

  /// Three or four.
  private let components: [Double]

  /// The first component that is out of its range, as it is written.
  let excess: String?

  /// Nil unless the whole text is three or four numbers.
  init?(_ text: String) {
    // Most texts have no comma.
    guard text.utf8.contains(UInt8(ascii: ",")) else { return nil }
    let parts = text.parts(between: ",")
    guard parts.count == 3 || parts.count == 4 else { return nil }
    let components = parts.compactMap { number(in: $0) }
    guard components.count == parts.count else { return nil }
    self.components = components
    let faulty = components.indices.first { !(0...($0 < 3 ? 255 : 1)).contains(components[$0]) }
    excess = faulty.map { String(parts[$0].trimmingBlanks) }
  }

  /// A colour as a theme writes it, the alpha with three decimals.
  static func text(of color: Color) -> String {
    let (red, green, blue) = color.bytes
    let alpha = (color.alpha * 1000).rounded() / 1000
    return "\(red),\(green),\(blue)" + (alpha == 0 ? ",0" : alpha < 1 ? ",\(alpha)" : "")
  }

  var color: Color {
    Color(
      red: components[0] / 255, green: components[1] / 255, blue: components[2] / 255,
      alpha: components.count > 3 ? components[3] : 1)
  }
}
