// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Misspelt keys of a font: with one of them, the object stays an object.
enum FontSlip {
  private static let keys = [
    Declarations.FontKey.name, Declarations.FontKey.textStyle, Declarations.FontKey.size,
  ]

  /// Words that are one slip away from a key of a font.
  private static let otherWords: Set = ["side", "site", "sine", "game", "same", "fame", "names", "styles", "sizes"]

  /// The length of the longest misspelt key.
  static let longestKey = 6

  /// The keys that were probably meant, in the order of the written ones: nil where the written key is right. Nil for an object
  /// that is a font, or was probably not meant as one.
  ///
  /// At least one key has to be right, or the keys differ from those of a font in their letter case alone.
  static func meant(by written: [String]) -> [String?]? {
    let meant = written.compactMap(key)
    guard meant.count == written.count, Set(meant).count == meant.count, RedbeardText.isFont(meant) else { return nil }
    let isRight = zip(written, meant).map { $0 == $1 }
    let hasSlip = isRight.contains(false)
    let areOtherCase = zip(written, meant).allSatisfy { $0.lowercased() == $1 }
    guard hasSlip, isRight.contains(true) || areOtherCase else { return nil }
    return zip(isRight, meant).map { $0 ? nil : $1 }
  }

  private static func key(_ written: String) -> String? {
    let lower = written.lowercased()
    if let key = keys.first(where: { $0 == lower }) { return key }
    return otherWords.contains(lower) ? nil : keys.first(where: written.isOneSlip)
  }
}
