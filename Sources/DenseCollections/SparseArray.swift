// SPDX-License-Identifier: GPL-2.0-or-later

/// Elements for some of many dense numbers. Copies share unchanged blocks, as those of a `ChunkedArray`, in which the blocks are.
///
/// A block is 256 numbers: a bit for each, and the elements of those that have one. So an element takes its own size, and each number
/// a bit and its share of 96 bytes a block. Reading is O(1): the place of an element is the number of bits before its own. The first
/// element of a number moves those behind it in its block, at most 255; in ascending order none.
@usableFromInline package struct SparseArray<Element> {
  @inlinable static var blockBits: Int { 8 }
  @inlinable static var blockSize: Int { 1 << blockBits }

  @usableFromInline struct Block {
    @usableFromInline var words = InlineArray<4, UInt64>(repeating: 0)
    @usableFromInline var elements: ContiguousArray<Element> = []
    /// The highest number with an element. -1 without elements.
    @usableFromInline var last = -1

    @inlinable init() {}

    /// The element of a number in the block. Nil if it has none.
    @inlinable subscript(number: Int) -> Element? {
      let (place, hasElement) = place(of: number)
      return hasElement ? elements[place] : nil
    }

    /// The place of a number's element, whether it has one or not.
    @inlinable func place(of number: Int) -> (place: Int, hasElement: Bool) {
      // Without a gap before the last one.
      if elements.count == last + 1 { return (min(number, elements.count), number <= last) }
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
      elements.insert(element, at: place)
      words[number >> 6] |= 1 << UInt64(number & 63)
      last = max(last, number)
    }
  }

  @usableFromInline var blocks = ChunkedArray<Block>()

  @inlinable package init() {}

  /// The element of a number. Nil if it has none.
  @inlinable package subscript(number: Int) -> Element? {
    let block = number >> Self.blockBits
    return block < blocks.count ? blocks[block][number & (Self.blockSize - 1)] : nil
  }

  /// Gives a number an element, or another one.
  @inlinable package mutating func set(_ number: Int, to element: Element) {
    let block = number >> Self.blockBits
    blocks.grow(to: block + 1, with: Block())
    blocks[block].set(number & (Self.blockSize - 1), to: element)
  }

  /// Whether both are copies of one array, without a write since. Equal arrays need not be. Costs O(books of the blocks).
  @inlinable package func isShared(with other: Self) -> Bool { blocks.isShared(with: other.blocks) }

  /// Shares equal blocks with another array, among those that were written since an older copy of this one. Costs
  /// O(written blocks, and the blocks beside them).
  @inlinable package mutating func share(with other: Self, since old: Self) where Element: Equatable {
    var same: [Int] = []
    ChunkedArray.forEachUnsharedIndex(old.blocks, blocks) { index in
      if index < min(blocks.count, other.blocks.count), blocks[index] == other.blocks[index] { same.append(index) }
    }
    for index in same { blocks[index] = other.blocks[index] }
    blocks.share(with: other.blocks, since: old.blocks)
  }
}

extension SparseArray: Sendable where Element: Sendable {}
extension SparseArray.Block: Sendable where Element: Sendable {}

extension SparseArray.Block: Equatable where Element: Equatable {
  @inlinable static func == (left: Self, right: Self) -> Bool {
    left.words.indices.allSatisfy { left.words[$0] == right.words[$0] } && left.elements == right.elements
  }
}
