// SPDX-License-Identifier: MIT

package import JSONText

/// Writing without the detour over `JSONValue`: snapshots are made of hundreds of thousands of values.
extension Value {
  /// Writes the value in the JSON form of a snapshot: that of `json`. Stops when the writer is full.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let value): writer.number(value)
    case .string(let value): writer.string(value)
    case .array(let elements): Self.write(elements, to: &writer)
    case .object(let members):
      writer.beginObject()
      for member in members where !writer.isFull {
        writer.key(member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    case .color(let color), .colorReference(let color):
      Self.write(typeName, to: &writer) { Self.write(color, to: &$0) }
    case .colorInSpace(let color): Self.write(typeName, to: &writer) { color.write(to: &$0) }
    case .glyph(let glyph):
      Self.write(typeName, to: &writer) { writer in
        writer.beginObject()
        writer.member("name", glyph.name)
        if let color = glyph.color {
          writer.plainKey("color")
          Self.write(color, to: &writer)
        }
        if let height = glyph.height {
          writer.plainKey("height")
          writer.number(height)
        }
        writer.endObject()
      }
    case .image(let name):
      Self.write(typeName, to: &writer) { writer in
        writer.beginObject()
        writer.member("name", name)
        writer.endObject()
      }
    case .typed(let token): Self.write(token.type, to: &writer) { token.value.write(to: &$0) }
    case .calls(let calls):
      Self.write(typeName, to: &writer) { writer in
        if calls.isEmpty {
          writer.beginRow()
          writer.endRow()
        } else {
          writer.beginArray()
          for call in calls where !writer.isFull { Self.write(call, to: &writer) }
          writer.endArray()
        }
      }
    case .font, .point, .size, .rect, .edgeInsets: writer.value(json)
    }
  }

  private static func write(_ color: Color, to writer: inout JSONWriter) {
    Color.writeContent(to: &writer) { color.write($0, to: &$1) }
  }

  /// Writes a value with its type.
  static func write(_ type: String, to writer: inout JSONWriter, _ value: (inout JSONWriter) -> Void) {
    writer.beginObject()
    writer.plainKey("$type")
    writer.string(type)
    writer.plainKey("$value")
    value(&writer)
    writer.endObject()
  }

  private static func write(_ elements: [Value], to writer: inout JSONWriter) {
    guard elements.contains(where: \.isContainer) else {
      writer.beginRow()
      for element in elements where !writer.isFull { element.write(to: &writer) }
      writer.endRow()
      return
    }
    writer.beginArray()
    for element in elements where !writer.isFull { element.write(to: &writer) }
    writer.endArray()
  }

  /// Whether its JSON form is an array or an object.
  private var isContainer: Bool {
    switch self {
    case .null, .bool, .number, .string: false
    case .array, .object, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size, .rect,
      .edgeInsets, .calls, .typed:
      true
    }
  }
}
