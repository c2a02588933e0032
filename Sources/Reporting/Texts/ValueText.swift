// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
package import StyledText
package import ThemeModel

extension StyledLine {
  /// `palette.json:7:18` as a link to the file; empty without a place.
  package init(_ place: Cause?, _ places: BundlePlaces) {
    self.init()
    guard let place else { return }
    let name = places.name(of: place.file)
    append("\(name):\(place.line):\(place.column)", file: places.absolutePath(of: place.file))
  }

  /// Appends a value in a short form: colours with a swatch, containers as JSON on one line.
  package mutating func append(_ value: Value) {
    switch value {
    case .color(let color), .colorReference(let color): append(color)
    case .colorInSpace(let color):
      append(color.srgb)
      if color.plain == nil { append("  \(color.css)") }
    case .image(let name): append(name)
    case .font(let font):
      let name = font.name ?? font.textStyle ?? font.system?.rawValue
      append([name, font.size.map(text)].compactMap { $0 }.joined(separator: " "))
    case .glyph(let glyph):
      append(glyph.name + (glyph.height.map { " \(text($0))" } ?? ""))
      if let color = glyph.color {
        append(" ")
        append(color)
      }
    case .point(let point): append("\(text(point.x)), \(text(point.y))")
    case .size(let size): append("\(text(size.width)) × \(text(size.height))")
    case .rect(let rect):
      append(
        "\(text(rect.origin.x)), \(text(rect.origin.y)), \(text(rect.size.width)) × \(text(rect.size.height))")
    case .edgeInsets(let edges):
      append(
        "top \(text(edges.top)), left \(text(edges.left)), bottom \(text(edges.bottom)), right \(text(edges.right))")
    case .calls(let calls): append(JSONValue.array(calls.map { .array($0.map(\.json)) }).text)
    case .typed, .object: append(value.token?.shortText ?? value.json.text)
    case .null, .bool, .number, .string, .array: append(value.json.text)
    }
  }

  /// Appends a swatch and `#rrggbb`, with the opacity in percent unless it is 100.
  package mutating func append(_ color: Color) {
    appendSwatch(color)
    append(color.hex)
    if color.alpha < 1 { append(" \(Int((color.alpha * 100).rounded()))%") }
  }

  private func text(_ number: Double) -> String { JSONValue.number(number).text }
}

extension TypedValue {
  /// The value without its type: `16px` for a measure, else the JSON text of `$value`.
  package var shortText: String {
    if case .object(let members) = value, members.count == 2, case .number(let number) = members[0].value,
      case .string(let unit) = members[1].value, members[0].key == "value", members[1].key == "unit"
    {
      return JSONValue.number(number).text + unit
    }
    return value.json.text
  }
}
