// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

/// The changes that a program has pushed to an element, in order.
///
/// A program may push one at each turn of its life, so that changes which a later one covers entirely are dropped: what is
/// kept follows from what is different, not from how often it was pushed.
struct PushedChanges {
  private(set) var list: [[Value.Member]] = []

  /// How many are kept that do not cover one another; then the oldest goes. It is what the daemon takes for an element.
  static let limit = 256

  mutating func append(_ change: [Value.Member]) {
    let values = BytewiseDictionary(change.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    list.removeAll { earlier in earlier.allSatisfy { member in Self.covers(values[member.key], member) } }
    list.append(change)
    if list.count > Self.limit { list.removeFirst() }
  }

  mutating func append(_ changes: PushedChanges) {
    for change in changes.list { append(change) }
  }

  /// Whether a later value leaves nothing of an earlier one: it says the same again, or both are plain and the later takes
  /// the place of the earlier. Objects merge, and what is a reference may come to one.
  private static func covers(_ later: Value?, _ earlier: Value.Member) -> Bool {
    guard let later else { return false }
    if later == earlier.value { return true }
    return !["theme", "inherits", "clearPreviousThemingValues"].contains(earlier.key) && isPlain(later)
      && isPlain(earlier.value)
  }

  private static func isPlain(_ value: Value) -> Bool {
    switch value {
    // Null is as if it were not written, and calls add up.
    case .null, .object, .calls: false
    case .string(let text): !text.contains("://")
    case .array(let elements): elements.allSatisfy(isPlain)
    case .bool, .number, .color, .colorReference, .font, .image, .glyph, .point, .size, .rect, .edgeInsets: true
    }
  }
}
