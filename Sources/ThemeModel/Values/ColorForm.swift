// SPDX-License-Identifier: MIT

package import JSONText

/// The text of colours at one level of indentation: the common parts are made once.
package struct ColorForm {
  /// The text before each part of a colour, and after the last.
  private let pieces: [[UInt8]]

  /// - Parameters:
  ///   - typeName: of the value: `color` or `colorRef`.
  ///   - writer: one that has just written a key.
  package init(_ typeName: String, after writer: JSONWriter) {
    var sample = writer.fragment()
    var pieces: [[UInt8]] = []
    Color.write(typeName, to: &sample) { _, sample in
      sample.raw { _ in }
      pieces.append(sample.drainBytes())
    }
    self.pieces = pieces + [sample.drainBytes()]
  }

  /// Writes a colour, as `Value.write` does.
  package func write(_ color: Color, to writer: inout JSONWriter) {
    writer.raw { bytes in
      for index in pieces.indices {
        bytes.append(contentsOf: pieces[index])
        if let part = Color.Part(rawValue: index) { color.append(part, to: &bytes) }
      }
    }
  }
}

extension Color {
  /// The varying parts, in the order of the text.
  enum Part: Int { case red, green, blue, alpha, hex }

  /// Writes the common parts, and calls `write` for each varying part.
  static func write(
    _ typeName: String, to writer: inout JSONWriter, _ write: (Part, inout JSONWriter) -> Void
  ) {
    writer.beginObject()
    writer.plainKey("$type")
    writer.string(typeName)
    writer.plainKey("$value")
    writeContent(to: &writer, write)
    writer.endObject()
  }

  /// Writes a colour without its type.
  static func writeContent(to writer: inout JSONWriter, _ write: (Part, inout JSONWriter) -> Void) {
    writer.beginObject()
    writer.plainKey("colorSpace")
    writer.string("srgb")
    writer.plainKey("components")
    writer.beginRow()
    write(.red, &writer)
    write(.green, &writer)
    write(.blue, &writer)
    writer.endRow()
    writer.plainKey("alpha")
    write(.alpha, &writer)
    writer.plainKey("hex")
    write(.hex, &writer)
    writer.endObject()
  }

  func append(_ part: Part, to bytes: inout [UInt8]) {
    switch part {
    case .red: Self.append(red, to: &bytes)
    case .green: Self.append(green, to: &bytes)
    case .blue: Self.append(blue, to: &bytes)
    case .alpha: Self.append(alpha, to: &bytes)
    case .hex: appendHex(to: &bytes)
    }
  }

  /// The texts of the components that themes write in hexadecimal digits, by the byte. Most components are such bytes.
  private static let texts = (0...255).map { byte in
    var text: [UInt8] = []
    text.appendJSON(Double(byte) / 255)
    return text
  }

  private static func append(_ component: Double, to bytes: inout [UInt8]) {
    let byte = (component * 255).rounded()
    if (0...255).contains(byte), byte / 255 == component {
      bytes.append(contentsOf: texts[Int(byte)])
    } else {
      bytes.appendJSON(component)
    }
  }

  private func appendHex(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: hex.utf8)
    bytes.append(UInt8(ascii: "\""))
  }
}
