// SPDX-License-Identifier: MIT

/// FNV-1a, 64 bits: equal in every process, for names of files and for comparisons over a restart. It guards against accidents, not
/// against malice.
package struct StableHash: Sendable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Costs one step a byte where the bytes are side by side in memory, as those of arrays and texts are.
  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    // A generic loop in another module asks the sequence for each byte, at 400 instructions.
    if bytes.withContiguousStorageIfAvailable({ combine(contiguous: $0) }) == nil {
      for byte in bytes { combine(byte) }
    }
  }

  private mutating func combine(contiguous bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { combine(byte) }
  }

  private mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// Hexadecimal digits.
  package var text: String { String(value, radix: 16) }
}
