// SPDX-License-Identifier: MIT

/// A set of bytes, without storage of its own: threads that ask one set do not share a reference count.
@usableFromInline package struct ByteSet: Sendable {
  /// Those below 64, below 128, and so on, one bit each.
  @usableFromInline var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  package init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      let bit: UInt64 = 1 << UInt64(byte % 64)
      switch byte / 64 {
      case 0: bits.0 |= bit
      case 1: bits.1 |= bit
      case 2: bits.2 |= bit
      default: bits.3 |= bit
      }
    }
  }

  @inlinable package func contains(_ byte: UInt8) -> Bool {
    let part =
      switch byte / 64 {
      case 0: bits.0
      case 1: bits.1
      case 2: bits.2
      default: bits.3
      }
    return part >> UInt64(byte % 64) & 1 == 1
  }
}
