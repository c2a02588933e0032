// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing

@testable import DenseCollections

@Suite struct ChunkedArrayTests {
  /// More elements than one book has.
  private static let count = 140_000

  private func unshared(_ left: ChunkedArray<Int>, _ right: ChunkedArray<Int>) -> [Int] {
    var indices: [Int] = []
    ChunkedArray.forEachUnsharedIndex(left, right) { indices.append($0) }
    return indices
  }

  private func different(_ left: ChunkedArray<Int>, _ right: ChunkedArray<Int>) -> [Int] {
    var indices: [Int] = []
    ChunkedArray.forEachDifferentIndex(left, right) { indices.append($0) }
    return indices
  }

  @Test func holdsWhatAnArrayHolds() {
    var chunked = ChunkedArray<Int>()
    for index in 0..<Self.count { chunked.append(index) }
    chunked.set(Self.count, to: Self.count)
    chunked.set(33_000, to: -1)
    chunked.grow(to: Self.count + 3, with: 9)
    #expect(chunked.count == Self.count + 3)
    for index in 0..<chunked.count {
      #expect(chunked[index] == (index == 33_000 ? -1 : index > Self.count ? 9 : index))
    }
  }

  /// A write changes one copy, and only its chunk differs.
  @Test(arguments: [0, 127, 128, 2_047, 2_048, 32_767, 32_768, 139_999]) func copiesShareWhatWasNotWritten(index: Int) {
    let old = ChunkedArray(repeating: 0, count: Self.count)
    var new = old
    #expect(unshared(old, new) == [])
    new[index] = 1
    #expect(old[index] == 0 && new[index] == 1)
    let chunk = index / 128 * 128
    #expect(unshared(old, new) == Array(chunk..<min(chunk + 128, Self.count)))
    #expect(unshared(new, old) == unshared(old, new))
    #expect(different(old, new) == [index])
    new[index] = 0
    #expect(different(old, new) == [])
  }

  @Test func missingElementsDiffer() {
    let old = ChunkedArray(repeating: 0, count: 1_000)
    var new = old
    new.grow(to: 40_000, with: 0)
    #expect(unshared(old, new) == Array(896..<40_000))
    #expect(unshared(ChunkedArray(), old) == Array(0..<1_000))
    #expect(different(old, new) == Array(1_000..<40_000) && different(new, old) == different(old, new))
  }

  @Test func copiesAreSharedUntilAWrite() {
    let old = ChunkedArray(repeating: 0, count: 1_000)
    var new = old
    #expect(new.isShared(with: old) && new.isShared(with: old, in: 0..<1_000))
    new[300] = 1
    #expect(!new.isShared(with: old) && !new.isShared(with: old, in: 200..<301))
    #expect(new.isShared(with: old, in: 0..<256) && new.isShared(with: old, in: 384..<1_000))
    #expect(new.isShared(with: old, in: 300..<300))
    new[300] = 0
    #expect(!new.isShared(with: old), "equal, but not a copy")
    var longer = old
    longer.append(1)
    #expect(!longer.isShared(with: old) && longer.isShared(with: old, in: 0..<896))
  }

  @Test(arguments: [0..<0, 5..<6, 0..<128, 127..<129, 100..<40_000, 32_767..<32_769, 139_999..<140_000])
  func aRangeIsAppended(range: Range<Int>) {
    var chunked = ChunkedArray<Int>()
    for index in 0..<Self.count { chunked.append(index) }
    var appended = [-1]
    chunked.append(range, to: &appended)
    #expect(appended == [-1] + Array(range))
  }

  /// Places in any order, with repetitions, in one chunk and in many.
  @Test(arguments: [[], [5], [5, 6, 5, 133, 4, 139_999, 0, 32_768, 32_767], Array(0..<300).reversed()])
  func manyAreReadAndReplaced(places: [UInt32]) {
    var chunked = ChunkedArray<Int>()
    for index in 0..<Self.count { chunked.append(index) }
    let old = chunked
    #expect(chunked.elements(at: places) == places.map(Int.init))
    chunked.replace(places, with: places.map { -Int($0) })
    #expect(chunked.elements(at: places) == places.map { -Int($0) })
    #expect(old.elements(at: places) == places.map(Int.init), "a copy")
    let written = Set(places.map { Int($0) / 128 })
    #expect(Set(unshared(old, chunked).map { $0 / 128 }) == written)
  }
}
