// SPDX-License-Identifier: MIT

/// Bytes as text: RFC 4648, section 4.
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    // Each group of at most three bytes becomes four ASCII characters, so that exactly the capacity is written.
    String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
      var end = 0
      func append(_ word: UInt32, digits count: Int) {
        for place in 0..<4 {
          let digit = place < count ? digits[Int(word >> (18 - 6 * place) & 63)] : UInt8(ascii: "=")
          text.initializeElement(at: end + place, to: digit)
        }
        end += 4
      }
      bytes.withUnsafeBufferPointer { bytes in
        func byte(_ place: Int) -> UInt32 { UInt32(bytes[place]) }
        var place = 0
        while place + 3 <= bytes.count {
          append(byte(place) << 16 | byte(place + 1) << 8 | byte(place + 2), digits: 4)
          place += 3
        }
        switch bytes.count - place {
        case 1: append(byte(place) << 16, digits: 2)
        case 2: append(byte(place) << 16 | byte(place + 1) << 8, digits: 3)
        default: break
        }
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
