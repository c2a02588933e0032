// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText

/// The number that a text consists of, apart from blanks around it. The form is that of JSON; leading zeros, a leading plus sign
/// and a bare point (`.5`, `5.`) are allowed. Nil for any other text, such as infinities, hexadecimal digits, and whole numbers beyond
/// 2^53, which a double cannot hold.
func number(in text: Substring) -> Double? {
  var text = text.trimmingBlanks.utf8
  let isNegative = text.first == UInt8(ascii: "-")
  if isNegative || text.first == UInt8(ascii: "+") { text.removeFirst() }
  guard isUnsignedNumber(text), let magnitude = decodeNumber(text.span) else { return nil }
  return isNegative && magnitude > 0 ? -magnitude : magnitude
}

func number(in text: String) -> Double? { number(in: text[...]) }

private func isUnsignedNumber(_ text: Substring.UTF8View) -> Bool {
  var rest = text
  func skipDigits() -> Bool {
    let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    rest.removeFirst(count)
    return count > 0
  }
  func skip(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    guard let byte = rest.first, byte == UInt8(ascii: first) || byte == UInt8(ascii: second) else { return false }
    rest.removeFirst()
    return true
  }
  let isWhole = skipDigits()
  let hasFraction = skip(".", ".") && skipDigits()
  guard isWhole || hasFraction else { return false }
  if skip("e", "E") {
    _ = skip("+", "-")
    guard skipDigits() else { return false }
  }
  return rest.isEmpty
}
