// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Keys with a meaning, to find misspelt ones.
struct KnownWords: Sendable {
  /// The length and the ends of a word.
  private struct Outline {
    let count: Int
    let first: UInt8
    let last: UInt8

    /// Whether a text with this outline may be one slip away: a slip changes the length by one at most, and leaves
    /// one of the ends.
    func isNear(_ other: Outline) -> Bool {
      abs(count - other.count) <= 1 && (first == other.first || last == other.last)
    }
  }

  private let words: [String]
  private let outlines: [Outline]

  /// - Parameter words: of three letters or more.
  init(_ words: [String]) {
    self.words = words
    outlines = words.compactMap(Self.outline)
  }

  private static func outline(_ word: String) -> Outline? {
    var word = word
    return word.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last else { return nil }
      return Outline(count: bytes.count, first: first, last: last)
    }
  }

  /// The known word that a key probably means: the one that is one slip away. A load asks this for most keys.
  func misspelt(_ key: String) -> String? {
    // A key of one letter is near to anything.
    guard let outline = Self.outline(key), outline.count > 1 else { return nil }
    for (index, candidate) in outlines.enumerated() where candidate.isNear(outline) {
      if key.isOneSlip(from: words[index]) { return words[index] }
    }
    return nil
  }
}
