// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The device suffixes that keys may have, such as `_iPad`.
struct KeySuffixes {
  private let suffixes: TextEndings
  /// The last bytes of the suffixes, in any case. Most keys have another one.
  var lastBytes: ByteSet { suffixes.lastBytes }

  static let none = KeySuffixes([])

  /// Costs O(bytes of the suffixes), so that a dialect makes it once for all files.
  init(_ suffixes: [String]) { self.suffixes = TextEndings(suffixes) }

  /// The key with the suffix that it has in another case, such as `height_iPad` for `height_ipad`; nil for all other keys.
  func corrected(_ key: String) -> String? {
    suffixes.firstInOtherCase(of: key).flatMap { number in
      let suffix = suffixes.endings[number]
      return String(key.utf8.dropLast(suffix.utf8.count)).map { $0 + suffix }
    }
  }

  /// A device suffix of another form at the end of a key, and the key that was probably meant, if the bundle has such a suffix. Nil
  /// for a key with a suffix of the bundle, in any case.
  func slip(in key: String) -> (suffix: String, meant: String?)? {
    guard let mark = key.utf8.lastIndex(where: { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "~") }),
      mark > key.startIndex, without(key) == key, corrected(key) == nil
    else { return nil }
    let tail = key[mark...]
    let word = tail.utf8.dropFirst().map { $0 | 0x20 }
    guard let device = Self.device(word) else { return nil }
    let meant = suffixes.endings.first { $0.lowercased() == "_\(device)" }
    let isSwapped = !word.elementsEqual(device.utf8)
    if meant == nil, isSwapped { return nil }
    return (String(tail), meant.map { key[..<mark] + $0 })
  }

  /// The device that a word in small letters names; two letters of `ipad` may be in the wrong order.
  private static func device(_ word: [UInt8]) -> String? {
    if word.elementsEqual("iphone".utf8) { return "iphone" }
    return ["ipad", "piad", "iapd", "ipda"].contains { word.elementsEqual($0.utf8) } ? "ipad" : nil
  }

  /// The key without its suffix, if it has one.
  func without(_ key: String) -> String {
    suffixes.first(of: key).flatMap { key.without(ending: suffixes.endings[$0]) } ?? key
  }
}
