// SPDX-License-Identifier: MIT

/// Collects the problems of a parse in the order of the text, at most one for each mistake.
struct JSONProblemLog {
  private(set) var problems: [JSONProblem] = []
  /// Whether recovery guessed a bracket, so that mismatched brackets mean nothing from here on.
  var bracketsAreDoubtful = false
  private let input: UnsafeBufferPointer<UInt8>
  /// The end of the last problem, including the bytes that recovery skipped. -1 before the first.
  private var end = -1
  /// The first line break at or after `end`, once one was found.
  private var lineBreak: Int?
  /// The number of nodes at the last problem.
  private var nodeCount = 0
  private var hasEncodingProblem = false
  /// By group: the number of problems, of which the first ones up to the limit are kept.
  private var counts: [JSONProblem.Kind.Group: Int] = [:]
  /// The last problem, kept or not.
  private var last: JSONProblem?

  init(_ input: UnsafeBufferPointer<UInt8>) { self.input = input }

  /// By group: the number of problems beyond the limit.
  var omitted: [JSONProblem.Kind.Group: Int] {
    counts.filter { $0.value > JSONLimits.problemsOfGroup }.mapValues { $0 - JSONLimits.problemsOfGroup }
  }

  /// Keeps a problem, unless its line has one already or it follows from the previous one.
  ///
  /// - Parameters:
  ///   - nodes: the number of nodes so far.
  ///   - isInArray: whether the innermost container is an array.
  mutating func report(
    _ kind: JSONProblem.Kind, _ range: Range<Int>, related: Range<Int>?, nodes: Int, isInArray: Bool
  ) {
    let problem = JSONProblem(kind: kind, range: range, related: related)
    // A number out of range says nothing about the text around it.
    if kind == .numberRange {
      keep(problem)
      return
    }
    guard isFresh(range.lowerBound), !isConsequence(kind, nodes: nodes, isInArray: isInArray) else {
      moveEnd(to: range.lowerBound)
      nodeCount = nodes
      return
    }
    keep(problem)
    if kind.isTolerated { return }
    moveEnd(to: range.upperBound)
    nodeCount = nodes
  }

  /// Keeps the problem that stops the parse.
  mutating func reportStop(_ kind: JSONProblem.Kind, _ range: Range<Int>) {
    problems.append(JSONProblem(kind: kind, range: range))
  }

  /// Keeps a problem within the limit of its group.
  private mutating func keep(_ problem: JSONProblem) {
    last = problem
    counts[problem.kind.group, default: 0] += 1
    if isWithinLimit(problem.kind.group) { problems.append(problem) }
  }

  /// Whether the problems of a group were all kept so far.
  private func isWithinLimit(_ group: JSONProblem.Kind.Group) -> Bool {
    counts[group, default: 0] <= JSONLimits.problemsOfGroup
  }

  /// Whether this is the first encoding problem. Others have the same cause.
  mutating func recordEncodingProblem() -> Bool {
    defer { hasEncodingProblem = true }
    return !hasEncodingProblem
  }

  /// Takes back a comma that was reported as missing before an offset.
  mutating func withdrawMissingComma(before offset: Int) {
    guard let problem = last, problem.kind == .missingComma, !bracketsAreDoubtful,
      input.visible(from: problem.range.upperBound) == offset
    else { return }
    if isWithinLimit(problem.kind.group) { problems.removeLast() }
    counts[problem.kind.group, default: 0] -= 1
    last = nil
    end = -1
  }

  /// Counts nodes that recovery added to the last problem.
  mutating func extendLastProblem(toNodes count: Int) { nodeCount = count }

  /// Whether the line of an offset has no problem yet. Linear in total: a stretch without a line break is scanned once.
  mutating func isFresh(_ offset: Int) -> Bool {
    guard end >= 0 else { return true }
    guard offset > end else { return false }
    if lineBreak == nil {
      let found = input[end..<offset].firstIndex { $0 == 0x0A || $0 == 0x0D }
      moveEnd(to: found ?? offset)
      lineBreak = found
    }
    return lineBreak.map { $0 < offset } ?? false
  }

  /// Adds the bytes up to an offset to the line of the last problem.
  private mutating func moveEnd(to offset: Int) {
    guard offset > end else { return }
    end = offset
    lineBreak = nil
  }

  /// Whether too few values were valid since the last problem for this one to be a mistake of its own.
  private func isConsequence(_ kind: JSONProblem.Kind, nodes: Int, isInArray: Bool) -> Bool {
    guard end >= 0 else { return false }
    switch kind {
    case .unexpected, .missingColon:
      // A whole member, or an element.
      return nodes < nodeCount + (isInArray ? 1 : 2)
    default: return false
    }
  }
}
