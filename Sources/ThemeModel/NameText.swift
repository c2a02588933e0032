// SPDX-License-Identifier: MIT

/// Names are short and many: what is asked of all of them is answered from their bytes.
extension String {
  /// A hash for tables in memory: equal texts have equal ones. It differs from process to process, so that no theme can be
  /// written whose names all fall together.
  package var tableHash: UInt64 {
    var text = self
    let hash: UInt64? = text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      var hash = seed ^ UInt64(bytes.count)
      var all: UInt64 = 0
      var at = 0
      while at + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        all |= word
        hash = mixed(hash ^ word)
        at += 8
      }
      var rest: UInt64 = 0
      while at < bytes.count {
        rest = rest << 8 | UInt64(bytes[at])
        at += 1
      }
      let isASCII = (all | rest) & 0x8080_8080_8080_8080 == 0
      return isASCII ? mixed(hash ^ rest) : nil
    }
    return hash ?? asciiForm?.tableHash ?? UInt64(truncatingIfNeeded: hashValue)
  }

  /// The equal text in ASCII of a text that is not: three characters have one. Texts are equal when their normal forms are.
  private var asciiForm: String? {
    var form = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{212A}": form += "K"
      case "\u{37E}": form += ";"
      case "\u{1FEF}": form += "`"
      case _ where scalar.isASCII: form.unicodeScalars.append(scalar)
      default: return nil
      }
    }
    return form
  }

  /// The text without an ending that it has, when something is left of it: `title` of `title_iPad`.
  package func without(ending: String) -> String? {
    var text = self
    var last = ending
    return text.withUTF8 { bytes in
      last.withUTF8 { last in
        guard bytes.count > last.count, bytes.last == last.last else { return nil }
        // Endings are ASCII as a rule, and then equal bytes are what there is to compare.
        if last.allSatisfy({ $0 < 0x80 }) {
          guard bytes.suffix(last.count).elementsEqual(last) else { return nil }
          return String(decoding: bytes.dropLast(last.count), as: UTF8.self)
        }
        return hasSuffix(ending) ? String(dropLast(ending.count)) : nil
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
    case .null, .array, .object, .colorReference, .font, .image, .glyph, .point, .size, .rect, .edgeInsets, .calls:
      UInt64(truncatingIfNeeded: hashValue)
    }
  }

  /// 0 and -0 are equal, and have other bits.
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
