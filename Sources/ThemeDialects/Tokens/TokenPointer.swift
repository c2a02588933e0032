// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeSyntax

extension SourceTree {
  /// The value that keys and indices lead to. Of several members with one key the last one counts.
  func node(at pointer: some Sequence<String>, below root: Node) -> Node? {
    var node = root
    for segment in pointer {
      let next: Node?
      switch kind(of: node) {
      case .object: next = members(of: node).filter { Bytewise(key(of: $0)) == Bytewise(segment) }.last?.value
      case .array:
        // Indices have no leading zeros (RFC 6901).
        let index = Int(segment).flatMap { $0 >= 0 && String($0) == segment ? $0 : nil }
        next = index.flatMap { index in elements(of: node).dropFirst(index).first { _ in true } }
      case .string, .number, .bool, .null, .invalid: next = nil
      }
      guard let next else { return nil }
      node = next
    }
    return node
  }
}
