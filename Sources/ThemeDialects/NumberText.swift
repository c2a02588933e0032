// SPDX-License-Identifier: GPL-2.0-or-later

/// The number that a text consists of, blanks around it aside, as JSON writes numbers but with leading zeros, a leading
/// plus sign or a bare point (`.5`) allowed. Nil for anything else, infinities and hexadecimal digits included.
func number(in text: some StringProtocol) -> Double? {
  let trimmed = text.trimmingBlanks()
  let isDecimal = trimmed.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
  guard isDecimal, let number = Double(trimmed), number.isFinite else { return nil }
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
