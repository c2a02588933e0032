// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing

@testable import Reporting

@Suite struct LineDifferenceTests {
  /// The lines that a difference keeps, which both texts have in this order.
  private func kept(_ difference: LineDifference<Int>, _ old: [Int], _ new: [Int]) -> [Int] {
    let ofOld = old.indices.filter { !difference.isRemoved[$0] }.map { old[$0] }
    let ofNew = new.indices.filter { !difference.isAdded[$0] }.map { new[$0] }
    #expect(ofOld == ofNew)
    return ofOld
  }

  @Test(arguments: [1, 2, 3, UInt64.random(in: 0 ... .max)]) func keepsWhatBothHave(_ seed: UInt64) {
    var dice = SplitMix(seed: seed)
    for length in [0, 1, 5, 100, 3_000] {
      // With few different lines, none is there once.
      for values in [2, 50, 100_000] {
        let old = (0..<length).map { _ in Int.random(in: 0..<values, using: &dice) }
        var new = old
        for _ in 0..<Int.random(in: 0...max(1, length / 10), using: &dice) {
          let place = Int.random(in: 0...new.count, using: &dice)
          switch Int.random(in: 0..<3, using: &dice) {
          case 0 where place < new.count: new.remove(at: place)
          case 1: new.insert(Int.random(in: 0..<values, using: &dice), at: place)
          default:
            let part = new.prefix(place)
            new.removeFirst(part.count)
            new += part
          }
        }
        _ = kept(LineDifference(from: old, to: new), old, new)
      }
    }
  }

  @Test func longTexts() {
    let old = Array(0..<50_000)
    // Each hundredth line is another one, and a block is gone.
    var new = old.map { $0.isMultiple(of: 100) ? -$0 - 1 : $0 }
    new.removeSubrange(20_000..<21_000)
    let difference = LineDifference(from: old, to: new)
    #expect(kept(difference, old, new).count == 49_000 - 490)
    // Nothing in common, and the same line many times on both sides.
    #expect(kept(LineDifference(from: old, to: old.map { -$0 - 1 }), old, old.map { -$0 - 1 }) == [])
    let same = Array(repeating: 1, count: 30_000)
    #expect(kept(LineDifference(from: [2] + same + [3], to: [4] + same), [2] + same + [3], [4] + same) == [])
  }
}
