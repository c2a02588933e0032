// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import TextComparison

/// Texts, and types made of texts, compare by their UTF-8 bytes.
@Suite struct BytewiseTests {
  /// Texts that are equal for `String`, each pair in the order of its bytes.
  static let canonicallyEqual = [
    ("cafe\u{301}", "caf\u{E9}"), ("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}"), ("A\u{30A}", "\u{C5}"),
    // The same length, two orders of marks.
    ("a\u{301}\u{323}", "a\u{323}\u{301}"),
  ]

  /// In the order of bytes, with lengths around those of compared words.
  static let ordered = [
    "", "a", "ab", "abcdefg", "abcdefgh", "abcdefgh ", "abcdefghi", "abcdefgi", "abcdefgz", "a\u{301}", "b", "bbcdefga",
    "\u{E9}", "\u{FFFD}", "\u{10000}",
  ]

  @Test(arguments: canonicallyEqual) func canonicallyEqualTextsDiffer(first: String, second: String) {
    #expect(first == second, "the case is about texts that String holds equal")
    #expect(Bytewise(first) != Bytewise(second))
    #expect(Bytewise(first) < Bytewise(second))
    #expect(Bytewise(Optional(first)) != Bytewise(Optional(second)))
    #expect(Bytewise([first, ""]) != Bytewise([second, ""]))
    #expect(Bytewise([1: first]) != Bytewise([1: second]))
    #expect(Bytewise([first: ""] as BytewiseDictionary) != Bytewise([second: ""] as BytewiseDictionary))
    #expect(Bytewise(["a": first] as BytewiseDictionary) != Bytewise(["a": second] as BytewiseDictionary))
    #expect(Pair(text: first) != Pair(text: second))
    #expect(Bytewise(first).hashValue != Bytewise(second).hashValue)
    #expect(BytewiseSet([second, first]).sorted() == [first, second])
    #expect(![first].containsBytewise(second))
    var dictionary: BytewiseDictionary = [first: 1, second: 2]
    #expect(dictionary[first] == 1 && dictionary[second] == 2)
    #expect(dictionary.removeValue(forKey: first) == 1)
    #expect(dictionary[first] == nil && dictionary[second] == 2)
  }

  @Test func ordersAndEquals() {
    for (place, left) in Self.ordered.enumerated() {
      for (otherPlace, right) in Self.ordered.enumerated() {
        // A copy with its own storage.
        let right = String(decoding: Array(right.utf8), as: UTF8.self)
        #expect((Bytewise(left) == Bytewise(right)) == (place == otherPlace))
        #expect((Bytewise(left) < Bytewise(right)) == (place < otherPlace))
        if place == otherPlace { #expect(Bytewise(left).hashValue == Bytewise(right).hashValue) }
      }
    }
    #expect(Bytewise(Self.ordered.shuffled().sortedBytewise()) == Bytewise(Self.ordered))
  }

  @Test func missingOrDifferentlySplitTextsDiffer() {
    #expect(Bytewise(nil as String?) != Bytewise(""))
    #expect(Bytewise(nil as String?) == Bytewise(nil))
    #expect(Bytewise(["a", "b"]) != Bytewise(["ab"]))
    #expect(Bytewise(["a", "b"]).hashValue != Bytewise(["ab"]).hashValue)
    #expect(Bytewise([1: "a"]) != Bytewise([2: "a"]))
    #expect(Bytewise([1: "a", 2: "b"]).hashValue == Bytewise([2: "b", 1: "a"]).hashValue)
  }

  private struct Pair: Hashable {
    @Bytewise var text: String
    var number = 0
  }
}
