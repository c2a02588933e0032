// SPDX-License-Identifier: MIT

/// The double for a number of RFC 8259. Nil if it overflows or is an integer beyond 2^53 in magnitude.
///
/// - Precondition: the bytes are a number. The result for others is undefined.
func decodeNumber(_ bytes: ArraySlice<UInt8>) -> Double? {
  var mantissa: Int64 = 0
  var digits = 0
  var decimals: Int?
  for byte in bytes {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      mantissa = mantissa &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
      digits += 1
      if let count = decimals { decimals = count + 1 }
    case UInt8(ascii: "."): decimals = 0
    case UInt8(ascii: "-") where digits == 0: break
    default: return decodeLongNumber(bytes)
    }
  }
  // Fifteen digits and powers of ten up to 10^15 are exact doubles, so that one division rounds correctly.
  guard digits <= 15 else { return decodeLongNumber(bytes) }
  let magnitude = Double(mantissa) / powersOfTen[decimals ?? 0]
  return bytes.first == UInt8(ascii: "-") ? -magnitude : magnitude
}

private func decodeLongNumber(_ bytes: ArraySlice<UInt8>) -> Double? {
  let text = String(decoding: bytes, as: UTF8.self)
  guard let value = Double(text), value.isFinite else { return nil }
  let isInteger = bytes.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  guard isInteger else { return value }
  guard let integer = Int64(text), integer.magnitude <= 1 << 53 else { return nil }
  return value
}

private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]
