// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing

@testable import ThemeEngine

@Suite struct TextDifferenceTests {
  private func check(_ left: [UInt8], _ right: [UInt8], _ location: SourceLocation = #_sourceLocation) {
    let prefix = zip(left, right).prefix { $0 == $1 }.count
    let rest = min(left.count, right.count) - prefix
    let suffix = zip(left.reversed(), right.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let difference = TextDifference(left, right)
    #expect([difference.prefix, difference.suffix] == [prefix, suffix], sourceLocation: location)
  }

  @Test func beginningAndEndAreNotCountedTwice() {
    check([], [])
    check([1], [])
    check([1, 1, 1], [1, 1])
    check([1, 2, 1], [1, 2, 3, 2, 1])
    check(Array(repeating: 0, count: 200), Array(repeating: 0, count: 130))
    check(Array(repeating: 0, count: 128), Array(repeating: 0, count: 128))
  }

  /// Texts that differ in one place, before, in and behind the groups of bytes that are compared at once.
  @Test(arguments: 0..<20) func onePlaceIsFound(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let text = (0..<Int.random(in: 1...300, using: &random)).map { _ in UInt8.random(in: 0...1, using: &random) }
    for place in text.indices {
      var other = text
      other[place] ^= 2
      check(text, other)
      other.remove(at: place)
      check(text, other)
      other.insert(contentsOf: [7, 8, 9], at: place)
      check(text, other)
    }
  }
}
