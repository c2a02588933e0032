// SPDX-License-Identifier: GPL-2.0-or-later

/// The number of a manifest: it grows, and is never used twice.
package struct ReleaseNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let value: UInt64

  /// The largest number: every reader of JSON holds it exactly.
  package static let maximum = ReleaseNumber(unchecked: (1 << 53) - 1)

  /// Nil for 0 and above the maximum.
  package init?(_ value: UInt64) {
    guard value > 0, value <= Self.maximum.value else { return nil }
    self.value = value
  }

  private init(unchecked value: UInt64) { self.value = value }

  /// - Parameter digits: at most 20 decimal digits, leading zeros included.
  package init?(digits: String) {
    guard (1...20).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = UInt64(digits)
    else { return nil }
    self.init(value)
  }

  package static func < (left: ReleaseNumber, right: ReleaseNumber) -> Bool { left.value < right.value }

  /// The next one; the maximum has none.
  package var next: ReleaseNumber? { ReleaseNumber(value + 1) }

  /// 20 digits, so that texts sort as numbers do.
  package var digits: String {
    let digits = String(value)
    return String(repeating: "0", count: 20 - digits.utf8.count) + digits
  }

  package var description: String { String(value) }
}
