// SPDX-License-Identifier: MIT

/// FNV-1a, 64 bits: equal in every process, for names of files and for comparisons over a restart. It guards against accidents, not
/// against malice.
package struct StableHash: Sendable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Costs one step a byte. Takes memory, since a generic sequence from another module is asked for each byte, at 400 instructions.
  package mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  package mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
  }

  /// Hexadecimal digits.
  package var text: String { String(value, radix: 16) }
}
