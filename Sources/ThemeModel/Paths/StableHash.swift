// SPDX-License-Identifier: MIT

/// FNV-1a, 64 bits: equal in every process, for names of files and for comparisons over a restart. It guards against accidents, not
/// against malice. Costs one step a byte.
package struct StableHash: Sendable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// Hexadecimal digits.
  package var text: String { String(value, radix: 16) }
}
