// SPDX-License-Identifier: MIT

/// What is remembered of the last problem, to tell what merely follows from it.
struct Suppression {
  /// The end of the last problem, moved on by what was left out; -1 before the first.
  var end = -1
  /// The first line break at or after `end`, once one was found.
  var lineBreak: Int?
  /// The number of nodes at the last problem.
  var nodeCount = 0
  /// Recovery has guessed at a bracket: brackets that do not match tell nothing from here on.
  var bracketsAreDoubtful = false
  var hasEncodingProblem = false
  /// Kept problems that leave the text right, and the others; counted apart so that neither crowds the other out.
  var lightCount = 0
  var problemCount = 0

  /// Takes the bytes up to an offset for the rest of the line that the last problem is on.
  mutating func moveEnd(to offset: Int) {
    guard offset > end else { return }
    end = offset
    lineBreak = nil
  }
}

/// Reporting, with what keeps one mistake from giving many problems.
extension JSONParser {
  /// Keeps a problem, unless it is on a line that has one already or follows from the one before.
  mutating func report(_ kind: JSONProblem.Kind, _ range: Range<Int>, related: Range<Int>? = nil) {
    if kind.leavesTextRight, suppression.lightCount >= JSONLimits.problems { return }
    // A number that cannot be had says nothing of the text around it.
    if kind == .numberRange { return keepLight(kind, range) }
    guard isFresh(range.lowerBound), !isConsequence(kind) else {
      suppression.moveEnd(to: range.lowerBound)
      suppression.nodeCount = nodes.count
      return
    }
    if kind.isTolerated { return keepLight(kind, range) }
    suppression.moveEnd(to: range.upperBound)
    suppression.nodeCount = nodes.count
    suppression.problemCount += 1
    if suppression.problemCount <= JSONLimits.problems {
      problems.append(JSONProblem(kind: kind, range: range, related: related))
    }
  }

  private mutating func keepLight(_ kind: JSONProblem.Kind, _ range: Range<Int>) {
    suppression.lightCount += 1
    problems.append(JSONProblem(kind: kind, range: range))
  }

  /// Keeps a problem with brackets, unless an earlier one makes all of them doubtful, as this one does.
  mutating func reportBracket(_ kind: JSONProblem.Kind, _ range: Range<Int>, related: Range<Int>? = nil) {
    if !suppression.bracketsAreDoubtful { report(kind, range, related: related) }
    suppression.bracketsAreDoubtful = true
  }

  /// Keeps the first place that is not UTF-8: the others have the same cause.
  mutating func reportEncoding(_ at: Int) {
    if !suppression.hasEncodingProblem { report(.invalidUTF8, at..<at + 1) }
    suppression.hasEncodingProblem = true
  }

  mutating func reportTrailingComma() {
    report(.trailingComma, comma..<comma + 1)
  }

  /// Gives up: the rest of the text is not looked at.
  mutating func stop(_ kind: JSONProblem.Kind, _ range: Range<Int>) {
    guard state != .stopped else { return }
    state = .stopped
    problems.append(JSONProblem(kind: kind, range: range))
  }

  /// Whether no problem was found so far on the line of an offset. Linear on the whole: a stretch without a line break is
  /// not looked at again.
  mutating func isFresh(_ offset: Int) -> Bool {
    guard suppression.end >= 0 else { return true }
    guard offset > suppression.end else { return false }
    if suppression.lineBreak == nil {
      let lineBreak = input[suppression.end..<offset].firstIndex { $0 == 0x0A || $0 == 0x0D }
      suppression.moveEnd(to: lineBreak ?? offset)
      suppression.lineBreak = lineBreak
    }
    return suppression.lineBreak.map { $0 < offset } ?? false
  }

  /// Whether too little was right since the last problem for one of this kind to be a mistake of its own.
  private func isConsequence(_ kind: JSONProblem.Kind) -> Bool {
    guard suppression.end >= 0 else { return false }
    switch kind {
    case .unexpected, .missingColon:
      // A whole member, or an element.
      return nodes.count < suppression.nodeCount + (afterValue == .afterElement ? 1 : 2)
    default: return false
    }
  }
}
