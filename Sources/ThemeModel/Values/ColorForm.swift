// SPDX-License-Identifier: MIT

package import JSONText

/// The text of colours at one level of indentation: the common parts are made once.
///
/// A class, so that each colour that is written counts one reference, and not one of each list.
package final class ColorForm: Sendable {
  /// The common parts, one after the other: those before each varying part, and the last.
  private let common: [UInt8]
  /// Where each common part ends.
  private let ends: [Int]
  private let components = HexadecimalComponents.texts

  /// - Parameters:
  ///   - typeName: of the value: `color` or `colorRef`.
  ///   - writer: one that has just written a key.
  package init(_ typeName: String, after writer: JSONWriter) {
    var sample = writer.fragment()
    var ends: [Int] = []
    Value.write(typeName, to: &sample) { sample in
      Color.writeContent(to: &sample) { _, sample in
        sample.raw([])
        ends.append(sample.count)
      }
    }
    common = sample.drainBytes()
    self.ends = ends + [common.count]
  }

  /// Writes a colour, as `Value.write` does.
  package func write(_ color: Color, to writer: inout JSONWriter) {
    writer.raw(atMost: common.count + Color.maximumPartBytes) { text in
      common.withUnsafeBufferPointer { common in
        var start = 0
        for (index, end) in ends.enumerated() {
          text.append(UnsafeBufferPointer(rebasing: common[start..<end]))
          start = end
          if let part = Color.Part(rawValue: index) { color.append(part, to: &text, components) }
        }
      }
    }
  }
}

extension Color {
  /// The varying parts, in the order of the text.
  enum Part: Int { case red, green, blue, alpha, hex }

  /// Writes a colour without its type: the common parts, with a call of `write` for each varying part.
  static func writeContent(
    in space: ColorSpace = .srgb, to writer: inout JSONWriter, _ write: (Part, inout JSONWriter) -> Void
  ) {
    writer.beginObject()
    writer.plainKey("colorSpace")
    writer.string(space.rawValue)
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

  /// The maximum length of all varying parts together: four numbers, and `"#rrggbb"`.
  fileprivate static let maximumPartBytes = 4 * FixedBuffer.maximumNumberBytes + 9

  func write(_ part: Part, to writer: inout JSONWriter) {
    writer.raw(atMost: Self.maximumPartBytes) { append(part, to: &$0, .texts) }
  }

  fileprivate func append(_ part: Part, to text: inout FixedBuffer, _ components: HexadecimalComponents) {
    switch part {
    case .red: components.append(red, to: &text)
    case .green: components.append(green, to: &text)
    case .blue: components.append(blue, to: &text)
    case .alpha: components.append(alpha, to: &text)
    case .hex:
      text.append(UInt8(ascii: "\""))
      text.append(UInt8(ascii: "#"))
      let number = hexNumber
      for place in 1...6 { text.append(Self.hexDigit(place, of: number)) }
      text.append(UInt8(ascii: "\""))
    }
  }
}

extension JSONWriter {
  /// Appends a component of a colour.
  mutating func component(_ value: Double) {
    raw(atMost: FixedBuffer.maximumNumberBytes) { HexadecimalComponents.texts.append(value, to: &$0) }
  }
}

/// The texts of the components that themes write in hexadecimal digits, by the byte. Most components are such bytes.
private final class HexadecimalComponents: Sendable {
  static let texts = HexadecimalComponents()

  /// One after the other.
  private let text: [UInt8]
  /// Where each begins; one more at the end.
  private let starts: [Int]

  private init() {
    var starts = [0]
    starts.reserveCapacity(257)
    text = Array(unsafeUninitializedCapacity: 256 * FixedBuffer.maximumNumberBytes) { memory, count in
      var buffer = FixedBuffer(memory, count: 0)
      for byte in 0...255 {
        buffer.append(json: Double(byte) / 255)
        starts.append(buffer.count)
      }
      count = buffer.count
    }
    self.starts = starts
  }

  /// Appends the text of any component.
  func append(_ component: Double, to buffer: inout FixedBuffer) {
    let byte = component * 255 + 0.5
    if byte >= 0, byte < 256, Double(UInt8(byte)) / 255 == component {
      let (start, end) = (starts[Int(byte)], starts[Int(byte) + 1])
      text.withUnsafeBufferPointer { buffer.append(UnsafeBufferPointer(rebasing: $0[start..<end])) }
    } else {
      buffer.append(json: component)
    }
  }
}
