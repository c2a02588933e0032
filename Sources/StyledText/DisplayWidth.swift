// SPDX-License-Identifier: GPL-2.0-or-later

extension Character {
  /// The number of terminal cells of the character, after Unicode Standard Annex 11.
  ///
  /// East Asian wide and fullwidth characters and emoji have 2, combining marks 0. Characters of ambiguous width, such as
  /// box drawing, have 1.
  package var displayWidth: Int {
    guard let base = unicodeScalars.first else { return 0 }
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    return base.displayWidth
  }
}

extension StringProtocol {
  /// The number of terminal cells of a text without tabs and control characters.
  package var displayWidth: Int {
    // Most texts lie in one piece.
    let isASCII = utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } } ?? utf8.allSatisfy { $0 < 0x80 }
    return isASCII ? utf8.count : reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if (0x1160...0x11FF).contains(value) { return 0 }
    if properties.isEmojiPresentation { return 2 }
    return wideRanges.contains { $0.contains(value) } ? 2 : 1
  }
}

/// East Asian Width W and F without emoji. Unassigned gaps within a block are included.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
  0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
  0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
]
