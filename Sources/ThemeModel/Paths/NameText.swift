// SPDX-License-Identifier: MIT

/// Functions on names. Names are short and many, so that these work on bytes.
extension String {
  /// A hash of the bytes for tables in memory. It differs from process to process, so that no theme file can be written with
  /// names that all have one hash.
  package var tableHash: UInt64 {
    var text = self
    return text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      var hash = seed ^ UInt64(bytes.count)
      var at = 0
      while at + 8 <= bytes.count {
        hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        at += 8
      }
      var rest: UInt64 = 0
      while at < bytes.count {
        rest = rest << 8 | UInt64(bytes[at])
        at += 1
      }
      return mixed(hash ^ rest)
    }
  }

  /// The text without an ending, if it has the ending and more: `title` of `title_iPad`.
  package func without(ending: String) -> String? {
    var text = self
    var last = ending
    return text.withUTF8 { bytes in
      last.withUTF8 { last in
        guard bytes.count > last.count, bytes.last == last.last, bytes.suffix(last.count).elementsEqual(last) else {
          return nil
        }
        return String(decoding: bytes.dropLast(last.count), as: UTF8.self)
      }
    }
  }
}

extension Value {
  /// A hash for tables in memory, as that of texts: equal values have equal ones.
  package var tableHash: UInt64 {
    switch self {
    case .bool(let value): mixed(seed ^ (value ? 1 : 2))
    case .number(let number): Self.hash(seed &+ 1, number)
    case .string(let text): text.tableHash
    case .color(let color):
      Self.hash(Self.hash(Self.hash(Self.hash(seed &+ 2, color.red), color.green), color.blue), color.alpha)
    case .null, .array, .object, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size, .rect,
      .edgeInsets, .calls, .typed:
      UInt64(truncatingIfNeeded: hashValue)
    }
  }

  /// 0 and -0 are equal, and have different bits.
  private static func hash(_ seed: UInt64, _ number: Double) -> UInt64 {
    mixed(seed ^ (number == 0 ? 0 : number).bitPattern)
  }
}

extension ArraySlice<UInt8> {
  /// Whether the text, in UTF-8, begins like this.
  package func hasPrefix(_ prefix: StaticString) -> Bool {
    // The text of a static string lives as long as the process.
    prefix.withUTF8Buffer { prefix in
      count >= prefix.count && prefix.indices.allSatisfy { self[startIndex + $0] == prefix[$0] }
    }
  }
}

private let seed = UInt64.random(in: .min ... .max)

/// A step of a multiplicative hash: both halves of the product.
private func mixed(_ word: UInt64) -> UInt64 {
  let product = word.multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
  return product.high ^ product.low
}
