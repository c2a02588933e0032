// SPDX-License-Identifier: MIT

/// Bytes as text: RFC 4648, section 4.
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    let digits = digits
    // Each group of at most three bytes becomes four ASCII characters, so that exactly the capacity is written.
    return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
      var start = 0
      var end = 0
      while start < bytes.count {
        let count = min(3, bytes.count - start)
        var word = UInt32(bytes[start]) << 16
        if count > 1 { word |= UInt32(bytes[start + 1]) << 8 }
        if count > 2 { word |= UInt32(bytes[start + 2]) }
        for place in 0..<4 {
          text[end + place] = place <= count ? digits[Int(word >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "=")
        }
        start += 3
        end += 4
      }
      return end
    }
  }

  /// Nil for invalid text.
  package static func decode(_ text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    for start in stride(from: 0, to: text.count, by: 4) {
      let isLast = start + 4 == text.count
      let padding = isLast ? text[start...].suffix(2).count { $0 == UInt8(ascii: "=") } : 0
      var word: UInt32 = 0
      for byte in text[start..<start + 4 - padding] {
        guard let value = value(of: byte) else { return nil }
        word = word << 6 | value
      }
      word <<= UInt32(6 * padding)
      for place in 0..<3 - padding { bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(16 - 8 * place))) }
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
