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

  /// The known word that a key probably means: the one that is one slip away. A load asks this for most keys.
  func misspelt(_ key: String, _ keyEnds: KeyEnds) -> String? {
    // A key of one letter is near to anything.
    guard keyEnds.count > 1 else { return nil }
    for index in ends.indices where ends[index].areNear(keyEnds) && key.isOneSlip(from: words[index]) {
      return words[index]
    }
    return nil
  }
}
