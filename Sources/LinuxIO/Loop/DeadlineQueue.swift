// SPDX-License-Identifier: MIT

/// Deadlines in the order of time, at most one for each token: a binary heap that drops outdated entries when they reach the
/// top.
///
/// Setting and clearing cost O(log n). The heap holds at most twice as many entries as deadlines, and 64 more.
struct DeadlineQueue {
  private struct Entry {
    let time: UInt64
    /// Increases with each entry, so that equal times keep their order.
    let serial: UInt64
    let token: UInt64

    func isBefore(_ other: Entry) -> Bool {
      (time, serial) < (other.time, other.serial)
    }
  }

  private var heap: [Entry] = []
  /// The serial of the valid entry of each token.
  private var current: [UInt64: UInt64] = [:]
  private var nextSerial: UInt64 = 0

  /// The earliest deadline. The entry at the top of the heap is always valid.
  var next: UInt64? { heap.first?.time }

  func isDue(_ now: UInt64) -> Bool {
    next.map { $0 <= now } ?? false
  }

  mutating func set(_ token: UInt64, at time: UInt64) {
    nextSerial += 1
    current[token] = nextSerial
    heap.append(Entry(time: time, serial: nextSerial, token: token))
    siftUp(heap.count - 1)
    tidy()
  }

  mutating func clear(_ token: UInt64) {
    guard current.removeValue(forKey: token) != nil else { return }
    tidy()
  }

  /// Removes the earliest deadline if it has passed. Returns its token.
  mutating func removeDue(_ now: UInt64) -> UInt64? {
    guard let top = heap.first, top.time <= now else { return nil }
    current[top.token] = nil
    tidy()
    return top.token
  }

  private func counts(_ entry: Entry) -> Bool {
    current[entry.token] == entry.serial
  }

  private mutating func tidy() {
    while let top = heap.first, !counts(top) { removeTop() }
    guard heap.count > 2 * current.count + 64 else { return }
    heap = heap.filter(counts)
    for index in heap.indices.reversed() { siftDown(index) }
  }

  private mutating func removeTop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    if !heap.isEmpty { siftDown(0) }
  }

  private mutating func siftUp(_ start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index].isBefore(heap[parent]) else { return }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      guard least != index else { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
