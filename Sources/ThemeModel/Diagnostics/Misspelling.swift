// SPDX-License-Identifier: MIT

import TextComparison

/// Decides whether an unknown name is certainly a misspelling of a known one, so that a safe fix may write the known one. Both
/// have the same digits and the same number of words, and each differing word is a typing error and no word of other names.
///
/// `palette-grey-600` is not a misspelling of `palette-grey-500`, nor `field-width` of `view-width`.
package struct MisspellingRule: Sendable {
  /// The words of all known names, in lower case.
  private let words: BytewiseSet

  package init(names: [String]) {
    words = names.reduce(into: []) { words, name in
      for word in Self.words(of: name) { words.insert(word) }
    }
  }

  /// Costs the length of the names.
  package func isMisspelling(_ written: String, of meant: String) -> Bool {
    let digits = { (name: String) in name.utf8.filter { $0 &- 0x30 < 10 } }
    let (left, right) = (Self.words(of: written), Self.words(of: meant))
    guard digits(written) == digits(meant), left.count == right.count else { return false }
    return zip(left, right).allSatisfy { left, right in
      Bytewise(left) == Bytewise(right) || isSlip(left, of: right)
    }
  }

  private func isSlip(_ written: String, of meant: String) -> Bool {
    guard written.utf8.count >= 3, meant.utf8.count >= 3, !words.contains(written),
      let near = nearest(to: written, among: CollectionOfOne(meant))
    else { return false }
    return near.distance <= (meant.utf8.count < 8 ? 1 : 2)
  }

  /// The words of a name in lower case: divided at bytes that are no letters, and before capitals after small letters.
  static func words(of name: String) -> [String] {
    var words: [[UInt8]] = [[]]
    var isSmall = false
    for byte in name.utf8 {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let isLetter = isCapital || byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      if !isLetter || isCapital && isSmall { words.append([]) }
      if isLetter { words[words.count - 1].append(isCapital ? byte | 0x20 : byte) }
      isSmall = isLetter && !isCapital
    }
    return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }
}
