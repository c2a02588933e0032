// SPDX-License-Identifier: MIT

import TextComparison

/// Patterns over paths as one tree: common beginnings are shared, and a segment without `*` is found in a table.
///
/// It is a nondeterministic automaton: the state of a match is a set of nodes, and each segment of a path leads to the next set.
struct PatternTree: Sendable {
  private struct Node {
    var literals: BytewiseDictionary<Int> = [:]
    var globs: [(glob: Glob, node: Int)] = []
    /// The node behind `**`.
    var anyPath: Int?
    /// Whether it follows `**`: the match stays there for any segment.
    var isBehindAnyPath = false
    /// A pattern ends here.
    var isEnd = false
  }

  private var tree = [Node()]

  init(_ patterns: [String]) {
    for pattern in patterns {
      let end = Path.segments(of: pattern, keepingEscapes: true).reduce(0) { child(for: $1, of: $0) }
      tree[end].isEnd = true
    }
  }

  /// The node after a segment of a pattern, made if it is missing.
  private mutating func child(for segment: String, of parent: Int) -> Int {
    if segment == "**" {
      // A run of `**` has the meaning of one.
      if tree[parent].isBehindAnyPath { return parent }
      if let known = tree[parent].anyPath { return known }
      tree.append(Node(isBehindAnyPath: true))
      tree[parent].anyPath = tree.count - 1
    } else if segment.utf8.contains(UInt8(ascii: "*")) {
      let glob = Glob(Path.unescape(segment))
      // Patterns are sorted: one with the same beginning is the last one.
      if let known = tree[parent].globs.last, known.glob == glob { return known.node }
      tree.append(Node())
      tree[parent].globs.append((glob, tree.count - 1))
    } else {
      let text = Path.unescape(segment)
      if let known = tree[parent].literals[text] { return known }
      tree.append(Node())
      tree[parent].literals[text] = tree.count - 1
    }
    return tree.count - 1
  }

  /// The nodes of the empty path.
  var start: [Int] { [0] + (tree[0].anyPath.map { [$0] } ?? []) }

  func isEnd(_ node: Int) -> Bool { tree[node].isEnd }

  /// The segments without `*` after nodes, each once. Nil if another segment may follow as well.
  func literals(after nodes: [Int]) -> [String]? {
    var literals: BytewiseSet = []
    for node in nodes {
      if tree[node].isBehindAnyPath || !tree[node].globs.isEmpty { return nil }
      literals.formUnion(tree[node].literals.keys)
    }
    return Array(literals)
  }

  /// The nodes after a further segment, each once.
  func nodes(after segment: String, from nodes: [Int]) -> [Int] {
    var next: [Int] = []
    // Only nodes after `**` can be reached in two ways: by staying there, and from the node before.
    var staying: Set<Int> = []
    for node in nodes where tree[node].isBehindAnyPath {
      next.append(node)
      staying.insert(node)
    }
    func reach(_ node: Int) {
      next.append(node)
      if let behind = tree[node].anyPath, !staying.contains(behind) { next.append(behind) }
    }
    for node in nodes {
      if let child = tree[node].literals[segment] { reach(child) }
      guard !tree[node].globs.isEmpty else { continue }
      let text = Glob.Text(segment)
      for (glob, child) in tree[node].globs where glob.matches(text) { reach(child) }
    }
    return next
  }
}
