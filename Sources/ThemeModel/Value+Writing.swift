// SPDX-License-Identifier: MIT

package import JSONText

/// Writing without the detour over `JSONValue`: snapshots are made of hundreds of thousands of values.
extension Value {
  /// Writes the value in the JSON form of a snapshot: that of `json`.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let value): writer.number(value)
    case .string(let value): writer.string(value)
    case .array(let elements): Self.write(elements, to: &writer)
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    case .color(let color), .colorReference(let color):
      beginTyped(&writer)
      color.write(to: &writer)
      writer.endObject()
    case .image(let name):
      beginTyped(&writer)
      writer.beginObject()
      writer.member("name", name)
      writer.endObject()
      writer.endObject()
    case .font, .glyph, .point, .size, .rect, .edgeInsets, .calls: writer.value(json)
    }
  }

  private func beginTyped(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.plainKey("$type")
    writer.string(typeName)
    writer.plainKey("$value")
  }

  private static func write(_ elements: [Value], to writer: inout JSONWriter) {
    guard elements.contains(where: \.isContainer) else {
      writer.beginRow()
      for element in elements { element.write(to: &writer) }
      writer.endRow()
      return
    }
    writer.beginArray()
    for element in elements { element.write(to: &writer) }
    writer.endArray()
  }

  /// Whether its JSON form is an array or an object.
  private var isContainer: Bool {
    switch self {
    case .null, .bool, .number, .string: false
    case .array, .object, .color, .colorReference, .font, .image, .glyph, .point, .size, .rect, .edgeInsets, .calls:
      true
    }
  }
}

extension Color {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.plainKey("colorSpace")
    writer.string("srgb")
    writer.plainKey("components")
    writer.beginRow()
    Self.write(red, to: &writer)
    Self.write(green, to: &writer)
    Self.write(blue, to: &writer)
    writer.endRow()
    writer.plainKey("alpha")
    Self.write(alpha, to: &writer)
    writer.plainKey("hex")
    writer.string(hex)
    writer.endObject()
  }

  /// The texts of the components that themes write in hexadecimal digits, by the byte: most components there are.
  private static let texts = (0...255).map { byte in
    var text: [UInt8] = []
    text.appendJSON(Double(byte) / 255)
    return text
  }

  private static func write(_ component: Double, to writer: inout JSONWriter) {
    let byte = (component * 255).rounded()
    if (0...255).contains(byte), byte / 255 == component {
      writer.raw(texts[Int(byte)])
    } else {
      writer.number(component)
    }
  }
}
