// SPDX-License-Identifier: GPL-2.0-or-later

/// An array whose copies share unchanged chunks: the storage of snapshots.
///
/// ```
/// books -> book of 16 pages -> page of 16 chunks -> chunk of 128 elements
/// ```
/// The first write into shared storage copies one chunk and the lists that lead to it. For a million elements this
/// counts some forty references, each in its own cache line; with one list of all chunks it would be two thousand.
/// Access is O(1).
@usableFromInline package struct ChunkedArray<Element> {
  @usableFromInline typealias Chunk = ContiguousArray<Element>
  @usableFromInline typealias Page = ContiguousArray<Chunk>
  @usableFromInline typealias Book = ContiguousArray<Page>

  @inlinable static var chunkBits: Int { 7 }
  @inlinable static var listBits: Int { 4 }
  @inlinable static var chunkMask: Int { (1 << chunkBits) - 1 }
  @inlinable static var listMask: Int { (1 << listBits) - 1 }

  @usableFromInline var books: ContiguousArray<Book> = []
  @usableFromInline package internal(set) var count = 0

  @inlinable package init() {}

  @inlinable package init(repeating element: Element, count: Int) {
    grow(to: count, with: element)
  }

  @inlinable package subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "the index is out of range")
      // Below `count` all lists are complete. Reading the count of each would be a cache miss each.
      return books.withUnsafeBufferPointer { books in
        books[Self.book(index)].withUnsafeBufferPointer { pages in
          pages[Self.page(index)].withUnsafeBufferPointer { chunks in
            chunks[Self.chunk(index)].withUnsafeBufferPointer { $0[index & Self.chunkMask] }
          }
        }
      }
    }
    _modify { yield &books[Self.book(index)][Self.page(index)][Self.chunk(index)][index & Self.chunkMask] }
  }

  /// The place of an element: its book, the page in the book, and the chunk in the page.
  @inlinable static func book(_ index: Int) -> Int { index >> (chunkBits + 2 * listBits) }
  @inlinable static func page(_ index: Int) -> Int { index >> (chunkBits + listBits) & listMask }
  @inlinable static func chunk(_ index: Int) -> Int { index >> chunkBits & listMask }

  @inlinable package mutating func append(_ element: Element) {
    if count & Self.chunkMask == 0 { addChunk() }
    books[Self.book(count)][Self.page(count)][Self.chunk(count)].append(element)
    count += 1
  }

  /// Appends many elements, chunk by chunk.
  @inlinable package mutating func append<Elements: RandomAccessCollection>(contentsOf elements: Elements)
  where Elements.Element == Element, Elements.Index == Int {
    var next = elements.startIndex
    while next < elements.endIndex {
      if count & Self.chunkMask == 0 { addChunk() }
      let end = min(elements.endIndex, next + Self.chunkMask + 1 - count & Self.chunkMask)
      books[Self.book(count)][Self.page(count)][Self.chunk(count)].append(contentsOf: elements[next..<end])
      count += end - next
      next = end
    }
  }

  /// Adds an empty chunk for the next element, and the lists that lead to it.
  @inlinable mutating func addChunk() {
    let (book, page) = (Self.book(count), Self.page(count))
    if book == books.count { books.append([]) }
    if page == books[book].count { books[book].append([]) }
    var chunk = Chunk()
    chunk.reserveCapacity(1 << Self.chunkBits)
    books[book][page].append(chunk)
  }

  /// Replaces an element, or appends it if the index is the count.
  @inlinable package mutating func set(_ index: Int, to element: Element) {
    if index == count { append(element) } else { self[index] = element }
  }

  /// The elements at many places. Nothing is done between two reads, so that the processor waits for several cache misses at a
  /// time.
  ///
  /// - Parameter places: indices below `count`.
  @inlinable package func elements(at places: [UInt32]) -> [Element] {
    Array(unsafeUninitializedCapacity: places.count) { elements, initialized in
      Self.forEachRun(of: places, below: count) { run, index in
        books[Self.book(index)][Self.page(index)][Self.chunk(index)].withUnsafeBufferPointer { chunk in
          for number in run { elements.initializeElement(at: number, to: chunk[Int(places[number]) & Self.chunkMask]) }
        }
      }
      initialized = places.count
    }
  }

  /// Appends some elements to an array, chunk by chunk.
  @inlinable package func append(_ range: Range<Int>, to elements: inout [Element]) {
    precondition(range.isEmpty || range.lowerBound >= 0 && range.upperBound <= count, "the range is out of bounds")
    var next = range.lowerBound
    while next < range.upperBound {
      let end = min(range.upperBound, next - next & Self.chunkMask + Self.chunkMask + 1)
      books[Self.book(next)][Self.page(next)][Self.chunk(next)].withUnsafeBufferPointer { chunk in
        let first = next & Self.chunkMask
        elements.append(contentsOf: UnsafeBufferPointer(rebasing: chunk[first..<first + end - next]))
      }
      next = end
    }
  }

  /// Replaces many elements. Tests once for each run of places in one chunk whether the storage is shared.
  ///
  /// - Parameters:
  ///   - places: indices below `count`.
  ///   - elements: as many as places.
  @inlinable package mutating func replace(_ places: [UInt32], with elements: [Element]) {
    precondition(places.count == elements.count, "each place has an element")
    Self.forEachRun(of: places, below: count) { run, index in
      books[Self.book(index)][Self.page(index)][Self.chunk(index)].withUnsafeMutableBufferPointer { chunk in
        for number in run { chunk[Int(places[number]) & Self.chunkMask] = elements[number] }
      }
    }
  }

  /// Calls `body` with each run of places in one chunk, and the first of these places.
  @inlinable static func forEachRun(of places: [UInt32], below count: Int, _ body: (Range<Int>, Int) -> Void) {
    var start = 0
    while start < places.count {
      let index = Int(places[start])
      precondition(index < count, "the index is out of range")
      var end = start + 1
      while end < places.count, Int(places[end]) >> Self.chunkBits == index >> Self.chunkBits { end += 1 }
      body(start..<end, index)
      start = end
    }
  }

  @inlinable package mutating func grow(to newCount: Int, with element: Element) {
    while count < newCount {
      if count & Self.chunkMask == 0 { addChunk() }
      let added = min(newCount - count, Self.chunkMask + 1 - count & Self.chunkMask)
      books[Self.book(count)][Self.page(count)][Self.chunk(count)].append(element, times: added)
      count += added
    }
  }

  /// Replaces the elements from an index on.
  ///
  /// - Precondition: the array has as many elements from there on.
  @inlinable package mutating func replace(from index: Int, with elements: [Element]) {
    precondition(index >= 0 && index + elements.count <= count, "the range is out of range")
    var next = index
    while next < index + elements.count {
      let end = min(index + elements.count, next - next & Self.chunkMask + Self.chunkMask + 1)
      books[Self.book(next)][Self.page(next)][Self.chunk(next)].withUnsafeMutableBufferPointer { chunk in
        for place in next..<end { chunk[place & Self.chunkMask] = elements[place - index] }
      }
      next = end
    }
  }

  /// Calls `body` with each index whose element may differ between the arrays: those in chunks that are not shared, and those
  /// beyond the end of one array. Costs O(books, and the length of differing lists and chunks).
  @inlinable package static func forEachUnsharedIndex(_ left: Self, _ right: Self, _ body: (Int) -> Void) {
    forEachUnsharedChunk(left, right) { start, left, right in
      for index in start..<start + max(left?.count ?? 0, right?.count ?? 0) { body(index) }
    }
  }

  /// Calls `body` with each index whose elements differ between the arrays, and those beyond the end of one array. Costs O(books,
  /// and the length of differing lists and chunks).
  @inlinable package static func forEachDifferentIndex(_ left: Self, _ right: Self, _ body: (Int) -> Void)
  where Element: Equatable {
    forEachUnsharedChunk(left, right) { start, left, right in
      let (left, right) = (left ?? [], right ?? [])
      let common = min(left.count, right.count)
      for place in 0..<common where left[place] != right[place] { body(start + place) }
      for place in common..<max(left.count, right.count) { body(start + place) }
    }
  }

  /// Shares equal chunks with another array, among the chunks that were written since an older copy of this one. Costs
  /// O(books, and the length of written lists and chunks).
  @inlinable package mutating func share(with other: Self, since old: Self) where Element: Equatable {
    var same: [Int] = []
    Self.forEachUnsharedChunk(old, self) { start, _, written in
      guard let written, start < other.count else { return }
      let candidate = other.books[Self.book(start)][Self.page(start)][Self.chunk(start)]
      if Self.address(candidate) != Self.address(written), candidate == written { same.append(start) }
    }
    for start in same {
      let (book, page, chunk) = (Self.book(start), Self.page(start), Self.chunk(start))
      books[book][page][chunk] = other.books[book][page][chunk]
    }
  }

  /// Whether both arrays are copies of one, without a write since. Equal arrays need not be. Costs O(books).
  @inlinable package func isShared(with other: Self) -> Bool {
    var isShared = count == other.count
    Self.forEachUnshared(books, other.books) { _, _, _ in isShared = false }
    return isShared
  }

  /// Whether both arrays share the chunks of these elements. Costs O(chunks).
  ///
  /// - Precondition: both arrays have the elements.
  @inlinable package func isShared(with other: Self, in range: Range<Int>) -> Bool {
    guard let last = range.last else { return true }
    return (range.lowerBound >> Self.chunkBits...last >> Self.chunkBits).allSatisfy { number in
      let index = number << Self.chunkBits
      let chunk = books[Self.book(index)][Self.page(index)][Self.chunk(index)]
      let counterpart = other.books[Self.book(index)][Self.page(index)][Self.chunk(index)]
      return Self.address(chunk) == Self.address(counterpart)
    }
  }

  /// Calls `body` with the first index of each chunk that is not shared, and with the chunk of both arrays.
  @inlinable static func forEachUnsharedChunk(_ left: Self, _ right: Self, _ body: (Int, Chunk?, Chunk?) -> Void) {
    forEachUnshared(left.books, right.books) { book, left, right in
      forEachUnshared(left ?? [], right ?? []) { page, left, right in
        forEachUnshared(left ?? [], right ?? []) { chunk, left, right in
          body(((book << listBits | page) << listBits | chunk) << chunkBits, left, right)
        }
      }
    }
  }

  /// Calls `body` with the parts at each place that are not shared. Nil for a missing part.
  @inlinable static func forEachUnshared<Part>(
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

  /// The address of a part's storage: equal addresses mean shared storage. It is never dereferenced.
  @inlinable static func address<Part>(_ part: ContiguousArray<Part>?) -> UnsafePointer<Part>? {
    part?.withUnsafeBufferPointer { $0.baseAddress }
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}

extension ContiguousArray {
  /// As `append(contentsOf:)` of a repeated element, whose types are made at run time for each kind of element: that is a hundredth of a
  /// small load.
  @inlinable mutating func append(_ element: Element, times: Int) { for _ in 0..<times { append(element) } }
}
