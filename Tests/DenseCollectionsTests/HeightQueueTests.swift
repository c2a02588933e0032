// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing

@testable import DenseCollections

@Suite struct HeightQueueTests {
  /// Work comes out from the lowest height up, including work that is added meanwhile. The empty queue can be used again.
  @Test(arguments: [3, 64, 1_000], 0..<5 as Range<UInt64>)
  func lowestFirst(highest: Int, seed: UInt64) {
    var random = SplitMix(seed: seed)
    var queue = HeightQueue<[Int]>(empty: [])
    for _ in 0..<50 {
      var expected: [Int: [Int]] = [:]
      func add(_ height: Int, _ element: Int) {
        queue[height].append(element)
        expected[height, default: []].append(element)
      }
      let count = Int.random(in: 0..<40, using: &random)
      for element in 0..<count { add(.random(in: 0...highest, using: &random), element) }
      var last = -1
      while let (height, wave) = queue.popFirst() {
        #expect(height > last)
        last = height
        #expect(expected.removeValue(forKey: height) == wave)
        if height < highest, random.happens(onceIn: 3) { add(.random(in: height + 1...highest, using: &random), -1) }
      }
      #expect(expected.isEmpty)
    }
  }
}
