// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing

@testable import DenseCollections

@Suite struct SparseArrayTests {
  /// Beyond the first chunk of blocks.
  private static let bound = 40_000

  /// Random elements, as a dictionary and as an array of this kind, filled in this order.
  private func filled(_ order: Order, every step: Int) -> (dictionary: [Int: Int], array: SparseArray<Int>) {
    var random = SplitMix(seed: UInt64(step))
    var numbers = Array(stride(from: 3, to: Self.bound, by: step))
    switch order {
    case .ascending: break
    case .descending: numbers.reverse()
    case .random: numbers.shuffle(using: &random)
    }
    var dictionary: [Int: Int] = [:]
    var array = SparseArray<Int>()
    for number in numbers {
      dictionary[number] = number * 2
      array.set(number, to: number * 2)
    }
    return (dictionary, array)
  }

  enum Order: CaseIterable { case ascending, descending, random }

  private func check(
    _ array: SparseArray<Int>, has dictionary: [Int: Int], _ location: SourceLocation = #_sourceLocation
  ) {
    let different = (0..<Self.bound + 1_000).first { array[$0] != dictionary[$0] }
    #expect(different == nil, sourceLocation: location)
  }

  @Test(arguments: Order.allCases, [1, 7, 63, 300]) func holdsWhatADictionaryHolds(order: Order, step: Int) {
    var (dictionary, array) = filled(order, every: step)
    check(array, has: dictionary)
    for number in stride(from: 0, to: Self.bound, by: 11) {
      dictionary[number] = -number
      array.set(number, to: -number)
    }
    check(array, has: dictionary)
  }

  @Test func aBlockHasNoMoreRoomThanNumbers() {
    let (_, array) = filled(.ascending, every: 1)
    for index in 0..<array.blocks.count {
      let elements = array.blocks[index].elements
      #expect(elements.count <= 256 && elements.capacity < 256 + 16, "malloc(3) rounds up")
    }
  }

  @Test func aWriteChangesOneCopy() {
    let old = filled(.ascending, every: 7)
    var new = old
    #expect(new.array.isShared(with: old.array))
    new.array.set(10, to: 1)
    new.array.set(11, to: 2)
    #expect(!new.array.isShared(with: old.array))
    check(old.array, has: old.dictionary)
    new.dictionary[10] = 1
    new.dictionary[11] = 2
    check(new.array, has: new.dictionary)
  }

  private func sharedBlocks(_ left: SparseArray<Int>, _ right: SparseArray<Int>) -> [Int] {
    func storage(_ block: SparseArray<Int>.Block) -> UnsafePointer<Int>? {
      block.elements.withUnsafeBufferPointer { $0.baseAddress }
    }
    return (0..<left.blocks.count).filter { storage(left.blocks[$0]) == storage(right.blocks[$0]) }
  }

  /// Two copies that are written alike share again, except where they differ.
  @Test func equalBlocksAreSharedAgain() {
    let (dictionary, old) = filled(.ascending, every: 7)
    var left = old
    var right = old
    for number in [10, 300, 20_000] {
      left.set(number, to: 5)
      right.set(number, to: 5)
    }
    right.share(with: left, since: old)
    #expect(sharedBlocks(left, right) == Array(0..<left.blocks.count))
    #expect(left.blocks.isShared(with: right.blocks, in: 0..<left.blocks.count), "chunks of blocks")

    left.set(301, to: 5)
    right.set(301, to: 6)
    left.set(10, to: 6)
    right.set(10, to: 6)
    right.share(with: left, since: old)
    #expect(sharedBlocks(left, right) == (0..<left.blocks.count).filter { $0 != 1 })
    check(old, has: dictionary)
    check(right, has: dictionary.merging([10: 6, 300: 5, 301: 6, 20_000: 5]) { $1 })
    check(left, has: dictionary.merging([10: 6, 300: 5, 301: 5, 20_000: 5]) { $1 })
  }
}
