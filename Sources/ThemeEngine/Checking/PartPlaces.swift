// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// The places of the values in a text, to find the places of their parts, which declarations do not store. Reads the children of a
/// value once, since each of them may have a finding.
struct PartPlaces {
  private let tree: SourceTree
  /// The place of the text in the file.
  private let start: Int
  private let values: [ByteRange: SourceTree.Node]
  private var members: [SourceTree.Node: BytewiseDictionary<SourceTree.Node>] = [:]
  private var elements: [SourceTree.Node: [SourceTree.Node]] = [:]

  /// The places of all values of a text. Costs O(values of the text).
  init(_ tree: SourceTree) {
    self.tree = tree
    start = 0
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

  /// The places in one value of a JSON text. Parses only the value: O(value).
  init?(in value: ByteRange, ofJSON bytes: [UInt8]) {
    guard value.start <= value.end, Int(value.end) <= bytes.count else { return nil }
    start = Int(value.start)
    tree = parseJSON(Array(bytes[start..<Int(value.end)])).tree
    values = tree.root.map { [value: $0] } ?? [:]
  }

  /// The place of a part of a value; nil for a missing part.
  ///
  /// - Parameter part: keys of members and indices of elements, from the value down.
  mutating func place(of part: [String], within value: ByteRange) -> ByteRange? {
    guard var node = values[value] else { return nil }
    for key in part {
      guard let child = child(key, of: node) else { return nil }
      node = child
    }
    let range = tree.range(of: node)
    return ByteRange(Int(range.start) + start, Int(range.end) + start)
  }

  /// The value at a key of a member or at the index of an element. Of members with one key, the last counts.
  private mutating func child(_ key: String, of node: SourceTree.Node) -> SourceTree.Node? {
    switch tree.kind(of: node) {
    case .object:
      if let known = members[node] { return known[key] }
      let table = BytewiseDictionary(tree.members(of: node).map { (tree.key(of: $0), $0.value) }) { _, last in last }
      members[node] = table
      return table[key]
    case .array:
      if elements[node] == nil { elements[node] = Array(tree.elements(of: node)) }
      guard let elements = elements[node], let index = Int(key) else { return nil }
      return elements.indices.contains(index) ? elements[index] : nil
    case .string, .number, .bool, .null, .invalid: return nil
    }
  }
}
