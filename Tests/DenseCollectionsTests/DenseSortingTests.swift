// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing

@testable import DenseCollections

@Suite struct DenseSortingTests {
  /// Few and many slots, close together and far apart, with a used sorting.
  @Test(arguments: 0..<20) func sortsUniquely(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var sorting = DenseSorting()
    for _ in 0..<20 {
      let first = UInt32.random(in: 0..<100_000, using: &random)
      let range = random.one(of: [1, 64, 1_000, 100_000] as [UInt32])
      let count = random.one(of: [0, 1, 2, 50, 3_000])
      let slots = (0..<count).map { _ in UInt32.random(in: first..<first + range, using: &random) }
      var sorted = slots
      sorting.sortUniquely(&sorted)
      #expect(sorted == Set(slots).sorted(), "seed \(seed): \(count) of \(range)")
      sorting.sortUniquely(&sorted)
      #expect(sorted == Set(slots).sorted(), "sorted before")
    }
  }
}
