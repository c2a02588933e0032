// SPDX-License-Identifier: MIT

import TextComparison

/// A known name that is similar to an unknown one.
package struct Suggestion: Sendable, Hashable {
  package var name: String
  /// Whether it is the only name with its distance.
  package var isUnique: Bool
  /// The number of bytes to insert, remove, replace or swap; 1 for the same name in another letter case.
  package var distance: Int

  package init(name: String, isUnique: Bool, distance: Int) {
    self.name = name
    self.isUnique = isUnique
    self.distance = distance
  }
}

/// The known name that is nearest to an unknown one; of several, the first in the order of bytes.
///
/// Distance is the number of bytes to insert, remove, replace or swap with a neighbour (optimal string alignment). A third of the
/// name may differ, and at most three bytes. A name that differs in the case of ASCII letters alone is nearer than any other, however
/// many letters these are. The name itself is not a suggestion. Costs a comparison of the length of each
/// candidate, and of the set of letters if the length fits; only candidates with similar letters are compared in full. A million
/// candidates take 0.1 to 0.2 s.
package func nearest(to name: String, among candidates: some Sequence<String>) -> Suggestion? {
  var search = NameSearch(name)
  var best: Suggestion?
  for candidate in candidates { search.consider(candidate, &best) }
  return best
}

/// Known names by length, to find the nearest one to each of many unknown names.
package struct NameIndex: Sendable {
  /// The maximum number of searches for one list of findings, so that they take at most some seconds: 4,000,000 comparisons of
  /// names of up to 16 bytes. With 4,000 such names, 1,000 unknown names get a suggestion. A removed palette leaves thousands of
  /// unknown references, and none of them is misspelt.
  ///
  /// - Parameter names: those that each search considers.
  package static func maximumSearches(among names: [String]) -> Int {
    max(1, 4_000_000 / max(1, names.reduce(0) { $0 + max(1, $1.utf8.count / 16) }))
  }

  private struct Name {
    var text: String
    var letters: UInt64
  }

  private var byLength: [Int: [Name]] = [:]

  package init(_ names: [String]) {
    for name in names {
      byLength[name.utf8.count, default: []].append(Name(text: name, letters: NameSearch.letters(name.utf8)))
    }
  }

  /// As `nearest(to:among:)` of the names.
  package func nearest(to name: String) -> Suggestion? {
    var search = NameSearch(name)
    var best: Suggestion?
    let length = name.utf8.count
    let reach = search.reach
    for length in max(0, length - reach)...length + reach {
      for candidate in byLength[length] ?? [] where search.mayReach(candidate.letters) {
        search.consider(candidate.text, &best)
      }
    }
    return best
  }
}

/// Measures candidates against one name and against the nearest of them so far.
private struct NameSearch {
  enum Answer { case nearer, equallyNear, farther }

  private let name: [UInt8]
  private let letters: UInt64
  /// The maximum distance of a candidate.
  private(set) var reach: Int
  private var hasFound = false
  /// Whether the nearest candidate is the name in another letter case. Then only such candidates count.
  private var hasFoundOtherCase = false
  /// The last three rows of the distance table.
  private var rows: [[Int]]

  init(_ name: String) {
    self.name = Array(name.utf8)
    letters = Self.letters(self.name)
    reach = min(3, (self.name.count + 1) / 3)
    rows = Array(repeating: Array(repeating: 0, count: self.name.count + 4), count: 3)
  }

  /// Replaces the best candidate by this one if it is nearer.
  mutating func consider(_ candidate: String, _ best: inout Suggestion?) {
    switch compare(candidate) {
    case .farther: break
    case .nearer: best = Suggestion(name: candidate, isUnique: true, distance: hasFoundOtherCase ? 1 : reach)
    case .equallyNear:
      guard let found = best, Bytewise(found.name) != Bytewise(candidate) else { return }
      let name = Bytewise(candidate) < Bytewise(found.name) ? candidate : found.name
      best = Suggestion(name: name, isUnique: false, distance: found.distance)
    }
  }

  /// Whether a name of these letters may be within reach: each edit brings in at most one letter and takes out at most one.
  func mayReach(_ letters: UInt64) -> Bool {
    (letters & ~self.letters).nonzeroBitCount <= reach && (self.letters & ~letters).nonzeroBitCount <= reach
  }

