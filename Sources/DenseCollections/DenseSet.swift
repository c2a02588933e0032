// SPDX-License-Identifier: GPL-2.0-or-later

/// A set of dense numbers with a bit for each possible member, for large sets. Creating one costs O(bound / 64).
@usableFromInline package struct DenseSet: Sendable {
  @usableFromInline var words: [UInt64]
  /// The number of members before each word, once `rank` has run.
  @usableFromInline var counts: [UInt32] = []

  /// An empty set for numbers below a bound.
  @inlinable package init(bound: Int) { words = [UInt64](repeating: 0, count: (bound + 63) / 64) }

  /// Returns false if the number was in the set.
  @inlinable package mutating func insert(_ number: UInt32) -> Bool {
    let bit: UInt64 = 1 << UInt64(number & 63)
    let word = Int(number >> 6)
    if words[word] & bit != 0 { return false }
    words[word] |= bit
    return true
  }

  /// Counts the members after the last insertion. Returns them sorted.
  @inlinable package mutating func rank() -> [UInt32] {
    var members: [UInt32] = []
    counts.reserveCapacity(words.count)
    for (index, word) in words.enumerated() {
      counts.append(UInt32(members.count))
      var rest = word
      while rest != 0 {
        members.append(UInt32(index * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return members
  }

  /// The place of a member among the sorted members. Nil for other numbers.
  @inlinable package func place(of number: UInt32) -> Int? {
    let word = Int(number >> 6)
    let bit: UInt64 = 1 << UInt64(number & 63)
    guard words[word] & bit != 0 else { return nil }
    return Int(counts[word]) + (words[word] & (bit - 1)).nonzeroBitCount
  }
}
