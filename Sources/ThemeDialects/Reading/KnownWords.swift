// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Keys with a meaning, to find misspelt ones.
struct KnownWords: Sendable {
  private let words: [String]
  private let ends: [KeyEnds]

  /// - Parameter words: of three letters or more.
  init(_ words: [String]) {
    self.words = words
    ends = words.map { KeyEnds($0) }
  }

  /// The known word that a key probably means: the one that is one slip away, or a long one without two adjacent letters, as
  /// `highlited`. A load asks this for most keys.
  func misspelt(_ key: String, _ keyEnds: KeyEnds) -> String? {
    // A key of one letter is near to anything.
    guard keyEnds.count > 1 else { return nil }
    for index in ends.indices {
      if ends[index].areNear(keyEnds) {
        if key.isOneSlip(from: words[index]) { return words[index] }
      } else if keyEnds.mayLackTwo(of: ends[index]), Self.lacksAdjacentBytes(key, of: words[index]) {
        return words[index]
      }
    }
    return nil
  }

  /// Whether a key is a word without some adjacent bytes.
  private static func lacksAdjacentBytes(_ key: String, of word: String) -> Bool {
    let head = zip(key.utf8, word.utf8).prefix { $0 == $1 }.count
    let tail = zip(key.utf8.reversed(), word.utf8.reversed()).prefix { $0 == $1 }.count
    return head + tail >= key.utf8.count
  }
}
