// SPDX-License-Identifier: MIT

import TextComparison

/// Patterns over paths as one tree: beginnings that several share are there once, and a segment without `*` is found in a
/// table.
///
/// A path is matched by the set of nodes that its beginning leads to (a nondeterministic automaton without a stack): each
/// segment is looked at once, and makes the next set.
struct PatternTree: Sendable {
  private struct Node {
    var literals: BytewiseDictionary<Int> = [:]
    var globs: [(glob: Glob, node: Int)] = []
    /// The node behind `**`.
    var anyPath: Int?
    /// It stands behind `**`, and is left by no segment.
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

  /// The node behind a segment of a pattern, made when there is none.
  private mutating func child(for segment: String, of parent: Int) -> Int {
    if segment == "**" {
      // One says the same as a run of them.
      if tree[parent].isBehindAnyPath { return parent }
      if let known = tree[parent].anyPath { return known }
      tree.append(Node(isBehindAnyPath: true))
      tree[parent].anyPath = tree.count - 1
    } else if segment.utf8.contains(UInt8(ascii: "*")) {
      let glob = Glob(Path.unescape(segment))
      // Patterns come sorted: one that begins in the same way came just before.
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

  /// The nodes that the empty path leads to.
  var start: [Int] { [0] + (tree[0].anyPath.map { [$0] } ?? []) }

  func isEnd(_ node: Int) -> Bool { tree[node].isEnd }

  /// The nodes that a path leads to, by those that it led to without its last segment. No node is there twice.
  func nodes(after segment: String, from nodes: [Int]) -> [Int] {
    var next: [Int] = []
    // Only nodes behind `**` are reached in two ways: by staying there, and again from the node before.
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
