// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Keys with a meaning, to find misspelt ones.
struct KnownWords: Sendable {
  private let words: [String]
  /// The lengths of the words and their first and last bytes, a lane for each word: most keys are compared with these alone,
  /// without a list whose references threads would count together. Lanes without a word have the length 0.
  private var counts = Lanes()
  private var firstBytes = Lanes()
  private var lastBytes = Lanes()
  /// The words that may lack two letters.
  private var longWords: Lanes.Mask = 0

  /// - Parameter words: at most 8, of 3 to 250 bytes.
  init(_ words: [String]) {
    self.words = words
    for (lane, word) in words.enumerated() {
      let ends = KeyEnds(word)
      counts.set(lane, to: UInt8(ends.count))
      firstBytes.set(lane, to: ends.first)
      lastBytes.set(lane, to: ends.last)
      if ends.count >= 10 { longWords |= Lanes.mask(of: lane) }
    }
  }

  /// The known word that a key probably means: the one that is one slip away, or a long one without two adjacent letters, as
  /// `highlited`. A load asks this for most keys.
  @inline(__always) func misspelt(_ key: String, _ ends: KeyEnds) -> String? {
    // A key of one letter is near to anything, and a longer one than these to no word.
    guard 2...252 ~= ends.count else { return nil }
    let count = UInt8(ends.count)
    let (hasFirst, hasLast) = (firstBytes.lanes(with: ends.first), lastBytes.lanes(with: ends.last))
    // A slip changes the length by one at most, and leaves one of the ends.
    let hasLength = counts.lanes(with: count - 1) | counts.lanes(with: count) | counts.lanes(with: count + 1)
    let isNear = hasLength & (hasFirst | hasLast)
    let mayLackTwo = counts.lanes(with: count + 2) & hasFirst & hasLast & longWords
    return isNear | mayLackTwo == 0 ? nil : misspelt(key, isNear, mayLackTwo)
  }

  private func misspelt(_ key: String, _ isNear: Lanes.Mask, _ mayLackTwo: Lanes.Mask) -> String? {
    for (lane, word) in words.enumerated() where isNear & Lanes.mask(of: lane) != 0 && key.isOneSlip(from: word) {
      return word
    }
    for (lane, word) in words.enumerated()
    where mayLackTwo & Lanes.mask(of: lane) != 0 && Self.lacksAdjacentBytes(key, of: word) {
      return word
    }
    return nil
  }

  /// Whether a key is a word without some adjacent bytes.
  private static func lacksAdjacentBytes(_ key: String, of word: String) -> Bool {
    let head = zip(key.utf8, word.utf8).prefix { $0 == $1 }.count
    let tail = zip(key.utf8.reversed(), word.utf8.reversed()).prefix { $0 == $1 }.count
    return head + tail >= key.utf8.count
  }
}

/// Eight bytes that are compared at once.
private struct Lanes {
  /// The highest bit of each of some lanes.
  typealias Mask = UInt64

  private var bytes: UInt64 = 0

  static func mask(of lane: Int) -> Mask { 0x80 << UInt64(8 * lane) }

  mutating func set(_ lane: Int, to byte: UInt8) {
    precondition(0..<8 ~= lane, "there are eight lanes")
    bytes |= UInt64(byte) << UInt64(8 * lane)
  }

  func lanes(with byte: UInt8) -> Mask {
    let difference = bytes ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    let lowBits: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
    // The addition carries into the highest bit of each lane whose low bits differ.
    return ~((difference & lowBits) &+ lowBits | difference | lowBits)
  }
}
