// SPDX-License-Identifier: GPL-2.0-or-later

/// The part in which two texts differ, between their common beginning and their common end.
struct TextDifference: Equatable {
  /// Bytes of the common beginning.
  let prefix: Int
  /// Bytes of the common end, without those of the common beginning.
  let suffix: Int

  /// Costs one pass over the text, 64 bytes at a time.
  init(_ left: [UInt8], _ right: [UInt8]) {
    let prefix = Self.commonPrefix(left, right)
    let shorter = min(left.count, right.count)
    self.prefix = prefix
    suffix = left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        // Each load lies within both texts, since `shorter` bounds it.
        var suffix = 0
        while prefix + suffix + 64 <= shorter,
          left.isSame(at: left.count - suffix - 64, as: right, at: right.count - suffix - 64)
        {
          suffix += 64
        }
        while prefix + suffix < shorter, left[left.count - suffix - 1] == right[right.count - suffix - 1] {
          suffix += 1
        }
        return suffix
      }
    }
  }

  /// The bytes of the common beginning of two texts.
  static func commonPrefix(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let shorter = min(left.count, right.count)
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        var prefix = 0
        while prefix + 64 <= shorter, left.isSame(at: prefix, as: right, at: prefix) { prefix += 64 }
        while prefix < shorter, left[prefix] == right[prefix] { prefix += 1 }
        return prefix
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether 64 bytes are equal. Has no branch between them, so that the compiler compares many at a time.
  fileprivate func isSame(at offset: Int, as other: UnsafeRawBufferPointer, at otherOffset: Int) -> Bool {
    var difference: UInt64 = 0
    for word in 0..<8 {
      difference |=
        loadUnaligned(fromByteOffset: offset + 8 * word, as: UInt64.self)
        ^ other.loadUnaligned(fromByteOffset: otherOffset + 8 * word, as: UInt64.self)
    }
    return difference == 0
  }
}
