// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The device suffixes that keys may have, such as `_iPad`.
struct KeySuffixes {
  private let suffixes: [String]
  /// Their last bytes: few keys end in one of them.
  private let lastBytes: [UInt8]

  init(_ suffixes: [String]) {
    self.suffixes = suffixes
    lastBytes = suffixes.compactMap(\.utf8.last)
  }

  /// Whether a key may end in a suffix, in any case. Most keys do not.
  func mayEnd(_ key: KeyEnds) -> Bool {
    for last in lastBytes where last | 0x20 == key.last | 0x20 { return true }
    return false
  }

  /// The key with the suffix that it has in another case, such as `height_iPad` for `height_ipad`; nil for all other keys.
  func corrected(_ key: String) -> String? {
    for suffix in suffixes where key.utf8.count > suffix.utf8.count {
      let tail = key.utf8.suffix(suffix.utf8.count)
      let isSuffix = zip(tail, suffix.utf8).allSatisfy {
        $0 == $1 || $0 | 0x20 == $1 | 0x20 && (0x61...0x7a).contains($0 | 0x20)
      }
      if isSuffix, !tail.elementsEqual(suffix.utf8), let stem = String(key.utf8.dropLast(suffix.utf8.count)) {
        return stem + suffix
      }
    }
    return nil
  }

  /// The key without its suffix, if it has one.
  func without(_ key: String) -> String {
    guard let last = key.utf8.last, lastBytes.contains(last) else { return key }
    return suffixes.lazy.compactMap { key.without(ending: $0) }.first ?? key
  }
}
