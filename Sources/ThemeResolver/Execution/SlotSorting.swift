// SPDX-License-Identifier: GPL-2.0-or-later

/// Sorts slot numbers and removes repetitions: few by comparison, many with a bit for each slot between the lowest and the
/// highest.
struct SlotSorting: Sendable {
  /// All zero between two calls.
  private var words: [UInt64] = []

  mutating func sortUniquely(_ slots: inout [UInt32]) {
    guard let first = slots.first else { return }
    var lowest = first
    var highest = first
    var isSorted = true
    var last: UInt32?
    for slot in slots {
      lowest = min(lowest, slot)
      highest = max(highest, slot)
      if let last, slot <= last { isSorted = false }
      last = slot
    }
    if isSorted { return }
    let range = Int(lowest >> 6)...Int(highest >> 6)
    if range.count > slots.count * 8 {
      slots.sort()
      var last: UInt32?
      slots.removeAll { slot in
        defer { last = slot }
        return slot == last
      }
    } else {
      sort(&slots, words: range)
    }
  }

  private mutating func sort(_ slots: inout [UInt32], words range: ClosedRange<Int>) {
    if words.count <= range.upperBound {
      words.append(contentsOf: repeatElement(0, count: range.upperBound + 1 - words.count))
    }
    for slot in slots { words[Int(slot >> 6)] |= 1 << UInt64(slot & 63) }
    slots.removeAll(keepingCapacity: true)
    for place in range {
      var word = words[place]
      words[place] = 0
      while word != 0 {
        slots.append(UInt32(place * 64 + word.trailingZeroBitCount))
        word &= word - 1
      }
    }
  }
}
