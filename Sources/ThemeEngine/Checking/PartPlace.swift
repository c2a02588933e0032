// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// The place of a part of a value, which declarations do not keep: the text of the value is parsed again. Only findings need it.
///
/// - Parameters:
///   - part: keys of members and indices of elements, from the value down.
///   - value: the place of the value.
/// - Returns: nil for a part that the text does not have.
func place(of part: [String], within value: ByteRange, _ bytes: [UInt8], path: String) -> ByteRange? {
  guard Int(value.end) <= bytes.count else { return nil }
  let isYAML = FileFormat(named: path) == .yaml
  // YAML means something in its surroundings only.
  let start = isYAML ? 0 : Int(value.start)
  let text = isYAML ? bytes : Array(bytes[start..<Int(value.end)])
  let tree = parseThemeFile(text, path: path, limits: BundleLimits.ceiling.ofSyntax).tree
  guard var node = isYAML ? tree.root.flatMap({ tree.node(at: value, below: $0) }) : tree.root else { return nil }
  for key in part {
    guard let next = tree.part(key, of: node) else { return nil }
    node = next
  }
  let range = tree.range(of: node)
  return ByteRange(Int(range.start) + start, Int(range.end) + start)
}

extension SourceTree {
  /// The value under a key of an object, of several the last one, or the element of an array at an index.
  fileprivate func part(_ key: String, of node: Node) -> Node? {
    switch kind(of: node) {
    case .object: members(of: node).filter { Bytewise(self.key(of: $0)) == Bytewise(key) }.last?.value
    case .array: Int(key).flatMap { index in elements(of: node).dropFirst(max(0, index)).first { _ in true } }
    case .string, .number, .bool, .null, .invalid: nil
    }
  }

  /// The value that stands at a place. Costs O(values around it).
  fileprivate func node(at place: ByteRange, below root: Node) -> Node? {
    var node = root
    while range(of: node) != place {
      let children = kind(of: node) == .object ? members(of: node).map(\.value) : Array(elements(of: node))
      guard let next = children.first(where: { range(of: $0).start <= place.start && range(of: $0).end >= place.end })
      else { return nil }
      node = next
    }
    return node
  }
}
