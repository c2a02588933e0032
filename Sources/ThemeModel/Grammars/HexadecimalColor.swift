// SPDX-License-Identifier: MIT

/// The value of a hexadecimal digit of either case; nil for any other byte.
package func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

extension Color {
  /// The colour of hexadecimal digits: RRGGBB or RRGGBBAA, or RGB or RGBA, where a digit stands for two equal ones. Nil for any
  /// other text.
  package init?(hexadecimal text: ArraySlice<UInt8>) {
    guard [3, 4, 6, 8].contains(text.count) else { return nil }
    var number: UInt32 = 0
    for byte in text {
      guard let digit = hexadecimalDigit(byte) else { return nil }
      number = number << 4 | UInt32(digit)
      if text.count < 6 { number = number << 4 | UInt32(digit) }
    }
    if text.count == 3 || text.count == 6 { number = number << 8 | 255 }
    func component(_ shift: UInt32) -> Double { Double(number >> shift & 255) / 255 }
    self.init(red: component(24), green: component(16), blue: component(8), alpha: component(0))
  }
}
