// SPDX-License-Identifier: MIT

/// Writes JSON text into a buffer of the caller, with members in the given order. The text is one line without white space,
/// or indented.
///
/// The writer adds commas and line breaks. The caller matches openings and closings.
package struct JSONWriter {
  package enum Layout: Sendable {
    /// One line without white space.
    case compact
    /// The layout of `JSONValue.pretty`.
    case indented
  }

  private var written: GrowingText
  /// The number of bytes that the text may have. Writers of values stop soon behind it, so that their cost follows the limit; the text
  /// is useless then. A value may unfold to a text of any length.
  package var maximum = Int.max
  private let layout: Layout
  private var needsComma = false
  private var isAfterKey = false
  /// The number of open containers whose elements have a line each.
  package private(set) var indentation = 0
  /// The number of open arrays on one line.
  private var rows = 0

  package init(_ layout: Layout = .compact, reserving capacity: Int = 256) {
    self.layout = layout
    written = GrowingText(reserving: capacity)
  }

  /// The text so far. Costs a copy; `drainBytes` does not.
  package var bytes: [UInt8] { written.bytes }

  /// The number of bytes so far.
  package var count: Int { written.count }

  /// Whether the text is longer than `maximum`.
  package var isFull: Bool { count > maximum }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }

  /// Begins an array whose elements have a line each in an indented layout.
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Begins an array on one line. None of its elements is an object or an array.
  package mutating func beginRow() {
    separate()
    written.append(UInt8(ascii: "["))
    rows += 1
    needsComma = false
  }

  package mutating func endRow() {
    written.append(UInt8(ascii: "]"))
    rows -= 1
    needsComma = true
  }

  /// Ends the line of the text.
  package mutating func endLine() { written.append(UInt8(ascii: "\n")) }

  package mutating func key(_ key: String) {
    var key = key
    key.withUTF8 { text in
      if text.needsEscapes {
        separate()
        written.append(escaping: text)
        written.append(atMost: 2) { $0.append(colon: layout) }
      } else {
        self.key(plain: text)
      }
    }
    isAfterKey = true
  }

  /// A key without escapes.
  package mutating func plainKey(_ key: StaticString) {
    // The text of a static string lives as long as the process.
    key.withUTF8Buffer { self.key(plain: $0) }
    isAfterKey = true
  }

  private mutating func key(plain text: UnsafeBufferPointer<UInt8>) {
    let separator = separator()
    written.append(atMost: separator.count + text.count + 4) { line in
      separator.write(to: &line)
      line.append(literal: text)
      line.append(colon: layout)
    }
  }

  package mutating func string(_ value: String) {
    separate()
    var value = value
    value.withUTF8 { text in
      if text.needsEscapes {
        written.append(escaping: text)
      } else {
        written.append(atMost: text.count + 2) { $0.append(literal: text) }
      }
    }
  }

  package mutating func number(_ value: Double) {
    separate()
    written.append(atMost: FixedBuffer.maximumNumberBytes) { $0.append(json: value) }
  }

  package mutating func number(_ value: Int) {
    separate()
    written.append(atMost: FixedBuffer.maximumNumberBytes) { $0.append(integer: value) }
  }

  package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

  package mutating func null() { word("null") }

  private mutating func word(_ word: StaticString) {
    separate()
    word.withUTF8Buffer { written.append($0) }
  }

  /// Appends a value whose text is known, in the layout of its surroundings.
  package mutating func raw(_ text: [UInt8]) {
    separate()
    text.withUnsafeBufferPointer { written.append($0) }
  }

  /// Appends a value whose text the closure writes into a buffer, in the layout of its surroundings.
  ///
  /// - Parameter capacity: the maximum number of bytes.
  package mutating func raw(atMost capacity: Int, _ write: (inout FixedBuffer) -> Void) {
    separate()
    written.append(atMost: capacity, write)
  }

  /// A writer with a text of its own that continues at this place.
  package func fragment() -> JSONWriter {
    var fragment = self
    fragment.written = GrowingText(reserving: 0)
    return fragment
  }

  /// A writer for further members of the innermost object. Its text begins with the comma before the first of them.
  package func memberFragment() -> JSONWriter {
    var fragment = fragment()
    fragment.needsComma = true
    return fragment
  }

  /// Reserves storage for a text of this number of bytes.
  package mutating func reserve(_ capacity: Int) { written.reserve(capacity) }

  /// Continues after members that another writer wrote.
  package mutating func skipMembers() { needsComma = true }

  /// Returns the text so far and removes it from the writer, which continues after it.
  package mutating func drainBytes() -> [UInt8] { written.drain() }

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
    written.append(bracket)
    indentation += 1
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    indentation -= 1
    if needsComma, layout == .indented {
      write(Separator(hasLineBreak: true, spaces: 2 * indentation))
    }
    written.append(bracket)
    needsComma = true
  }

  /// The text before an element or a closing bracket.
  private struct Separator {
    var hasComma = false
    var hasLineBreak = false
    /// After the comma and the line break.
    var spaces = 0

    var count: Int { (hasComma ? 1 : 0) + (hasLineBreak ? 1 : 0) + spaces }

    func write(to text: inout FixedBuffer) {
      if hasComma { text.append(UInt8(ascii: ",")) }
      if hasLineBreak { text.append(UInt8(ascii: "\n")) }
      text.append(spaces: spaces)
    }
  }

  /// The separator before a key, or before a value without a key, which is written next.
  private mutating func separator() -> Separator {
    defer {
      isAfterKey = false
      needsComma = true
    }
    if isAfterKey { return Separator() }
    if layout == .indented, rows == 0, indentation > 0 {
      return Separator(hasComma: needsComma, hasLineBreak: true, spaces: 2 * indentation)
    }
    return Separator(hasComma: needsComma, spaces: needsComma && layout == .indented && rows > 0 ? 1 : 0)
  }

  private mutating func separate() { write(separator()) }

  private mutating func write(_ separator: Separator) {
    if separator.count > 0 { written.append(atMost: separator.count) { separator.write(to: &$0) } }
  }
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

