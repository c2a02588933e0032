// SPDX-License-Identifier: MIT

import JSONText

extension Theme.Value {
  /// Writes the value in the form of a snapshot, which reads back as the same value.
  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let value): writer.number(value)
    case .string(let value): writer.string(value)
    case .array(let elements): Self.write(elements, to: &writer)
    case .object(let object): object.write(to: &writer)
    case .color(let color), .colorReference(let color): writeTyped(to: &writer) { color.write(to: &$0) }
    case .font(let font): writeTyped(to: &writer) { font.write(to: &$0) }
    case .image(let name):
      writeTyped(to: &writer) { writer in
        writer.beginObject()
        writer.member("name", name)
        writer.endObject()
      }
    case .glyph(let glyph): writeTyped(to: &writer) { glyph.write(to: &$0) }
    case .point(let point): writeTyped(("x", point.x), ("y", point.y), to: &writer)
    case .size(let size): writeTyped(("width", size.width), ("height", size.height), to: &writer)
    case .rect(let rect):
      writeTyped(
        ("x", rect.origin.x), ("y", rect.origin.y), ("width", rect.size.width), ("height", rect.size.height),
        to: &writer)
    case .edgeInsets(let edges):
      writeTyped(
        ("top", edges.top), ("left", edges.left), ("bottom", edges.bottom), ("right", edges.right), to: &writer)
    case .calls(let calls):
      writeTyped(to: &writer) { writer in
        writer.beginArray()
        for arguments in calls { Self.write(arguments, to: &writer) }
        writer.endArray()
      }
    }
  }

  private static func write(_ elements: [Theme.Value], to writer: inout JSONWriter) {
    writer.beginArray()
    for element in elements { element.write(to: &writer) }
    writer.endArray()
  }

  private func writeTyped(_ numbers: (String, Double)..., to writer: inout JSONWriter) {
    writeTyped(to: &writer) { writer in
      writer.beginObject()
      for (key, number) in numbers {
        writer.key(key)
        writer.number(number)
      }
      writer.endObject()
    }
  }

  private func writeTyped(to writer: inout JSONWriter, _ value: (inout JSONWriter) -> Void) {
    writer.beginObject()
    writer.member("$type", typeName)
    writer.key("$value")
    value(&writer)
    writer.endObject()
  }
}

extension Theme.Snapshot {
  /// The snapshot as JSON, in the form in which `livery resolve` prints one, without diagnostics: for other programs, and
  /// for what reads that form. Costs a pass over all values.
  public var json: [UInt8] {
    var writer = JSONWriter(reserving: 1 << 16)
    write(to: &writer)
    return writer.bytes
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("bundle", bundle ?? "")
    if let dialect { writer.member("dialect", dialect) }
    writer.member("context", context.json)
    writer.member("generation", generation)
    writer.member("digest", digest)
    writer.key("constants")
    constants.write(to: &writer)
    writer.key("styles")
    styles.write(to: &writer)
    writer.endObject()
  }
}

extension Theme.Object {
  /// Writes the members in no order.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for (key, value) in members {
      writer.key(key)
      value.write(to: &writer)
    }
    writer.endObject()
  }
}

extension Theme.Color {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("colorSpace", "srgb")
    writer.key("components")
    writer.beginRow()
    for component in [red, green, blue] { writer.number(component) }
    writer.endRow()
    writer.key("alpha")
    writer.number(alpha)
    writer.member("hex", hex)
    writer.endObject()
  }
}

extension Theme.Font {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if let name { writer.member("name", name) }
    if let textStyle { writer.member("textStyle", textStyle) }
    if let system { writer.member("system", system.rawValue) }
    if let size {
      writer.key("size")
      writer.number(size)
    }
    writer.endObject()
  }
}

extension Theme.Glyph {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    if let color {
      writer.key("color")
      color.write(to: &writer)
    }
    if let height {
      writer.key("height")
      writer.number(height)
    }
    writer.endObject()
  }
}
