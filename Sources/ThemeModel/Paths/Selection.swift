// SPDX-License-Identifier: MIT

import TextComparison

/// The part of a snapshot that a consumer asked for: patterns over paths such as `styles/RBButton/titleColor`.
///
/// Segments are joined by `/`, with `~0` and `~1` for `~` and `/` inside an id; a leading slash is optional. `*` stands for
/// any run of characters within a segment, `**` for any run of segments. A pattern that matches a path selects all below it.
///
/// All patterns are matched at once (`PatternTree`): the cost of a path follows the number of its matches, not the number of
/// patterns.
package struct Selection: Sendable, Hashable {
  /// Sorted, without repetitions; empty selects everything.
  package let patterns: [String]
  /// Nil when everything is selected.
  private let tree: PatternTree?

  /// Segments of a pattern, each `**` counted.
  package static let maximumSegments = 128
  /// The maximum number of patterns in a selection of a caller.
  package static let maximumPatterns = 1024

  package static let everything = Selection(patterns: [], tree: nil)

  private init(patterns: [String], tree: PatternTree?) {
    self.patterns = patterns
    self.tree = tree
  }

  package init(_ patterns: [String]) throws(SelectionError) {
    if let long = patterns.first(where: { !Self.isShort($0) }) { throw .tooManySegments(long) }
    let sorted = BytewiseSet(patterns).sorted()
    self.init(patterns: sorted, tree: sorted.isEmpty ? nil : PatternTree(sorted))
  }

  /// The selection of a caller, who may name a limited number of patterns.
  package init(select patterns: [String]) throws(SelectionError) {
    if patterns.count > Self.maximumPatterns { throw .tooManyPatterns(patterns.count) }
    try self.init(patterns)
  }

  /// Counts separators, so that a long pattern is refused before memory is spent on it.
  private static func isShort(_ pattern: String) -> Bool {
    let path = pattern.utf8.first == UInt8(ascii: "/") ? pattern.utf8.dropFirst() : pattern.utf8[...]
    return path.count { $0 == UInt8(ascii: "/") } < maximumSegments
  }

  // The tree follows from the patterns.
  package static func == (left: Selection, right: Selection) -> Bool {
    Bytewise(left.patterns) == Bytewise(right.patterns)
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(Bytewise(patterns)) }

  package var isEverything: Bool { patterns.isEmpty }

  /// The relation of a selection to the value at a path.
  package enum Answer: Sendable {
    /// The value and all below it.
    case whole
    /// Possibly values below it.
    case within
    case nothing
  }

  /// A path within the selection, from which its members are reached a segment at a time.
  package struct Position: Sendable {
    package let answer: Answer
    fileprivate let tree: PatternTree?
    fileprivate let nodes: [Int]

    fileprivate init(_ tree: PatternTree?, _ nodes: [Int]) {
      guard let tree, !nodes.contains(where: tree.isEnd) else {
        (answer, self.tree, self.nodes) = (.whole, nil, [])
        return
      }
      (answer, self.tree, self.nodes) = (nodes.isEmpty ? .nothing : .within, tree, nodes)
    }

    /// The segments that lead on to selected values, each once. Nil if patterns may match further ones.
    package var namedSegments: [String]? {
      switch answer {
      case .whole: nil
      case .nothing: []
      case .within: tree?.literals(after: nodes)
      }
    }

    /// The position of a member.
    package func descending(to segment: String) -> Position {
      switch answer {
      case .whole, .nothing: self
      case .within: Position(tree, tree?.nodes(after: segment, from: nodes) ?? [])
      }
    }
  }

  /// The position of the empty path.
  package var root: Position { Position(tree, tree?.start ?? []) }

  package func position(of path: some Sequence<String>) -> Position {
    path.reduce(root) { $0.descending(to: $1) }
  }

  package func answer(_ path: [String]) -> Answer { position(of: path).answer }

  /// Whether a path is selected with everything below it.
  package func hasWhole(_ path: [String]) -> Bool {
    switch answer(path) {
    case .whole: true
    case .within, .nothing: false
    }
  }
}

/// The reason why patterns are invalid.
package enum SelectionError: Error, Hashable {
  /// This pattern has more than `Selection.maximumSegments`.
  case tooManySegments(String)
  /// The number of patterns exceeds `Selection.maximumPatterns`.
  case tooManyPatterns(Int)
}

extension SelectionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooManySegments(let pattern):
      "the pattern `\(pattern.unicodeScalars.prefix(40))…` has more than \(Selection.maximumSegments) segments"
    case .tooManyPatterns(let count):
      "\(count) patterns are more than the \(Selection.maximumPatterns) that are allowed"
    }
  }
}
