// SPDX-License-Identifier: GPL-2.0-or-later

/// A queue of work by height, from the lowest up.
///
/// Empty heights are skipped 64 at a time. Work that is added while a height is processed is higher. Memory: O(highest
/// height), kept for reuse.
@usableFromInline package struct HeightQueue<Wave: Sendable>: Sendable {
  @usableFromInline let empty: Wave
  @usableFromInline var waves: [Wave] = []
  /// A bit for each height that has work.
  @usableFromInline var words: [UInt64] = []
  /// All words before this one are 0.
  @usableFromInline var firstWord = 0

  @inlinable package init(empty: Wave) { self.empty = empty }

  /// The work at a height. Access through the subscript marks the height as not empty.
  @inlinable package subscript(height: Int) -> Wave {
    get { height < waves.count ? waves[height] : empty }
    _modify {
      if waves.count <= height {
        waves.append(contentsOf: repeatElement(empty, count: height + 1 - waves.count))
        words.append(contentsOf: repeatElement(0, count: height / 64 + 1 - words.count))
      }
      words[height >> 6] |= 1 << UInt64(height & 63)
      firstWord = min(firstWord, height >> 6)
      yield &waves[height]
    }
  }

  /// Removes and returns the work at the lowest height. Nil if the queue is empty.
  @inlinable package mutating func popFirst() -> (height: Int, wave: Wave)? {
    while firstWord < words.count, words[firstWord] == 0 { firstWord += 1 }
    guard firstWord < words.count else { return nil }
    let height = firstWord * 64 + words[firstWord].trailingZeroBitCount
    words[firstWord] &= words[firstWord] - 1
    var wave = empty
    swap(&wave, &waves[height])
    return (height, wave)
  }
}
