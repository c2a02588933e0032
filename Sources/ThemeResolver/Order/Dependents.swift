// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections

/// The slots that refer to each id, as packed lists in one array.
///
/// ```
/// lists    [ start 0 count 2 capacity 2 | start 2 count 1 capacity 4 | ... ]      by id
/// entries  [ slot slot                  | slot  -  -  -                  | ... ]
/// places   [ .. 0 .. 1 .. ]                                                       by slot that refers to an id: its place in the list
/// ```
/// Adding is O(1) amortised, removing O(1): the last entry takes the place of the removed one. A list that outgrows
/// its capacity moves to the end. When half of the array is abandoned, all lists are packed.
struct Dependents: Sendable {
  private struct List: Sendable, Equatable {
    var start: UInt32 = 0
    var count: UInt32 = 0
    var capacity: UInt32 = 0
  }

  private var lists = ChunkedArray<List>()
  private var entries = ChunkedArray<UInt32>()
  private var places = SparseArray<UInt32>()
  private var abandoned = 0
  private var used = 0
  private var added = 0

  init() {}

  /// The references of a load.
  ///
  /// - Parameters:
  ///   - starts: by id, where its list begins in `entries`; one more at the end.
  ///   - places: by slot, its place in the list.
  init(starts: ContiguousArray<UInt32>, entries: ContiguousArray<UInt32>, places: SparseArray<UInt32>) {
    for (start, end) in zip(starts, starts.dropFirst()) {
      lists.append(List(start: start, count: end - start, capacity: end - start))
    }
    self.entries.append(contentsOf: entries)
    self.places = places
    used = entries.count
  }

  func count(of symbol: SymbolID) -> Int {
    Int(symbol.index) < lists.count ? Int(lists[Int(symbol.index)].count) : 0
  }

  /// Calls `body` with each slot that refers to the id, in no particular order.
  @inline(__always) func forEach(of symbol: SymbolID, _ body: (UInt32) -> Void) {
    guard Int(symbol.index) < lists.count else { return }
    let list = lists[Int(symbol.index)]
    for index in Int(list.start)..<Int(list.start + list.count) { body(entries[index]) }
  }

  /// Appends each slot that refers to the id, in no particular order.
  func append(of symbol: SymbolID, to slots: inout [UInt32]) {
    guard Int(symbol.index) < lists.count else { return }
    let list = lists[Int(symbol.index)]
    entries.append(Int(list.start)..<Int(list.start + list.count), to: &slots)
  }

  /// The slots that refer to any of these ids, in no particular order.
  func slots(of symbols: [UInt32]) -> [UInt32] {
    var places: [UInt32] = []
    for list in lists.elements(at: symbols.filter { Int($0) < lists.count }) where list.count > 0 {
      for place in list.start..<list.start + list.count { places.append(place) }
    }
    return entries.elements(at: places)
  }

  mutating func add(_ slot: UInt32, to symbol: SymbolID) {
    lists.grow(to: Int(symbol.index) + 1, with: List())
    used += 1
    added += 1
    var list = lists[Int(symbol.index)]
    if list.count == list.capacity { list = move(list) }
    let position = Int(list.start + list.count)
    entries[position] = slot
    places.set(Int(slot), to: list.count)
    list.count += 1
    lists[Int(symbol.index)] = list
    if abandoned > 1024, abandoned * 2 > entries.count { pack() }
  }

  /// Removes a slot that was added to the id.
  mutating func remove(_ slot: UInt32, from symbol: SymbolID) {
    let list = lists[Int(symbol.index)]
    let last = entries[Int(list.start + list.count - 1)]
    guard let place = places[Int(slot)] else { preconditionFailure("only an added slot is removed") }
    entries[Int(list.start + place)] = last
    places.set(Int(last), to: place)
    lists[Int(symbol.index)].count -= 1
    used -= 1
  }

  /// Removes the spare capacity of the lists if most entries were added since the last call, which means after a load.
  mutating func packAfterLoad() {
    if added * 2 > used { pack() }
    added = 0
  }

  /// Shares storage with another view again, as `ChunkedArray.share` does.
  mutating func share(with other: Self, since old: Self) {
    lists.share(with: other.lists, since: old.lists)
    entries.share(with: other.entries, since: old.entries)
    places.share(with: other.places, since: old.places)
  }

  private mutating func move(_ list: List) -> List {
    let capacity = max(2, list.capacity * 2)
    let moved = List(start: UInt32(entries.count), count: list.count, capacity: capacity)
    for index in Int(list.start)..<Int(list.start + list.count) { entries.append(entries[index]) }
    for _ in list.count..<capacity { entries.append(.max) }
    abandoned += Int(list.capacity)
    return moved
  }

  private mutating func pack() {
    var packed = ChunkedArray<UInt32>()
    for index in 0..<lists.count {
      let list = lists[index]
      lists[index] = List(start: UInt32(packed.count), count: list.count, capacity: list.count)
      for index in Int(list.start)..<Int(list.start + list.count) { packed.append(entries[index]) }
    }
    entries = packed
    abandoned = 0
  }
}
