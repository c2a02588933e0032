// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// The values around a place in a file, from the root down.
struct TreePlace {
  /// The keys that lead to the place; an element of an array has the empty key.
  @Bytewise private(set) var keys: [String] = []
  /// The objects and arrays around the place.
  private(set) var containers: [SourceTree.Node] = []
  /// The key or the value at the place that has no members; nil between values.
  private(set) var node: SourceTree.Node?
  /// Whether the place is that of a value, and not of a key.
  private(set) var isValue = true
  /// The ranges around the place, the widest first.
  private(set) var ranges: [ByteRange] = []

  /// Nil for a file without values.
  init?(_ tree: SourceTree, _ offset: Int) {
    guard var current = tree.root, tree.hasPlaces else { return nil }
    func isAt(_ range: ByteRange) -> Bool { Int(range.start) <= offset && offset <= Int(range.end) }
    while true {
      ranges.append(tree.range(of: current))
      switch tree.kind(of: current) {
      case .object:
        containers.append(current)
        guard let member = Self.member(of: current, in: tree, at: offset) else {
          isValue = false
          return
        }
        let key = tree.keyRange(of: member)
        let value = tree.range(of: member.value)
        ranges.append(ByteRange(Int(min(key.start, value.start)), Int(max(key.end, value.end))))
        if isAt(key), !(isAt(value) && value.start > key.end) {
          ranges.append(key)
          node = member.key
          isValue = false
          return
        }
        keys.append(tree.key(of: member))
        // Between the key and its value: the author types a value.
        guard isAt(value), value.end > value.start else { return }
        current = member.value
      case .array:
        containers.append(current)
        keys.append("")
        guard let element = tree.elements(of: current).first(where: { isAt(tree.range(of: $0)) }) else { return }
        current = element
      case .string, .number, .bool, .null, .invalid:
        node = current
        return
      }
    }
  }

  /// The member at a place; one whose value has not been written yet reaches to the next one.
  private static func member(of object: SourceTree.Node, in tree: SourceTree, at offset: Int) -> SourceTree.Member? {
    var last: SourceTree.Member?
    for member in tree.members(of: object) {
      let start = min(tree.keyRange(of: member).start, tree.range(of: member.value).start)
      guard Int(start) <= offset else { break }
      last = member
    }
    guard let last else { return nil }
    let end = max(tree.keyRange(of: last).end, tree.range(of: last.value).end)
    if offset <= Int(end) { return last }
    return tree.kind(of: last.value) == .invalid ? last : nil
  }
}

extension SourceTree {
  /// The value that keys lead to; an index counts in an array.
  func node(at keys: [String]) -> Node? {
    var node = root
    for key in keys {
      guard let current = node else { return nil }
      switch kind(of: current) {
      case .object: node = members(of: current).first { Bytewise(self.key(of: $0)) == Bytewise(key) }?.value
      case .array: node = Int(key).flatMap { index in elements(of: current).dropFirst(index).first { _ in true } }
      case .string, .number, .bool, .null, .invalid: return nil
      }
    }
    return node
  }

  /// The value that has exactly a range.
  func value(at range: ByteRange) -> Node? {
    var found = root
    while let node = found, self.range(of: node) != range {
      let isAround = { (inner: Node) in
        self.range(of: inner).start <= range.start && range.end <= self.range(of: inner).end
      }
      found = members(of: node).first { isAround($0.value) }?.value ?? elements(of: node).first(where: isAround)
    }
    return found
  }

  /// The key `$type` that decides for the token whose key stands at a range: its own, else that of the nearest group.
  func typeKey(at range: ByteRange) -> ByteRange? {
    guard let place = TreePlace(self, Int(range.start)) else { return nil }
    let own = place.containers.last.flatMap { group in
      members(of: group).first { keyRange(of: $0) == range }?.value
    }
    for container in ([own] + place.containers.reversed()).compactMap(\.self) {
      if let type = members(of: container).first(where: { key(of: $0, is: "$type") }) { return keyRange(of: type) }
    }
    return nil
  }
}
