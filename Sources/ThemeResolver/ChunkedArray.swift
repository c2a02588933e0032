// SPDX-License-Identifier: GPL-2.0-or-later

/// An array whose copies share what neither has changed: the ground that snapshots stand on.
///
/// ```
/// pages -> page of 64 chunks -> chunk of 512 elements
/// ```
/// The first write into what is shared copies one chunk, the list of its page, and the list of pages: in a million elements
/// some hundred references are counted. One list of all chunks would be two thousand, each in a place of its own in memory.
/// Access is O(1).
struct ChunkedArray<Element> {
  private typealias Chunk = ContiguousArray<Element>

  private static var chunkBits: Int { 9 }
  private static var chunkMask: Int { (1 << chunkBits) - 1 }
  private static var pageBits: Int { 6 }
  private static var pageMask: Int { (1 << pageBits) - 1 }

  private var pages: ContiguousArray<ContiguousArray<Chunk>> = []
  private(set) var count = 0

  init() {}

  init(repeating element: Element, count: Int) {
    for _ in 0..<count { append(element) }
  }

  subscript(index: Int) -> Element {
    get {
      pages[index >> (Self.chunkBits + Self.pageBits)][index >> Self.chunkBits & Self.pageMask][index & Self.chunkMask]
    }
    _modify {
      yield &pages[index >> (Self.chunkBits + Self.pageBits)][index >> Self.chunkBits & Self.pageMask][
        index & Self.chunkMask]
    }
  }

  mutating func append(_ element: Element) {
    let chunk = count >> Self.chunkBits
    let page = chunk >> Self.pageBits
    if page == pages.count { pages.append([]) }
    if chunk & Self.pageMask == pages[page].count {
      var chunk = Chunk()
      chunk.reserveCapacity(1 << Self.chunkBits)
      pages[page].append(chunk)
    }
    pages[page][chunk & Self.pageMask].append(element)
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
  /// and those that one of them lacks. O(pages) plus the chunks of pages that differ plus the length of chunks that do.
  static func forEachUnsharedIndex(_ left: Self, _ right: Self, _ body: (Int) -> Void) {
    forEachUnshared(left.pages, right.pages) { page, left, right in
      forEachUnshared(left ?? [], right ?? []) { chunk, left, right in
        let start = (page << pageBits | chunk) << chunkBits
        for index in start..<start + max(left?.count ?? 0, right?.count ?? 0) { body(index) }
      }
    }
  }

  /// Calls `body` with the parts at each place that are not one and the same; nil for one that is missing.
  private static func forEachUnshared<Part>(
    _ left: ContiguousArray<ContiguousArray<Part>>, _ right: ContiguousArray<ContiguousArray<Part>>,
    _ body: (Int, ContiguousArray<Part>?, ContiguousArray<Part>?) -> Void
  ) {
    for place in 0..<max(left.count, right.count) {
      let left = place < left.count ? left[place] : nil
      let right = place < right.count ? right[place] : nil
      if left?.count == right?.count, address(left) == address(right) { continue }
      body(place, left, right)
    }
  }

  /// Shares with another array the chunks that hold the same in both, of those that were written since an older copy of this
  /// one. O(pages) plus the chunks of pages that were written plus the length of these chunks.
  mutating func share(with other: Self, since old: Self) where Element: Equatable {
    var same: [(page: Int, chunk: Int)] = []
    Self.forEachUnshared(old.pages, pages) { page, left, right in
      guard let right, page < other.pages.count else { return }
      Self.forEachUnshared(left ?? [], right) { chunk, _, written in
        guard let written, chunk < other.pages[page].count else { return }
        let candidate = other.pages[page][chunk]
        if Self.address(candidate) != Self.address(written), candidate == written { same.append((page, chunk)) }
      }
    }
    for (page, chunk) in same { pages[page][chunk] = other.pages[page][chunk] }
  }

  /// Where a part's storage lies; used to tell whether two parts are one, never to read.
  private static func address<Part>(_ part: ContiguousArray<Part>?) -> UnsafePointer<Part>? {
    part?.withUnsafeBufferPointer { $0.baseAddress }
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}
