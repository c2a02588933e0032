// SPDX-License-Identifier: MIT

/// The double for a number of RFC 8259. Nil if it overflows or is an integer beyond 2^53 in magnitude.
///
/// - Precondition: the bytes are a number, which may have leading zeros, and lack the digits on one side of the point. The result for
///   others is undefined.
package func decodeNumber(_ bytes: Span<UInt8>) -> Double? {
  var mantissa: UInt64 = 0
  var digits = 0
  var decimals: Int?
  for index in bytes.indices {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      mantissa = mantissa &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
      digits += 1
      if let count = decimals { decimals = count + 1 }
    case UInt8(ascii: "."): decimals = 0
    case UInt8(ascii: "-") where digits == 0: break
    default: return decodeLongNumber(bytes)
    }
  }
  let magnitude: Double
  if digits <= 15 {
    // Fifteen digits and powers of ten up to 10^15 are exact doubles, so that one division rounds correctly.
    magnitude = Double(mantissa) / powersOfTen[decimals ?? 0]
  } else if let decimals, digits <= 19 {
    magnitude = quotient(mantissa, byPowerOfTen: decimals)
  } else {
    return decodeLongNumber(bytes)
  }
  return !bytes.isEmpty && bytes[0] == UInt8(ascii: "-") ? -magnitude : magnitude
}

/// The double that is next to `mantissa / 10^exponent`, ties to even, for an exponent up to 19. A colour has numbers of 16 and more
/// digits, since it is written in thirds and 255ths of one.
private func quotient(_ mantissa: UInt64, byPowerOfTen exponent: Int) -> Double {
  if mantissa == 0 { return 0 }
  var divisor: UInt64 = 1
  for _ in 0..<exponent { divisor *= 10 }
  // Both with their first bit set, so that the quotient has at least 63 bits.
  let (shift, divisorShift) = (mantissa.leadingZeroBitCount, divisor.leadingZeroBitCount)
  let dividend = mantissa << shift
  let (quotient, remainder) = (divisor << divisorShift).dividingFullWidth((dividend >> 1, dividend << 63))
  // The last bit is far behind the 53 of a double. It only has to say whether the quotient is exact, for the ties.
  let rounded = Double(remainder == 0 ? quotient : quotient | 1)
  return rounded * Double(sign: .plus, exponent: divisorShift - shift - 63, significand: 1)
}

private func decodeLongNumber(_ bytes: Span<UInt8>) -> Double? {
  let text = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  guard let value = Double(text), value.isFinite else { return nil }
  let isInteger = text.utf8.allSatisfy {
    $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
  }
  guard isInteger else { return value }
  guard let integer = Int64(text), integer.magnitude <= 1 << 53 else { return nil }
  return value
}

private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]
