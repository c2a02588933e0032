// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Keys with a meaning, to find misspelt ones.
struct KnownWords: Sendable {
  private let words: [String]
  private let ends: [KeyEnds]
  /// The numbers of the words that may lack two letters.
  private let longWords: [Int]

  /// - Parameter words: of three letters or more.
  init(_ words: [String]) {
    self.words = words
    ends = words.map { KeyEnds($0) }
    longWords = words.indices.filter { words[$0].utf8.count >= 10 }
  }

  /// The known word that a key probably means: the one that is one slip away, or a long one without two adjacent letters, as
  /// `highlited`. A load asks this for most keys.
  func misspelt(_ key: String, _ keyEnds: KeyEnds) -> String? {
    // A key of one letter is near to anything.
    guard keyEnds.count > 1 else { return nil }
    for index in ends.indices where ends[index].areNear(keyEnds) && key.isOneSlip(from: words[index]) {
      return words[index]
    }
    return longWords.first { keyEnds.mayLackTwo(of: ends[$0]) && Self.lacksAdjacentBytes(key, of: words[$0]) }
      .map { words[$0] }
  }

  /// Whether a key is a word without some adjacent bytes.
  private static func lacksAdjacentBytes(_ key: String, of word: String) -> Bool {
    let head = zip(key.utf8, word.utf8).prefix { $0 == $1 }.count
    let tail = zip(key.utf8.reversed(), word.utf8.reversed()).prefix { $0 == $1 }.count
    return head + tail >= key.utf8.count
  }
}
