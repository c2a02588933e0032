// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// A reference of a design token: to a token or group, or to a part of a token's value.
struct TokenReference {
  /// The path of the token or group.
  let id: String
  /// From the value of the token down to the part; empty for the whole.
  let keys: [String]
  /// Whether it is a pointer through `$value`, so that it can only mean a token.
  let isWithinValue: Bool

  /// `{group.token}`, which has to be the whole text. Nil for any other text.
  init?(curly text: ArraySlice<UInt8>) {
    guard Self.isCurly(text) else { return nil }
    id = String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
    keys = []
    isWithinValue = false
  }

  init?(curly text: String) { self.init(curly: Array(text.utf8)[...]) }

  /// Whether a text in UTF-8 is `{group.token}`.
  static func isCurly(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count > 2, text.first == UInt8(ascii: "{"), text.last == UInt8(ascii: "}") else { return false }
    return !text.dropFirst().dropLast().contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
  }

  /// `#/group/token` or `#/group/token/$value/part`. Nil for any other text.
  init?(pointer text: String) {
    guard let pointer = JSONPointer(fragment: text), !pointer.segments.isEmpty else { return nil }
    let segments = pointer.segments
    let end = segments.firstIndex(of: "$value") ?? segments.endIndex
    let names = segments[..<end]
    // Names have no full stop, so that joined names are unambiguous.
    guard !names.isEmpty, names.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: ".")) }) else { return nil }
    id = names.joined(separator: ".")
    keys = Array(segments[end...].dropFirst())
    isWithinValue = end < segments.endIndex
  }

  init?(pointer node: SourceTree.Node, in tree: SourceTree) {
    guard let text = tree.string(of: node) else { return nil }
    self.init(pointer: text)
  }
}
