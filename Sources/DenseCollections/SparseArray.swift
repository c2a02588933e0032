// SPDX-License-Identifier: GPL-2.0-or-later

/// Elements for some of many dense numbers. Copies share unchanged blocks, like those of `ChunkedArray`.
///
/// ```
/// pages -> page of 64 blocks -> block of 256 numbers: a bit for each number, and the elements of those that have one
/// ```
/// An element takes its own size, and each number a bit and its share of 96 bytes a block. Reading is O(1): the place of an element is
/// the number of bits before its own. The first element of a number moves those behind it in its block, at most 255; in ascending
/// order none.
@usableFromInline package struct SparseArray<Element> {
  @inlinable static var blockBits: Int { 8 }
  @inlinable static var blockSize: Int { 1 << blockBits }
  @inlinable static var pageBits: Int { 6 }

  @usableFromInline struct Block {
    @usableFromInline var words = InlineArray<4, UInt64>(repeating: 0)
    @usableFromInline var elements: ContiguousArray<Element> = []
    /// The highest number with an element. -1 without elements.
    @usableFromInline var last = -1

    @inlinable init() {}

    /// The place of a number's element, whether it has one or not.
    ///
    /// - Parameter number: below 256.
    @inlinable func place(of number: Int) -> (place: Int, hasElement: Bool) {
      var place = 0
      for word in 0..<number >> 6 { place += words[word].nonzeroBitCount }
      let word = words[number >> 6]
      let bit: UInt64 = 1 << UInt64(number & 63)
      return (place + (word & (bit - 1)).nonzeroBitCount, word & bit != 0)
    }

    @inlinable mutating func set(_ number: Int, to element: Element) {
      let (place, hasElement) = number > last ? (elements.count, false) : place(of: number)
      if hasElement {
        elements[place] = element
        return
      }
      // An array that grows by itself would double, beyond what a block can have.
      if elements.count == elements.capacity {
        elements.reserveCapacity(min(SparseArray.blockSize, elements.count + elements.count / 2 + 4))
      }
      if number > last {
        elements.append(element)
        last = number
      } else {
        elements.insert(element, at: place)
      }
      words[number >> 6] |= 1 << UInt64(number & 63)
    }
  }

  @usableFromInline typealias Page = ContiguousArray<Block>

  @usableFromInline var pages: ContiguousArray<Page> = []

  @inlinable package init() {}

  /// The element of a number. Nil if it has none.
  @inlinable package subscript(number: Int) -> Element? {
    let (page, block) = (Self.page(number), Self.block(number))
    guard page < pages.count, block < pages[page].count else { return nil }
    let (place, hasElement) = pages[page][block].place(of: number & 255)
    return hasElement ? pages[page][block].elements[place] : nil
  }

  /// Gives a number an element, or another one.
  @inlinable package mutating func set(_ number: Int, to element: Element) {
    let (page, block) = (Self.page(number), Self.block(number))
    while pages.count <= page { pages.append([]) }
    while pages[page].count <= block { pages[page].append(Block()) }
    pages[page][block].set(number & 255, to: element)
  }

  @inlinable static func page(_ number: Int) -> Int { number >> (blockBits + pageBits) }
  @inlinable static func block(_ number: Int) -> Int { number >> blockBits & 63 }

  /// Whether both are copies of one array, without a write since. Equal arrays need not be. Costs O(1).
  @inlinable package func isShared(with other: Self) -> Bool { Self.isShared(pages, other.pages) }

  /// Shares equal blocks with another array, among those that were written since an older copy of this one. Costs O(pages, and
  /// the written blocks).
  @inlinable package mutating func share(with other: Self, since old: Self) where Element: Equatable {
    for page in 0..<min(pages.count, other.pages.count) where !Self.isShared(pages[page], other.pages[page]) {
      let before = page < old.pages.count ? old.pages[page] : []
      if Self.isShared(pages[page], before) { continue }
      let counterparts = other.pages[page]
      for block in 0..<min(pages[page].count, counterparts.count) {
        let (written, counterpart) = (pages[page][block], counterparts[block])
        if Self.isShared(written.elements, counterpart.elements) { continue }
        if block < before.count, Self.isShared(written.elements, before[block].elements) { continue }
        if written == counterpart { pages[page][block] = counterpart }
      }
      let isShared =
        pages[page].count == counterparts.count
        && pages[page].indices.allSatisfy { Self.isShared(pages[page][$0].elements, counterparts[$0].elements) }
      if isShared { pages[page] = counterparts }
    }
  }

  @inlinable static func isShared<Part>(_ left: ContiguousArray<Part>, _ right: ContiguousArray<Part>) -> Bool {
    left.count == right.count
      && left.withUnsafeBufferPointer { $0.baseAddress } == right.withUnsafeBufferPointer { $0.baseAddress }
  }
}

extension SparseArray: Sendable where Element: Sendable {}
extension SparseArray.Block: Sendable where Element: Sendable {}

extension SparseArray.Block: Equatable where Element: Equatable {
  @inlinable static func == (left: Self, right: Self) -> Bool {
    left.words.indices.allSatisfy { left.words[$0] == right.words[$0] } && left.elements == right.elements
  }
}
