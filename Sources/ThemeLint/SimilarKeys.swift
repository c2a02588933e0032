// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// Finds the keys of an object that are one slip apart.
///
/// All pairs are compared, so that an object costs O(keys²) within a limit of keys. Few pairs are compared as texts: those with the
/// same digits, nearly the same letters and nearly the same length.
struct SimilarKeys {
  /// Shorter keys have too many neighbours.
  private static let shortestKey = 5
  /// Larger objects are not searched.
  private static let maximumKeys = 64

  private struct Key {
    let text: String
    let length: Int
    /// A set of the bytes, folded to 64.
    let letters: UInt64

    init(_ text: String) {
      self.text = text
      length = text.utf8.count
      var letters: UInt64 = 0
      func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { letters |= 1 << UInt64(byte & 63) }
      }
      if text.utf8.withContiguousStorageIfAvailable({ add($0) }) == nil { add(text.utf8) }
      self.letters = letters
    }

    private var digits: [UInt8] { text.utf8.filter { $0 &- 0x30 < 10 } }

    /// Whether two keys are one slip apart, apart from plurals, sides and axes, and from keys that differ in a number.
    func isSlip(_ other: Key) -> Bool {
      // A slip brings in at most one letter and takes out at most one.
      guard abs(length - other.length) <= 1, (letters & ~other.letters).nonzeroBitCount <= 1,
        (other.letters & ~letters).nonzeroBitCount <= 1
      else { return false }
      return text.isOneSlip(from: other.text) && digits == other.digits && !isPlural(of: other)
        && !other.isPlural(of: self) && !differsInCapitals(from: other)
    }

    /// Whether one of two keys has a capital letter for another one, or more than the other: that stands for a side or an axis, as in
    /// `offsetX` and `offsetY`, `radiusTL` and `radiusTR`, `scale` and `scaleX`.
    private func differsInCapitals(from other: Key) -> Bool {
      let (own, others) = (Array(text.utf8), Array(other.text.utf8))
      let start = zip(own, others).prefix { $0 == $1 }.count
      let rest = zip(own[start...].reversed(), others[start...].reversed()).prefix { $0 == $1 }.count
      let different = [own[start..<own.count - rest], others[start..<others.count - rest]]
      return different.allSatisfy {
        $0.count <= 1 && $0.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      }
    }

    private func isPlural(of other: Key) -> Bool {
      length == other.length + 1 && text.utf8.last == UInt8(ascii: "s") && text.utf8.starts(with: other.text.utf8)
    }
  }

  private let keys: [Key]

  init(of members: [Value.Member]) {
    var keys: [Key] = []
    keys.reserveCapacity(min(members.count, Self.maximumKeys))
    for member in members where member.key.utf8.count >= Self.shortestKey {
      if keys.count == Self.maximumKeys {
        keys = []
        break
      }
      keys.append(Key(member.key))
    }
    self.keys = keys
  }

  /// Whether there are such keys. Ends with the first pair.
  var isAny: Bool {
    keys.indices.contains { index in keys[(index + 1)...].contains { keys[index].isSlip($0) } }
  }

  /// A key that may be a misspelling of a similar key.
  struct Misspelling {
    let rare: String
    let usual: String
    /// Whether both are used equally often: either may be the misspelling.
    let isTie: Bool
  }

  /// The keys that are rarer than a similar key, each once with the first such key. Of keys that are only equally rare, the later
  /// ones.
  ///
  /// - Parameter uses: the number of uses of a key.
  func misspellings(_ uses: (String) -> Int) -> [Misspelling] {
    var counts: [Int?] = Array(repeating: nil, count: keys.count)
    func count(_ index: Int) -> Int {
      if let known = counts[index] { return known }
      let count = uses(keys[index].text)
      counts[index] = count
      return count
    }
    var found: [Misspelling] = []
    var places: [Int?] = Array(repeating: nil, count: keys.count)
    for first in keys.indices {
      for second in keys.indices.dropFirst(first + 1) where keys[first].isSlip(keys[second]) {
        let (rare, usual) = count(first) < count(second) ? (first, second) : (second, first)
        let isTie = count(first) == count(second)
        let misspelling = Misspelling(rare: keys[rare].text, usual: keys[usual].text, isTie: isTie)
        if let place = places[rare] {
          if found[place].isTie, !isTie { found[place] = misspelling }
        } else {
          places[rare] = found.count
          found.append(misspelling)
        }
      }
    }
    return found
  }
}
