// SPDX-License-Identifier: MIT

/// Writes JSON text into a buffer that the caller owns: members in the order they are given, on one line without white space
/// unless another layout is asked for.
///
/// The writer keeps track of commas and lines only; that openings and closings match is the caller's duty.
package struct JSONWriter {
  package enum Layout: Sendable {
    /// Everything on one line, without white space.
    case compact
    /// As `JSONValue.pretty` lays values out.
    case indented
  }

  package private(set) var bytes: [UInt8]
  private let layout: Layout
  private var needsComma = false
  private var isAfterKey = false
  /// Of the open containers, those whose elements have a line each.
  package private(set) var indentation = 0
  /// Arrays on one line that are open.
  private var rows = 0

  package init(_ layout: Layout = .compact, reserving capacity: Int = 256) {
    self.layout = layout
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }

  /// Begins an array that has a line for each element when the layout has lines.
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Begins an array that stays on one line: none of its elements is an object or an array.
  package mutating func beginRow() {
    separate()
    bytes.append(UInt8(ascii: "["))
    rows += 1
    needsComma = false
  }

  package mutating func endRow() {
    bytes.append(UInt8(ascii: "]"))
    rows -= 1
    needsComma = true
  }

  /// Ends the line that the text stands on.
  package mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  package mutating func key(_ key: String) {
    separate()
    bytes.appendJSON(key)
    bytes.append(UInt8(ascii: ":"))
    if layout == .indented { bytes.append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  /// A key that needs no escapes.
  package mutating func plainKey(_ key: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    // The text of a static string lives as long as the process.
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    if layout == .indented { bytes.append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  package mutating func string(_ value: String) {
    separate()
    bytes.appendJSON(value)
  }

  package mutating func number(_ value: Double) {
    separate()
    bytes.appendJSON(value)
  }

  package mutating func number(_ value: Int) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  package mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  package mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Appends text that is JSON already, laid out as what stands around it.
  package mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      if elements.contains(where: \.isContainer) {
        beginArray()
        for element in elements { self.value(element) }
        endArray()
      } else {
        beginRow()
        for element in elements { self.value(element) }
        endRow()
      }
    case .object(let object):
      beginObject()
      for (key, value) in object.members {
        self.key(key)
        self.value(value)
      }
      endObject()
    }
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    indentation += 1
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    indentation -= 1
    if needsComma, layout == .indented { breakLine() }
    bytes.append(bracket)
    needsComma = true
  }

  /// Writes what stands before a key, and before a value that has none.
  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      needsComma = true
      return
    }
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    if layout == .indented {
      if rows == 0 {
        if indentation > 0 { breakLine() }
      } else if needsComma {
        bytes.append(UInt8(ascii: " "))
      }
    }
    needsComma = true
  }

  private mutating func breakLine() {
    let blanks = 2 * indentation
    guard blanks < Self.lineBreak.count else {
      bytes.append(UInt8(ascii: "\n"))
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
      return
    }
    bytes.append(contentsOf: Self.lineBreak[...blanks])
  }

  /// The end of a line and the blanks before the next, as many as most lines begin with.
  private static let lineBreak = [UInt8(ascii: "\n")] + [UInt8](repeating: UInt8(ascii: " "), count: 64)
}

extension JSONWriter {
  package mutating func member(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  package mutating func member(_ key: String, _ value: Int) {
    self.key(key)
    number(value)
  }

  package mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  package mutating func member(_ key: String, _ value: JSONValue) {
    self.key(key)
    self.value(value)
  }
}

extension [UInt8] {
  /// Appends a JSON string literal: only the quotation mark, the backslash and control characters are escaped.
  package mutating func appendJSON(_ string: String) {
    append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { utf8 in
      guard utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
        append(contentsOf: utf8)
        return
      }
      var clean = 0
      for index in utf8.indices {
        let byte = utf8[index]
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
        append(contentsOf: utf8[clean..<index])
        clean = index + 1
        appendEscape(byte)
      }
      append(contentsOf: utf8[clean...])
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends a number in the shortest form that reads back the same; a whole number has no `.0`, and -0 is 0.
  ///
  /// - Precondition: the number is finite, since JSON has no other.
  package mutating func appendJSON(_ number: Double) {
    precondition(number.isFinite, "JSON has no infinity and no NaN")
    if number == number.rounded(), abs(number) <= 9_007_199_254_740_992 {
      append(contentsOf: String(Int64(number)).utf8)
    } else {
      append(contentsOf: number.description.utf8)
    }
  }

  private mutating func appendEscape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      let digits = Array("0123456789abcdef".utf8)
      append(contentsOf: "u00".utf8)
      append(digits[Int(byte >> 4)])
      append(digits[Int(byte & 15)])
    }
  }
}

extension JSONValue {
  /// The value as JSON text on one line.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value as JSON text on one line, as bytes.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }

  /// The value as indented JSON text: two blanks a level; arrays that hold no container stay on one line.
  package var pretty: String {
    var text = ""
    appendPretty(to: &text, indent: "")
    return text
  }

  private func appendPretty(to text: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .object(let object) where !object.members.isEmpty:
      text += "{\n"
      for (index, member) in object.members.enumerated() {
        text += inner + JSONValue.string(member.key).text + ": "
        member.value.appendPretty(to: &text, indent: inner)
        text += index + 1 < object.members.count ? ",\n" : "\n"
      }
      text += indent + "}"
    case .array(let elements) where elements.contains(where: \.isContainer):
      text += "[\n"
      for (index, element) in elements.enumerated() {
        text += inner
        element.appendPretty(to: &text, indent: inner)
        text += index + 1 < elements.count ? ",\n" : "\n"
      }
      text += indent + "]"
    case .array(let elements):
      text += "[" + elements.map(\.text).joined(separator: ", ") + "]"
    default:
      text += self.text
    }
  }

  fileprivate var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
