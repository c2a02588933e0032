// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A value in the text of a file that was replaced, so that the text behind it moved.
struct TextMove {
  let file: FileID
  /// The place of the value before.
  let value: ByteRange
  /// The number of bytes by which the value is longer than before.
  let growth: Int
  /// Whether the text outside keeps its lines and columns.
  let keepsPositions: Bool

  /// The present place of a range: behind the value, before it or around it. Nil for a range within the value.
  func moved(_ range: ByteRange) -> ByteRange? {
    if range.end <= value.start { return range }
    if range.start >= value.end { return range.moved(by: growth) }
    guard range.start <= value.start, range.end >= value.end else { return nil }
    return ByteRange(Int(range.start), Int(range.end) + growth)
  }
}

/// The last moves of texts, so that places are moved that would be the same otherwise.
struct TextMoves {
  /// The number of moves since the bundle was opened.
  private(set) var count = 0
  private var last: [TextMove] = []

  /// The maximum number of moves that are kept.
  private static let maximum = 256

  mutating func add(_ move: TextMove) {
    if last.count == Self.maximum { last.removeFirst(Self.maximum / 2) }
    last.append(move)
    count += 1
  }

  /// The moves after the first `number`; nil if they are not kept any more.
  func since(_ number: Int) -> ArraySlice<TextMove>? {
    count - number <= last.count ? last.suffix(count - number) : nil
  }
}
