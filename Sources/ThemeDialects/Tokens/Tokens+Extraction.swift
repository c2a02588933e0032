// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

extension Tokens {
  /// The value of a token, or the innermost part around the place that has a type of its own.
  package static func extractableLiteral(at place: EditingPlace) -> ExtractableLiteral? {
    let tree = place.tree
    guard let depth = place.depthOfValue, var node = place.node(at: depth),
      let type = tree.type(by: place.containers[...depth])
    else { return nil }
    var composite = TokenType(rawValue: type)
    var found = (node, type: type, role: type)
    for index in place.keys.indices.dropFirst(depth + 1) {
      guard let inner = place.node(at: index), let around = composite else { break }
      // An element of a list has the type of the list.
      if tree.kind(of: node) != .array {
        guard let part = around.parts.first(where: { Bytewise($0.key) == Bytewise(place.keys[index]) }) else { break }
        composite = part.type
        found = (inner, part.type.rawValue, part.key)
      }
      node = inner
    }
    guard tree.isLiteral(found.0) else { return nil }
    let isInherited = tree.type(by: place.containers[..<depth]).map { Bytewise($0) == Bytewise(found.type) } ?? false
    let members: [(key: String, text: String?)] = isInherited ? [] : [("$type", found.type)]
    return ExtractableLiteral(found.0, role: found.role, members: members + [("$value", nil)])
  }

  /// A token without a type has that of the token to which its whole value refers.
  package static func membersForLiteral(
    ofType type: String, at place: EditingPlace
  ) -> [(key: String, text: String)] {
    guard let depth = place.depthOfValue, depth == place.keys.count - 1,
      place.tree.type(by: place.containers[...depth]) == nil
    else { return [] }
    return [("$type", type)]
  }
}

extension EditingPlace {
  /// The index of `$value` in the keys, so that the container at this index is the token.
  fileprivate var depthOfValue: Int? {
    keys.firstIndex { $0 == "$value" }.flatMap { $0 < containers.count ? $0 : nil }
  }

  /// The value that the keys up to an index lead to.
  fileprivate func node(at index: Int) -> SourceTree.Node? {
    if index + 1 < containers.count { return containers[index + 1] }
    guard index < containers.count else { return nil }
    return tree.members(of: containers[index]).first { Bytewise(tree.key(of: $0)) == Bytewise(keys[index]) }?.value
  }
}

extension SourceTree {
  /// The type that the innermost of some objects says, each within the one before.
  func type(by objects: some BidirectionalCollection<Node>) -> String? {
    for object in objects.reversed() {
      let member = members(of: object).first { key(of: $0, is: "$type") }
      if let type = member.flatMap({ string(of: $0.value) }) { return type }
    }
    return nil
  }

  /// Whether a value is written out: it may contain references, but is more than one.
  fileprivate func isLiteral(_ node: Node) -> Bool {
    switch kind(of: node) {
    case .number, .array: true
    case .string: string(of: node).flatMap(TokenReference.init(curly:)) == nil
    case .object: !members(of: node).contains { key(of: $0, is: "$ref") }
    case .bool, .null, .invalid: false
    }
  }
}
