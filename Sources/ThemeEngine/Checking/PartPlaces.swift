// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// The places of the values in a text, to find the places of their parts, which declarations do not store.
struct PartPlaces {
  private let tree: SourceTree
  private let values: [ByteRange: SourceTree.Node]

  /// Costs O(values of the text).
  init(_ tree: SourceTree) {
    self.tree = tree
    var values: [ByteRange: SourceTree.Node] = [:]
    var waiting = [tree.root].compactMap(\.self)
    while let node = waiting.popLast() {
      values[tree.range(of: node)] = node
      switch tree.kind(of: node) {
      case .object: waiting += tree.members(of: node).map(\.value)
      case .array: waiting += tree.elements(of: node)
      case .string, .number, .bool, .null, .invalid: break
      }
    }
    self.values = values
  }

  /// The place of a part of a value; nil for a missing part.
  ///
  /// - Parameter part: keys of members and indices of elements, from the value down.
  func place(of part: [String], within value: ByteRange) -> ByteRange? {
    values[value].flatMap { tree.node(part, below: $0) }.map { tree.range(of: $0) }
  }

  /// The place of a part of a value in a JSON text. Parses only the value: O(value).
  static func place(of part: [String], within value: ByteRange, ofJSON bytes: [UInt8]) -> ByteRange? {
    guard Int(value.end) <= bytes.count else { return nil }
    let start = Int(value.start)
    let tree = parseJSON(Array(bytes[start..<Int(value.end)])).tree
    guard let range = tree.root.flatMap({ tree.node(part, below: $0) }).map({ tree.range(of: $0) }) else { return nil }
    return ByteRange(Int(range.start) + start, Int(range.end) + start)
  }
}

extension SourceTree {
  /// The part of a value at keys of members and indices of elements. Of members with one key, the last counts.
  fileprivate func node(_ part: [String], below root: Node) -> Node? {
    part.reduce(root) { node, key in
      guard let node else { return nil }
      switch kind(of: node) {
      case .object: return members(of: node).filter { Bytewise(self.key(of: $0)) == Bytewise(key) }.last?.value
      case .array: return Int(key).flatMap { index in elements(of: node).dropFirst(max(0, index)).first { _ in true } }
      case .string, .number, .bool, .null, .invalid: return nil
      }
    }
  }
}
