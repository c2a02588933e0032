// SPDX-License-Identifier: GPL-2.0-or-later

/// Where two texts differ: what lies between the bytes that both begin with and those that both end with.
struct TextDifference: Equatable {
  /// How many bytes are the same at the beginning.
  let prefix: Int
  /// How many are the same at the end, those of the beginning not counted again.
  let suffix: Int

  /// Costs one pass over the text, eight bytes at a time.
  init(_ left: [UInt8], _ right: [UInt8]) {
    let shorter = min(left.count, right.count)
    (prefix, suffix) = left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        // Each load lies within both texts, since `shorter` bounds it.
        var prefix = 0
        while prefix + 8 <= shorter {
          let difference = left.word(at: prefix) ^ right.word(at: prefix)
          prefix += difference == 0 ? 8 : difference.trailingZeroBitCount / 8
          if difference != 0 { break }
        }
        while prefix < shorter, left[prefix] == right[prefix] { prefix += 1 }
        var suffix = 0
        while prefix + suffix + 8 <= shorter {
          let difference =
            left.word(at: left.count - suffix - 8) ^ right.word(at: right.count - suffix - 8)
          suffix += difference == 0 ? 8 : difference.leadingZeroBitCount / 8
          if difference != 0 { break }
        }
        while prefix + suffix < shorter, left[left.count - suffix - 1] == right[right.count - suffix - 1] {
          suffix += 1
        }
        return (prefix, suffix)
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
