// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// The places of the keys in a text, by the places of their values: most declarations store the latter alone.
struct KeyPlaces {
  private var keys: [ByteRange: ByteRange] = [:]

  /// Costs O(values of the text).
  init(_ tree: SourceTree) {
    var waiting = [tree.root].compactMap(\.self)
    while let node = waiting.popLast() {
      switch tree.kind(of: node) {
      case .object:
        for member in tree.members(of: node) {
          keys[tree.range(of: member.value)] = tree.keyRange(of: member)
          waiting.append(member.value)
        }
      case .array: waiting += tree.elements(of: node)
      case .string, .number, .bool, .null, .invalid: break
      }
    }
  }

  /// Nil for a place that is not the value of a member.
  func key(ofValueAt place: ByteRange) -> ByteRange? { keys[place] }
}
