// SPDX-License-Identifier: GPL-2.0-or-later

/// Sorts dense numbers and removes repetitions: few by comparison, many with a bit for each number between the lowest and the
/// highest.
package struct DenseSorting: Sendable {
  /// All zero between two calls.
  private var words: [UInt64] = []

  package init() {}

  package mutating func sortUniquely(_ numbers: inout [UInt32]) {
    guard let first = numbers.first else { return }
    var lowest = first
    var highest = first
    var isSorted = true
    var last: UInt32?
    for number in numbers {
      lowest = min(lowest, number)
      highest = max(highest, number)
      if let last, number <= last { isSorted = false }
      last = number
    }
    if isSorted { return }
    let range = Int(lowest >> 6)...Int(highest >> 6)
    if range.count > numbers.count * 8 {
      numbers.sort()
      var last: UInt32?
      numbers.removeAll { number in
        defer { last = number }
        return number == last
      }
    } else {
      sort(&numbers, words: range)
    }
  }

  private mutating func sort(_ numbers: inout [UInt32], words range: ClosedRange<Int>) {
    if words.count <= range.upperBound {
      words.append(contentsOf: repeatElement(0, count: range.upperBound + 1 - words.count))
    }
    for number in numbers { words[Int(number >> 6)] |= 1 << UInt64(number & 63) }
    numbers.removeAll(keepingCapacity: true)
    for place in range {
      var word = words[place]
      words[place] = 0
      while word != 0 {
        numbers.append(UInt32(place * 64 + word.trailingZeroBitCount))
        word &= word - 1
      }
    }
  }
}
