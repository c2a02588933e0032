// SPDX-License-Identifier: GPL-2.0-or-later

/// A set of ids with a bit for each id of the bundle, for large sets. Creating one costs O(ids / 64).
struct SymbolSet: Sendable {
  private var words: [UInt64]
  /// The number of members before each word, once `rank` has run.
  private var counts: [UInt32] = []

  init(symbolCount: Int) { words = [UInt64](repeating: 0, count: (symbolCount + 63) / 64) }

  func contains(_ symbol: SymbolID) -> Bool {
    words[Int(symbol.index >> 6)] >> UInt64(symbol.index & 63) & 1 == 1
  }

  /// Returns false if the id was in the set.
  mutating func insert(_ symbol: SymbolID) -> Bool {
    let bit: UInt64 = 1 << UInt64(symbol.index & 63)
    let word = Int(symbol.index >> 6)
    if words[word] & bit != 0 { return false }
    words[word] |= bit
    return true
  }

  /// Counts the members after the last insertion. Returns them sorted.
  mutating func rank() -> [SymbolID] {
    var members: [SymbolID] = []
    counts.reserveCapacity(words.count)
    for (index, word) in words.enumerated() {
      counts.append(UInt32(members.count))
      var rest = word
      while rest != 0 {
        members.append(SymbolID(index: UInt32(index * 64 + rest.trailingZeroBitCount)))
        rest &= rest - 1
      }
    }
    return members
  }

  /// The place of a member among the sorted members. Nil for other ids.
  func place(of symbol: SymbolID) -> Int? {
    let word = Int(symbol.index >> 6)
    let bit: UInt64 = 1 << UInt64(symbol.index & 63)
    guard words[word] & bit != 0 else { return nil }
    return Int(counts[word]) + (words[word] & (bit - 1)).nonzeroBitCount
  }
}

extension [SymbolID] {
  /// Sorts the ids and removes repetitions.
  mutating func sortUniquely() {
    sort()
    var last: SymbolID?
    removeAll { symbol in
      defer { last = symbol }
      return symbol == last
    }
  }
}
