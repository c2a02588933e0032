// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The value of a scalar by the core schema of YAML 1.2.
enum YAMLScalar {
  case null
  case bool(Bool)
  case number(PropertyListNumber)
  case string

  /// Nil if the tag does not fit the text, or is not of the core schema.
  init?(_ text: UnsafeBufferPointer<UInt8>, isPlain: Bool, _ tag: YAMLTag?) {
    let plain = { YAMLScalar(plain: text) }
    guard let tag else {
      self = isPlain ? plain() : .string
      return
    }
    if tag.isCore("str") {
      self = .string
      return
    }
    let scalar = plain()
    let isFitting =
      switch scalar {
      case .null: tag.isCore("null")
      case .bool: tag.isCore("bool")
      case .number: tag.isCore("float") || tag.isCore("int") && Self.isInteger(text)
      case .string: false
      }
    guard isFitting else { return nil }
    self = scalar
  }

  private init(plain text: UnsafeBufferPointer<UInt8>) {
    // The words have at most five letters.
    switch text.count > 5 ? "" : String(decoding: text, as: UTF8.self) {
    case "" where text.isEmpty: self = .null
    case "null", "Null", "NULL", "~": self = .null
    case "true", "True", "TRUE": self = .bool(true)
    case "false", "False", "FALSE": self = .bool(false)
    case ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF":
      self = .number(.notFinite(String(decoding: text, as: UTF8.self)))
    default: self = Self.number(text).map(YAMLScalar.number) ?? .string
    }
  }

  private static func number(_ text: UnsafeBufferPointer<UInt8>) -> PropertyListNumber? {
    guard let first = text.first, isDigit(first) || first == UInt8(ascii: ".") || isSign(first), text.count <= 400
    else {
      return nil
    }
    let text = Array(text)
    if text.starts(with: "0o".utf8) { return octal(text[2...]) }
    if text.starts(with: "0x".utf8) { return PropertyListNumber(integer: text[...]) }
    let digits = isSign(first) ? text[1...] : text[...]
    if !digits.isEmpty, digits.allSatisfy(isDigit) { return PropertyListNumber(integer: text[...]) }
    guard isFloat(digits) else { return nil }
    // Swift reads `1.` and `.5` like YAML after a digit is added.
    guard let value = Double(completed(text)), value.isFinite else { return nil }
    return .value(value)
  }

  private static func isInteger(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.dropFirst(text.first.map(isSign) ?? false ? 1 : 0).allSatisfy(isDigit) || text.starts(with: "0x".utf8)
      || text.starts(with: "0o".utf8)
  }

  private static func octal(_ digits: ArraySlice<UInt8>) -> PropertyListNumber? {
    guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }) else {
      return nil
    }
    var value: UInt64 = 0
    // Once past 2^53 it stays there, so that nothing overflows.
    for digit in digits where value <= 1 << 53 { value = value * 8 + UInt64(digit - UInt8(ascii: "0")) }
    return value <= 1 << 53 ? .value(Double(value)) : .unheld(String(decoding: digits.prefix(40), as: UTF8.self))
  }

  /// Whether an unsigned text consists of digits with a point, and optionally an exponent.
  private static func isFloat(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    let whole = rest.prefix(while: isDigit)
    rest = rest[whole.endIndex...]
    var hasDigits = !whole.isEmpty
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      hasDigits = hasDigits || !fraction.isEmpty
      rest = rest[fraction.endIndex...]
    }
    guard hasDigits else { return false }
    guard let mark = rest.first else { return true }
    guard mark | 0x20 == UInt8(ascii: "e") else { return false }
    rest.removeFirst()
    if let sign = rest.first, isSign(sign) { rest.removeFirst() }
    return !rest.isEmpty && rest.allSatisfy(isDigit)
  }

  /// With a digit on both sides of the point.
  private static func completed(_ text: [UInt8]) -> String {
    guard let point = text.firstIndex(of: UInt8(ascii: ".")) else { return String(decoding: text, as: UTF8.self) }
    var text = text
    if point + 1 == text.count || !isDigit(text[point + 1]) { text.insert(UInt8(ascii: "0"), at: point + 1) }
    if point == 0 || !isDigit(text[point - 1]) { text.insert(UInt8(ascii: "0"), at: point) }
    return String(decoding: text, as: UTF8.self)
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

private func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }
