// SPDX-License-Identifier: MIT

/// An independent, slow implementation of RFC 8259, to compare the parser with.
struct ReferenceValidator {
  private var rest: ArraySlice<UInt8>

  /// Whether bytes are one JSON text. A byte order mark may precede it, as in the parser.
  static func accepts(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var validator = Self(rest: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
    validator.blanks()
    guard validator.value() else { return false }
    validator.blanks()
    return validator.rest.isEmpty
  }

  private mutating func blanks() { rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func value() -> Bool {
    switch rest.first.map({ Character(Unicode.Scalar($0)) }) {
    case "{": return list("{", "}") { $0.string() && $0.colon() && $0.value() }
    case "[": return list("[", "]") { $0.value() }
    case "\"": return string()
    case "t": return take("true")
    case "f": return take("false")
    case "n": return take("null")
    default: return number()
    }
  }

  private mutating func colon() -> Bool {
    blanks()
    defer { blanks() }
    return take(":")
  }

  private mutating func list(_ open: String, _ close: String, _ item: (inout Self) -> Bool) -> Bool {
    _ = take(open)
    blanks()
    if take(close) { return true }
    while item(&self) {
      blanks()
      if take(close) { return true }
      guard take(",") else { return false }
      blanks()
    }
    return false
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return true
      case 0..<0x20: return false
      case UInt8(ascii: "\\"): guard escape() else { return false }
      default: break
      }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let byte = rest.popFirst() else { return false }
    if byte != UInt8(ascii: "u") { return "\"\\/bfnrt".utf8.contains(byte) }
    guard let unit = unit() else { return false }
    if (0xDC00..<0xE000).contains(unit) { return false }
    guard (0xD800..<0xDC00).contains(unit) else { return true }
    guard take("\\u"), let low = self.unit() else { return false }
    return (0xDC00..<0xE000).contains(low)
  }

  private mutating func unit() -> Int? {
    let digits = rest.prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    rest = rest.dropFirst(4)
    return Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func number() -> Bool {
    let before = rest
    _ = take("-")
    if !take("0") {
      guard let first = rest.first, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first) else { return false }
      guard digits() else { return false }
    }
    var isInteger = true
    if take(".") {
      isInteger = false
      guard digits() else { return false }
    }
    if take("e") || take("E") {
      isInteger = false
      _ = take("+") || take("-")
      guard digits() else { return false }
    }
    let text = String(decoding: before[..<rest.startIndex], as: UTF8.self)
    if isInteger { return Int64(text).map { $0.magnitude <= 1 << 53 } ?? false }
    return Double(text)?.isFinite ?? false
  }

  private mutating func digits() -> Bool {
    let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    rest = rest.dropFirst(count)
    return count > 0
  }
}
