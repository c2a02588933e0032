// SPDX-License-Identifier: MIT

/// Names are short and many: what is asked of all of them is answered from their bytes.
extension String {
  /// A hash for tables in memory: equal texts have equal ones. It differs from process to process, so that no theme can be
  /// written whose names all fall together.
  package var tableHash: UInt64 {
    var text = self
    let hash: UInt64? = text.withUTF8 { bytes in
      var hash = seed ^ UInt64(bytes.count)
      var word: UInt64 = 0
      var shift: UInt64 = 0
      for byte in bytes {
        if byte >= 0x80 { return nil }
        word |= UInt64(byte) << shift
        shift += 8
        if shift == 64 {
          hash = mixed(hash ^ word)
          word = 0
          shift = 0
        }
      }
      return mixed(hash ^ word)
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
    let bytes = utf8
    let count = ending.utf8.count
    guard bytes.count > count, bytes.last == ending.utf8.last else { return nil }
    // Endings are ASCII as a rule, and then equal bytes are what there is to compare.
    if ending.utf8.allSatisfy({ $0 < 0x80 }) {
      guard bytes.suffix(count).elementsEqual(ending.utf8) else { return nil }
      return String(decoding: bytes.dropLast(count), as: UTF8.self)
    }
    return hasSuffix(ending) ? String(dropLast(ending.count)) : nil
  }
}

private let seed = UInt64.random(in: .min ... .max)

/// A step of a multiplicative hash: both halves of the product.
private func mixed(_ word: UInt64) -> UInt64 {
  let product = word.multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
  return product.high ^ product.low
}
