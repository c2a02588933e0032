// SPDX-License-Identifier: MIT

package import JSONText

extension ColorInSpace {
  /// Nil for JSON of a different form. Without a `hex` of six digits the colour has that of its sRGB.
  package init?(_ node: some JSONNode) {
    guard let space = node.member("colorSpace")?.string.flatMap(ColorSpace.init),
      let alpha = node.member("alpha")?.number, let elements = node.member("components")?.elements, elements.count == 3
    else { return nil }
    var components: [Double?] = []
    for element in elements {
      guard element.number != nil || element.string == "none" else { return nil }
      components.append(element.number)
    }
    let hex = node.member("hex")?.string.flatMap { Color(hexadecimal: ArraySlice($0.utf8.dropFirst())) }
    self.init(space, components[0], components[1], components[2], alpha: alpha, hex: hex?.hexNumber)
  }

  private var componentTexts: [JSONValue] { components.map { $0.map(JSONValue.number) ?? "none" } }

  /// The `$value` of the colour.
  var json: JSONValue {
    [
      "colorSpace": .string(space.rawValue), "components": .array(componentTexts), "alpha": .number(alpha),
      "hex": .string(hex),
    ]
  }

  /// Writes `json`.
  func write(to writer: inout JSONWriter) {
    Color.writeContent(in: space, to: &writer) { part, writer in
      switch part {
      case .red: Self.write(first, to: &writer)
      case .green: Self.write(second, to: &writer)
      case .blue: Self.write(third, to: &writer)
      case .alpha: writer.component(alpha)
      case .hex: writer.string(hex)
      }
    }
  }

  private static func write(_ component: Double?, to writer: inout JSONWriter) {
    if let component { writer.component(component) } else { writer.string("none") }
  }
}
