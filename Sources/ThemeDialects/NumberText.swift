// SPDX-License-Identifier: GPL-2.0-or-later

/// The number that a text consists of, apart from blanks around it. The form is that of JSON; leading zeros, a leading plus sign
/// and a bare point (`.5`) are allowed. Nil for any other text, such as infinities, hexadecimal digits, and whole numbers beyond
/// 2^53, which a double cannot hold.
func number(in text: some StringProtocol) -> Double? {
  let trimmed = text.trimmingBlanks()
  var isWhole = true
  for byte in trimmed.utf8 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): break
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isWhole = false
    default: return nil
    }
  }
  guard let number = Double(trimmed), number.isFinite, !isWhole || abs(number) <= 0x1p53 else { return nil }
  return number == 0 ? 0 : number
}

extension StringProtocol {
  /// Without the spaces, tabs and line ends at both ends.
  func trimmingBlanks() -> String {
    func isBlank(_ character: Character) -> Bool { character.isWhitespace }
    guard let start = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return ""
    }
    return String(self[start...last])
  }
}