extension GrowingText {
  /// Appends a string literal. Escapes only the quotation mark, the backslash and control characters.
  fileprivate mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    var clean = 0
    for index in text.indices where text[index].needsEscape {
      append(UnsafeBufferPointer(rebasing: text[clean..<index]))
      clean = index + 1
      append(atMost: 6) { $0.append(escape: text[index]) }
    }
    append(UnsafeBufferPointer(rebasing: text[clean...]))
    append(UInt8(ascii: "\""))
  }
}

extension FixedBuffer {
  /// Appends a string literal without escapes.
  fileprivate mutating func append(literal text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    append(text)
    append(UInt8(ascii: "\""))
  }

  /// Appends what is between a key and its value.
  fileprivate mutating func append(colon layout: JSONWriter.Layout) {
    append(UInt8(ascii: ":"))
    if layout == .indented { append(UInt8(ascii: " ")) }
  }

  /// Appends the escape of a byte: at most six bytes.
  fileprivate mutating func append(escape byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      append(text: "u00")
      append(Self.hexDigit(byte >> 4))
      append(Self.hexDigit(byte & 15))
    }
  }

  private static func hexDigit(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }

  /// The maximum length of a number: a sign, 17 digits, a point, and an exponent of four or five characters.
  package static let maximumNumberBytes = 24

  /// Appends a number in the shortest form that reads back the same. A whole number has no `.0`, and -0 is 0.
  ///
  /// - Precondition: the number is finite, and `maximumNumberBytes` fit.
  package mutating func append(json number: Double) {
    precondition(number.isFinite, "JSON has no infinity and no NaN")
    if number == number.rounded(), abs(number) <= 9_007_199_254_740_992 {
      append(integer: Int(number))
    } else {
      append(text: number.description)
    }
  }

  /// Appends an integer.
  ///
  /// - Precondition: `maximumNumberBytes` fit.
  fileprivate mutating func append(integer: Int) {
    guard (0..<1000).contains(integer) else { return append(text: String(integer)) }
    let digits = UInt16(integer)
    if digits >= 100 { append(UInt8(ascii: "0") + UInt8(digits / 100)) }
    if digits >= 10 { append(UInt8(ascii: "0") + UInt8(digits / 10 % 10)) }
    append(UInt8(ascii: "0") + UInt8(digits % 10))
  }

  private mutating func append(text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }
}

extension UInt8 {
  fileprivate var needsEscape: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a byte of a text needs an escape in JSON. Looks at eight bytes at a time.
  fileprivate var needsEscapes: Bool {
    guard count >= 8 else { return contains(where: \.needsEscape) }
    let bytes = UnsafeRawBufferPointer(self)
    var at = 0
    while at + 8 < count {
      if Self.needsEscape(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)) { return true }
      at += 8
    }
    return Self.needsEscape(bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
  }

  /// Whether one of eight bytes needs an escape. Subtracting a bound sets the highest bit of each byte below it. A borrow may
  /// set the same bit in the bytes above such a byte, and never in a word without one.
  private static func needsEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones * UInt64(UInt8(ascii: "\"")))
    let backslash = word ^ (ones * UInt64(UInt8(ascii: "\\")))
    let below = (word &- ones * 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash
    return below & (ones << 7) != 0
  }
}