  private mutating func compare(_ candidate: String) -> Answer {
    guard abs(candidate.utf8.count - name.count) <= reach else { return .farther }
    var candidate = candidate
    // The buffers are looked at within the closures only.
    if candidate.utf8.count == name.count, candidate.withUTF8({ isOtherCase($0) }) {
      if hasFoundOtherCase { return .equallyNear }
      hasFoundOtherCase = true
      return .nearer
    }
    guard !hasFoundOtherCase, let distance = candidate.withUTF8({ distanceWithinReach(to: $0) }), distance > 0 else {
      return .farther
    }
    if hasFound, distance == reach { return .equallyNear }
    reach = distance
    hasFound = true
    return .nearer
  }

  private mutating func distanceWithinReach(to other: UnsafeBufferPointer<UInt8>) -> Int? {
    mayReach(Self.letters(other)) ? distance(to: other) : nil
  }

  /// Whether a text of the same length is the name in another case of ASCII letters.
  private func isOtherCase(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    var isEqual = true
    for (left, right) in zip(name, other) where left != right {
      guard Self.inSmallLetters(left) == Self.inSmallLetters(right) else { return false }
      isEqual = false
    }
    return !isEqual
  }

  private static func inSmallLetters(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

  /// A set of the bytes that occur, in small letters, folded to 64.
  static func letters(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 | 1 << UInt64(inSmallLetters($1) & 63) }
  }

  /// The distance if it is within reach. Computes only the band of the table that matters.
  private mutating func distance(to other: UnsafeBufferPointer<UInt8>) -> Int? {
    let far = reach + 1
    for column in 0...name.count { rows[1][column] = min(column, far) }
    for row in 1..<(other.count + 1) {
      let from = max(1, row - reach)
      let upTo = min(name.count, row + reach)
      guard from <= upTo else { return nil }
      rows[2][from - 1] = from == 1 ? min(row, far) : far
      var least = rows[2][from - 1]
      for column in from...upTo {
        let isEqual = other[row - 1] == name[column - 1]
        var cost = min(rows[1][column - 1] + (isEqual ? 0 : 1), rows[2][column - 1] + 1)
        // The cell above is outside of the band at its right edge.
        if column < row + reach { cost = min(cost, rows[1][column] + 1) }
        if row > 1, column > 1, other[row - 1] == name[column - 2], other[row - 2] == name[column - 1] {
          cost = min(cost, rows[0][column - 2] + 1)
        }
        rows[2][column] = min(cost, far)
        least = min(least, cost)
      }
      guard least <= reach else { return nil }
      rows.swapAt(0, 1)
      rows.swapAt(1, 2)
    }
    let distance = rows[1][name.count]
    return distance <= reach ? distance : nil
  }
}

extension String {
  /// Whether two texts are one slip apart: one byte is wrong, missing or too many, or two adjacent bytes are in
  /// the wrong order. The same as a distance of 1, without a table and without an allocation.
  package func isOneSlip(from other: String) -> Bool {
    guard abs(utf8.count - other.utf8.count) <= 1 else { return false }
    var (text, other) = (self, other)
    // The buffers are looked at within the closures only.
    return text.withUTF8 { text in
      other.withUTF8 { other in
        let shorter = min(text.count, other.count)
        var head = 0
        while head < shorter, text[head] == other[head] { head += 1 }
        var tail = 0
        while tail < shorter - head, text[text.count - 1 - tail] == other[other.count - 1 - tail] { tail += 1 }
        switch (text.count - head - tail, other.count - head - tail) {
        case (1, 1), (0, 1), (1, 0): return true
        case (2, 2): return text[head] == other[head + 1] && text[head + 1] == other[head]
        default: return false
        }
      }
    }
  }
}

extension Suggestion {
  /// The help for a misspelt name; nil when no candidate is near.
  package static func didYouMean(_ name: String, among candidates: some Sequence<String>) -> String? {
    nearest(to: name, among: candidates).map(\.question)
  }

  var question: String { "did you mean `\(name)`?" }
}
