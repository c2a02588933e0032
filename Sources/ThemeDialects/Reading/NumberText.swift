// SPDX-License-Identifier: GPL-2.0-or-later

/// The number that a text consists of, apart from blanks around it. The form is that of JSON; leading zeros, a leading plus sign
/// and a bare point (`.5`) are allowed. Nil for any other text, such as infinities, hexadecimal digits, and whole numbers beyond
/// 2^53, which a double cannot hold.
func number(in text: Substring) -> Double? {
  let text = text.trimmingBlanks
  if let number = shortNumber(text.utf8) { return number }
  var isWhole = true
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): break
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isWhole = false
    default: return nil
    }
  }
  guard let number = Double(text), number.isFinite, !isWhole || abs(number) <= 0x1p53 else { return nil }
  return number == 0 ? 0 : number
}

func number(in text: String) -> Double? { number(in: text[...]) }

/// A number of up to 15 digits without an exponent, as most are; nil for any other text.
private func shortNumber(_ text: Substring.UTF8View) -> Double? {
  var mantissa: UInt64 = 0
  var digits = 0
  var hasPoint = false
  // Powers of ten up to 10^15 and mantissas of 15 digits are exact doubles, so that one division rounds correctly.
  var divisor = 1.0
  let isNegative = text.first == UInt8(ascii: "-")
  for byte in isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9") where digits < 15:
      mantissa = mantissa * 10 + UInt64(byte - UInt8(ascii: "0"))
      digits += 1
      if hasPoint { divisor *= 10 }
    case UInt8(ascii: ".") where !hasPoint: hasPoint = true
    default: return nil
    }
  }
  guard digits > 0 else { return nil }
  let magnitude = Double(mantissa) / divisor
  return isNegative && mantissa > 0 ? -magnitude : magnitude
}
