// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
package import ThemeModel
package import ThemeSyntax

/// The members of a token in a file beside its value. Snapshots leave them out.
extension Tokens {
  private static let metadataKeys = ["$description", "$deprecated", "$extensions"]

  package var hasMetadata: Bool { true }

  package func metadata(in tree: SourceTree) -> (ByteRange) -> JSONObject? {
    var parts = TokenParts(tree)
    return { range in
      guard let token = parts.innermost(around: range), tree.kind(of: token) == .object else { return nil }
      let members = tree.effectiveMembers(of: token, reporting: { _ in })
        .filter { Self.metadataKeys.containsBytewise(tree.key(of: $0)) }
        .map { (key: tree.key(of: $0), value: tree.json(of: $0.value)) }
      return members.isEmpty ? nil : JSONObject(members)
    }
  }
}

/// Finds the token, the group or the part of a resolver document around a place of a file. Reads the parts of each group once, so that
/// questions about all tokens of a group cost O(tokens) and not one pass over them for each.
struct TokenParts {
  private let tree: SourceTree
  /// By object or array: its parts in the order of their places, which do not overlap.
  private var parts: [SourceTree.Node: [SourceTree.Node]] = [:]
  /// The number of parts that were read, for tests.
  private(set) var partsRead = 0

  init(_ tree: SourceTree) { self.tree = tree }

  /// The innermost part around a place, at least the root. Nil for a file without a value.
  mutating func innermost(around range: ByteRange) -> SourceTree.Node? {
    guard var node = tree.root else { return nil }
    while let part = part(of: node, around: range) { node = part }
    return node
  }

  private mutating func part(of node: SourceTree.Node, around range: ByteRange) -> SourceTree.Node? {
    if parts[node] == nil {
      let read = readParts(of: node)
      partsRead += read.count
      parts[node] = read
    }
    guard let parts = parts[node] else { return nil }
    // The last part that begins at the place or before it.
    var candidates = parts.startIndex..<parts.endIndex
    while !candidates.isEmpty {
      let middle = candidates.lowerBound + candidates.count / 2
      let isBefore = tree.range(of: parts[middle]).start <= range.start
      candidates = isBefore ? middle + 1..<candidates.upperBound : candidates.lowerBound..<middle
    }
    guard candidates.lowerBound > parts.startIndex else { return nil }
    let part = parts[candidates.lowerBound - 1]
    return range.end <= tree.range(of: part).end ? part : nil
  }

  private func readParts(of node: SourceTree.Node) -> [SourceTree.Node] {
    let all: [SourceTree.Node]
    switch tree.kind(of: node) {
    case .object:
      all = tree.members(of: node).filter { member in
        let key = tree.key(of: member)
        return key.utf8.first != UInt8(ascii: "$") || key == "$root"
      }.map(\.value)
    case .array: all = Array(tree.elements(of: node))
    case .string, .number, .bool, .null, .invalid: return []
    }
    // In YAML an alias has the place of its anchor, which may be a part before it, or within one. Then the earlier part counts.
    var end: UInt32 = 0
    return all.map { (node: $0, range: tree.range(of: $0)) }
      .sorted { ($0.range.start, $1.range.end) < ($1.range.start, $0.range.end) }
      .filter { part in
        defer { end = max(end, part.range.end) }
        return part.range.start >= end
      }.map(\.node)
  }
}
