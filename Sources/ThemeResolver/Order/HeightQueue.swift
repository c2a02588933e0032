// SPDX-License-Identifier: GPL-2.0-or-later

/// What waits to be worked off at each height, from the lowest up.
///
/// The cost follows what waits: heights at which nothing does are passed over, 64 at a time. What is added while a height is
/// worked off stands higher. Memory: O(the highest), which is kept for the next use.
struct HeightQueue<Wave: Sendable>: Sendable {
  private let empty: Wave
  private var waves: [Wave] = []
  /// A bit for each height: something waits there.
  private var words: [UInt64] = []
  /// No word before this one has a bit.
  private var firstWord = 0

  init(empty: Wave) { self.empty = empty }

  /// What waits at a height; whoever asks adds to it.
  subscript(height: Int) -> Wave {
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

  /// Takes out what waits at the lowest height; nil when nothing waits.
  mutating func popFirst() -> (height: Int, wave: Wave)? {
    while firstWord < words.count, words[firstWord] == 0 { firstWord += 1 }
    guard firstWord < words.count else { return nil }
    let height = firstWord * 64 + words[firstWord].trailingZeroBitCount
    words[firstWord] &= words[firstWord] - 1
    var wave = empty
    swap(&wave, &waves[height])
    return (height, wave)
  }
}
