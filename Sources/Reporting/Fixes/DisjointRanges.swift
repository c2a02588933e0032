// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The ranges of edits of one document whose order does not matter. Two insertions at one place have an order.
struct DisjointRanges {
  /// By their starts.
  private var ranges: [ByteRange] = []

  /// Adds the ranges of a fix. Returns false, and adds none, if one of them overlaps an earlier one. Costs O(log n) for each range, and
  /// O(n) for one before others.
  mutating func add(_ others: [ByteRange]) -> Bool {
    guard !others.contains(where: overlaps) else { return false }
    for range in others { ranges.insert(range, at: firstIndex(startingAt: range.start)) }
    return true
  }

  private func overlaps(_ range: ByteRange) -> Bool {
    let next = firstIndex(startingAt: range.start)
    if next > 0, ranges[next - 1].end > range.start { return true }
    return next < ranges.count && (ranges[next].start == range.start || ranges[next].start < range.end)
  }

  /// The first range that starts at a place or behind it.
  private func firstIndex(startingAt place: UInt32) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].start < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
