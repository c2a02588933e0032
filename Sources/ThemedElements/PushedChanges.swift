// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

/// The changes that a program has pushed to an element, in order.
///
/// A change that a later change covers completely is dropped, so that memory depends on distinct changes and not on their number.
struct PushedChanges {
  private(set) var list: [[Value.Member]] = []

  /// The number of kept changes; then the oldest is dropped. The daemon accepts as many for an element.
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

  /// Whether a later value replaces an earlier one: they are equal, or both are plain. Objects merge, and a reference may lead to
  /// an object.
  private static func covers(_ later: Value?, _ earlier: Value.Member) -> Bool {
    guard let later else { return false }
    if later == earlier.value { return true }
    return !["theme", "inherits", "clearPreviousThemingValues"].contains(earlier.key) && isPlain(later)
      && isPlain(earlier.value)
  }

  private static func isPlain(_ value: Value) -> Bool {
    switch value {
    // Null has no effect, and calls add up.
    case .null, .object, .calls: false
    case .string(let text): !text.holds("://")
    case .array(let elements): elements.allSatisfy(isPlain)
    case .bool, .number, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size, .rect,
      .edgeInsets, .typed:
      true
    }
  }
}
