// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import ThemeModel

@testable import Reporting

@Suite struct DisjointRangesTests {
  /// Compared with a look at each pair.
  @Test(arguments: seeds(1, 2, 3, 4, 5)) func rangesAreAddedUnlessTheirOrderMatters(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var ranges = DisjointRanges()
    var known: [ByteRange] = []
    for _ in 0..<60 {
      let start = Int.random(in: 0..<80, using: &random)
      let range = ByteRange(start, start + Int.random(in: 0...4, using: &random))
      let isFree = known.allSatisfy { other in
        range.start != other.start && (range.end <= other.start || other.end <= range.start)
      }
      let isAdded = ranges.add([range])
      #expect(isAdded == isFree)
      if isFree { known.append(range) }
    }
    #expect(known.count > 5)
  }

  @Test func allRangesOfAFixAreAddedOrNone() {
    var ranges = DisjointRanges()
    let fixes = [[ByteRange(4, 6), ByteRange(0, 2)], [ByteRange(8, 9), ByteRange(1, 3)], [ByteRange(8, 9)]]
    let isAdded = fixes.map { ranges.add($0) }
    #expect(isAdded == [true, false, true])
  }
}
