// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The value of an `<integer>` or a `<real>`.
enum PropertyListNumber {
  case value(Double)
  /// An integer past 2^53 in magnitude, or a number that overflows.
  case unheld(String)
  /// Not a number, or infinite.
  case notFinite(String)

  /// The number of an `<integer>`: decimal, or hexadecimal after `0x`, with a sign. Nil for any other text.
  init?(integer text: ArraySlice<UInt8>) {
    let text = trimmed(text)
    var digits = text
    let sign = digits.first == UInt8(ascii: "-") ? -1.0 : 1.0
    if let first = digits.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { digits.removeFirst() }
    var radix: UInt64 = 10
    if digits.first == UInt8(ascii: "0"), let second = digits.dropFirst().first, second | 0x20 == UInt8(ascii: "x") {
      radix = 16
      digits.removeFirst(2)
    }
    guard !digits.isEmpty else { return nil }
    var magnitude: UInt64 = 0
    for byte in digits {
      guard let digit = hexadecimalDigit(byte).map(UInt64.init), digit < radix else { return nil }
      // Digits after 2^53 are ignored, so that nothing overflows.
      if magnitude <= 1 << 53 { magnitude = magnitude * radix + digit }
    }
    self =
      magnitude <= 1 << 53
      ? .value(sign * Double(magnitude)) : .unheld(String(decoding: text.prefix(40), as: UTF8.self))
  }

  /// The number of a `<real>`: decimal, with a sign, a fraction and an exponent. Nil for any other text.
  init?(real text: ArraySlice<UInt8>) {
    let text = trimmed(text)
    let words = String(decoding: text, as: UTF8.self)
    let unsigned = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
    if ["nan", "inf", "infinity"].contains(String(decoding: unsigned.prefix(9), as: UTF8.self).lowercased()) {
      self = .notFinite(words)
      return
    }
    let isDecimal = text.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isDecimal, let value = Double(words) else { return nil }
    self = value.isFinite ? .value(value) : .unheld(String(words.prefix(40)))
  }
}

private func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var text = text.drop(while: isXMLSpace)
  while let last = text.last, isXMLSpace(last) { text.removeLast() }
  return text
}

/// White space of XML.
func isXMLSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
