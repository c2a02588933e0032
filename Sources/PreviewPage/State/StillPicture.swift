// SPDX-License-Identifier: GPL-2.0-or-later

package import LiveryProtocol
import ThemeModel

/// The theme's colours as one picture, for browsers without JavaScript. Content of the theme is in it as text, and as
/// presentation attributes of parsed values.
package enum StillPicture {
  /// The colours that a picture shows at most.
  static let maximumColors = 600
  private static let columns = 6
  private static let width = 160
  private static let height = 84

  package static func svg(of snapshot: ThemeInterface.Snapshot) -> [UInt8] {
    var colors: [(name: String, color: Color)] = []
    for section in [snapshot.constants, snapshot.styles] { collect(section, "", &colors) }
    let shown = colors.prefix(maximumColors)
    let rows = (shown.count + columns - 1) / columns
    let size = (width: columns * width + 32, height: rows * height + 72)
    var svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size.width)\" height=\"\(size.height)\""
    svg += " viewBox=\"0 0 \(size.width) \(size.height)\" font-family=\"sans-serif\">"
    svg += "<rect width=\"\(size.width)\" height=\"\(size.height)\" fill=\"#ffffff\"/>"
    let title = "\(snapshot.bundle) · generation \(snapshot.generation)"
    svg += "<text x=\"16\" y=\"34\" font-size=\"18\" font-weight=\"600\" fill=\"#1b1f24\">\(escaped(title, 60))</text>"
    for (index, entry) in shown.enumerated() {
      let x = 16 + index % columns * width
      let y = 56 + index / columns * height
      svg += "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width - 10)\" height=\"48\" rx=\"6\" fill=\"\(entry.color.hex)\""
      let alpha = entry.color.alpha.isFinite ? (min(max(entry.color.alpha, 0), 1) * 1000).rounded() / 1000 : 1
      svg += " fill-opacity=\"\(alpha)\" stroke=\"#000000\" stroke-opacity=\"0.12\"/>"
      svg += "<text x=\"\(x)\" y=\"\(y + 63)\" font-size=\"10\" fill=\"#1b1f24\">\(escaped(entry.name, 25))</text>"
    }
    if colors.count > shown.count {
      svg += "<text x=\"16\" y=\"\(size.height - 4)\" font-size=\"10\" fill=\"#5b6470\">"
      svg += "\(colors.count - shown.count) more</text>"
    }
    return Array((svg + "</svg>\n").utf8)
  }

  private static func collect(_ value: Value, _ name: String, _ colors: inout [(name: String, color: Color)]) {
    switch value {
    case .color(let color), .colorReference(let color): colors.append((name, color))
    case .colorInSpace(let color): colors.append((name, color.srgb.withAlpha(color.alpha)))
    case .object(let members):
      for member in members { collect(member.value, name.isEmpty ? member.key : "\(name)/\(member.key)", &colors) }
    case .null, .bool, .number, .string, .array, .font, .image, .glyph, .point, .size, .rect, .edgeInsets, .calls,
      .typed:
      break
    }
  }

  /// A text of XML, cut at a number of characters. Control characters are left out: XML has no form for them.
  static func escaped(_ text: String, _ maximum: Int) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(maximum) {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default:
        let isAllowed = scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar.value < 0xFFFE
        if isAllowed { result.unicodeScalars.append(scalar) }
      }
    }
    return result + (text.unicodeScalars.count > maximum ? "…" : "")
  }
}

extension Color {
  fileprivate func withAlpha(_ alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
}
