// SPDX-License-Identifier: GPL-2.0-or-later

import Testing

@testable import ThemeResolver

@Suite struct FreeNumbersTests {
  @Test func numbersComeFromTheAreasOfTheirNeighbours() {
    var numbers = FreeNumbers()
    for number in UInt32(0)..<1_000 { numbers.insert(number) }
    numbers.prefer(near: [10, 300])
    let near = (0..<256).compactMap { _ in numbers.take() }
    #expect(Set(near) == Set(0..<128).union(256..<384))
    let others = (0..<744).compactMap { _ in numbers.take() }
    #expect(Set(near + others).count == 1_000)
    // One area after the other.
    let areas = others.map { $0 >> 7 }
    #expect(zip(areas, areas.dropFirst()).count { $0 != $1 } == Set(areas).count - 1)
    #expect(numbers.take() == nil && numbers.count == 0)
  }

  @Test func nothingIsPreferredWithoutFreeNumbers() {
    var numbers = FreeNumbers()
    numbers.prefer(near: [7])
    #expect(numbers.take() == nil)
    numbers.insert(500)
    numbers.insert(7)
    numbers.prefer(near: [501])
    #expect(numbers.take() == 500)
    #expect(numbers.take() == 7)
    #expect(numbers.take() == nil)
  }
}
