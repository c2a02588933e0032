// SPDX-License-Identifier: MIT

package import JSONText

/// The text of colours at one level of indentation: the common parts are made once.
package struct ColorForm {
  /// The common parts, one after the other: those before each varying part, and the last.
  private let common: [UInt8]
  /// Where each common part ends.
  private let ends: [Int]

  /// - Parameters:
  ///   - typeName: of the value: `color` or `colorRef`.
  ///   - writer: one that has just written a key.
  package init(_ typeName: String, after writer: JSONWriter) {
    var sample = writer.fragment()
    var ends: [Int] = []
    Color.write(typeName, to: &sample) { _, sample in
      sample.raw { _ in }
      ends.append(sample.bytes.count)
    }
    common = sample.bytes
    self.ends = ends + [common.count]
  }

  /// Writes a colour, as `Value.write` does.
  package func write(_ color: Color, to writer: inout JSONWriter) {
    writer.raw { bytes in
      // Pieces of a buffer are copied without counting references to it.
      common.withUnsafeBufferPointer { common in
        var start = 0
        for (index, end) in ends.enumerated() {
          bytes.append(contentsOf: common[start..<end])
          start = end
          if let part = Color.Part(rawValue: index) { color.append(part, to: &bytes) }
        }
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

  private static func append(_ component: Double, to bytes: inout [UInt8]) {
    let byte = (component * 255).rounded()
    if (0...255).contains(byte), byte / 255 == component {
      HexadecimalComponents.texts.append(Int(byte), to: &bytes)
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

/// The texts of the components that themes write in hexadecimal digits, by the byte. Most components are such bytes.
private struct HexadecimalComponents {
  static let texts = HexadecimalComponents()

  /// One after the other.
  private var text: [UInt8] = []
  /// Where each begins; one more at the end.
  private var starts = [0]

  private init() {
    for byte in 0...255 {
      text.appendJSON(Double(byte) / 255)
      starts.append(text.count)
    }
  }

  func append(_ byte: Int, to bytes: inout [UInt8]) {
    text.withUnsafeBufferPointer { bytes.append(contentsOf: $0[starts[byte]..<starts[byte + 1]]) }
  }
}
