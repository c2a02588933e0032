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
      // An array would test at each addition whether it is shared and large enough.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: common.count + Color.maximumPartBytes) { memory in
        var text = FixedBuffer(memory)
        common.withUnsafeBufferPointer { common in
          var start = 0
          for (index, end) in ends.enumerated() {
            text.append(UnsafeBufferPointer(rebasing: common[start..<end]))
            start = end
            if let part = Color.Part(rawValue: index) { color.withText(of: part) { text.append($0) } }
          }
        }
        bytes.append(contentsOf: text.written)
      }
    }
  }
}

/// Bytes in memory of a fixed size.
private struct FixedBuffer {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

  var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory[..<count]) }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    let free = UnsafeMutableBufferPointer(rebasing: memory[count...])
    precondition(bytes.count <= free.count, "the text fits")
    _ = free.initialize(fromContentsOf: bytes)
    count += bytes.count
  }

  mutating func append(_ byte: UInt8) {
    memory.initializeElement(at: count, to: byte)
    count += 1
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

  /// The maximum length of all varying parts together: four numbers of at most 24 bytes, and `"#rrggbb"`.
  fileprivate static let maximumPartBytes = 4 * 24 + 9

  func append(_ part: Part, to bytes: inout [UInt8]) {
    withText(of: part) { bytes.append(contentsOf: $0) }
  }

  /// Calls `body` with the text of a part.
  fileprivate func withText(of part: Part, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    switch part {
    case .red: Self.withText(of: red, body)
    case .green: Self.withText(of: green, body)
    case .blue: Self.withText(of: blue, body)
    case .alpha: Self.withText(of: alpha, body)
    case .hex:
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 9) { memory in
        var text = FixedBuffer(memory)
        var hex = hex
        text.append(UInt8(ascii: "\""))
        hex.withUTF8 { text.append($0) }
        text.append(UInt8(ascii: "\""))
        body(text.written)
      }
    }
  }

  private static func withText(of component: Double, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let byte = (component * 255).rounded()
    if (0...255).contains(byte), byte / 255 == component {
      HexadecimalComponents.texts.withText(of: Int(byte), body)
    } else {
      var text: [UInt8] = []
      text.appendJSON(component)
      text.withUnsafeBufferPointer(body)
    }
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

  func withText(of byte: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[starts[byte]..<starts[byte + 1]])) }
  }
}
