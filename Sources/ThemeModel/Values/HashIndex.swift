// SPDX-License-Identifier: MIT

/// Finds elements of an array by their hash: a table of their numbers, by open addressing.
///
/// A slot has the number plus one, 0 for a free slot, and half of the hash: 8 bytes. At most three of four slots are used.
package struct HashIndex: Sendable {
  private var places: [(number: UInt32, hash: UInt32)] = []
  package private(set) var count = 0

  package init() {}

  /// An index with reserved storage.
  package init(reserving count: Int) {
    if count > 0 { grow(to: 1 << (Int.bitWidth - (count * 4 / 3).leadingZeroBitCount)) }
  }

  /// The number of the element with that hash for which `isEqual` holds.
  package func find(_ hash: UInt64, where isEqual: (_ number: Int) -> Bool) -> Int? {
    if places.isEmpty { return nil }
    let hash = UInt32(truncatingIfNeeded: hash)
    var place = Int(hash) & (places.count - 1)
    // Some slots are free, so that the search ends.
    while places[place].number != 0 {
      let number = Int(places[place].number) - 1
      if places[place].hash == hash, isEqual(number) { return number }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// Adds a new element.
  package mutating func insert(_ number: Int, hash: UInt64) {
    if (count + 1) * 4 > places.count * 3 { grow(to: places.count * 2) }
    put((UInt32(number + 1), UInt32(truncatingIfNeeded: hash)))
    count += 1
  }

  private mutating func put(_ entry: (number: UInt32, hash: UInt32)) {
    var place = Int(entry.hash) & (places.count - 1)
    while places[place].number != 0 { place = (place + 1) & (places.count - 1) }
    places[place] = entry
  }

  /// - Parameter size: a power of two.
  private mutating func grow(to size: Int) {
    let old = places
    places = Array(repeating: (0, 0), count: max(32, size))
    for entry in old where entry.number != 0 { put(entry) }
  }
}
