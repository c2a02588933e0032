// SPDX-License-Identifier: GPL-2.0-or-later

/// An array whose copies share what neither has changed: the ground that snapshots stand on.
///
/// A copy costs one reference count a chunk (a million elements: some two thousand); the first write into a chunk that is
/// shared copies that chunk alone. Access is O(1).
struct ChunkedArray<Element> {
  private static var shift: Int { 9 }
  private static var mask: Int { (1 << shift) - 1 }

  private var chunks: ContiguousArray<ContiguousArray<Element>> = []
  private(set) var count = 0

  init() {}

  init(repeating element: Element, count: Int) {
    for _ in 0..<count { append(element) }
  }

  subscript(index: Int) -> Element {
    get { chunks[index >> Self.shift][index & Self.mask] }
    _modify { yield &chunks[index >> Self.shift][index & Self.mask] }
  }

  mutating func append(_ element: Element) {
    if count & Self.mask == 0 {
      var chunk = ContiguousArray<Element>()
      chunk.reserveCapacity(1 << Self.shift)
      chunks.append(chunk)
    }
    chunks[count >> Self.shift].append(element)
    count += 1
  }

  /// Replaces an element, or appends it when the index is the count.
  mutating func set(_ index: Int, to element: Element) {
    if index == count { append(element) } else { self[index] = element }
  }

  mutating func grow(to newCount: Int, with element: Element) {
    while count < newCount { append(element) }
  }

  /// Calls `body` with each index whose element may differ between the two arrays: those in chunks that are not shared,
  /// and those that one of them lacks. O(chunks) plus the length of the chunks that differ.
  static func forEachUnsharedIndex(_ left: Self, _ right: Self, _ body: (Int) -> Void) {
    for chunk in 0..<max(left.chunks.count, right.chunks.count) {
      let leftChunk = chunk < left.chunks.count ? left.chunks[chunk] : []
      let rightChunk = chunk < right.chunks.count ? right.chunks[chunk] : []
      if leftChunk.count == rightChunk.count, address(leftChunk) == address(rightChunk) { continue }
      let start = chunk << Self.shift
      for index in start..<start + max(leftChunk.count, rightChunk.count) { body(index) }
    }
  }

  /// Where the chunk's storage lies; used to tell whether two chunks are one, never to read.
  private static func address(_ chunk: ContiguousArray<Element>) -> UnsafePointer<Element>? {
    chunk.withUnsafeBufferPointer { $0.baseAddress }
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}
