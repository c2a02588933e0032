// SPDX-License-Identifier: MIT

/// The state that tells whether a problem follows from the previous one.
struct Suppression {
  /// The end of the last problem, including the bytes that recovery skipped. -1 before the first.
  var end = -1
  /// The first line break at or after `end`, once one was found.
  var lineBreak: Int?
  /// The number of nodes at the last problem.
  var nodeCount = 0
  /// Whether recovery guessed a bracket, so that mismatched brackets mean nothing from here on.
  var bracketsAreDoubtful = false
  var hasEncodingProblem = false
  /// The numbers of kept problems, for those that leave the text valid and for the others. Separate, so that neither uses up
  /// the limit of the other.
  var lightCount = 0
  var problemCount = 0

  /// Adds the bytes up to an offset to the line of the last problem.
  mutating func moveEnd(to offset: Int) {
    guard offset > end else { return }
    end = offset
    lineBreak = nil
  }
}

/// Reports problems, at most one for each mistake.
extension JSONParser {
  /// Keeps a problem, unless its line has one already or it follows from the previous one.
  mutating func report(_ kind: JSONProblem.Kind, _ range: Range<Int>, related: Range<Int>? = nil) {
    if kind.leavesTextRight, suppression.lightCount >= JSONLimits.problems { return }
    // A number out of range says nothing about the text around it.
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

  /// Keeps a problem with brackets, unless an earlier one makes all brackets doubtful, as this one does.
  mutating func reportBracket(_ kind: JSONProblem.Kind, _ range: Range<Int>, related: Range<Int>? = nil) {
    if !suppression.bracketsAreDoubtful { report(kind, range, related: related) }
    suppression.bracketsAreDoubtful = true
  }

  /// Keeps the first invalid UTF-8. Others have the same cause.
  mutating func reportEncoding(_ at: Int) {
    if !suppression.hasEncodingProblem { report(.invalidUTF8, at..<at + 1) }
    suppression.hasEncodingProblem = true
  }

  mutating func reportTrailingComma() {
    report(.trailingComma, comma..<comma + 1)
  }

  /// Stops the parse: the rest of the text is not read.
  mutating func stop(_ kind: JSONProblem.Kind, _ range: Range<Int>) {
    guard state != .stopped else { return }
    state = .stopped
    problems.append(JSONProblem(kind: kind, range: range))
  }

  /// Whether the line of an offset has no problem yet. Linear in total: a stretch without a line break is scanned once.
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

  /// Whether too few values were valid since the last problem for this one to be a mistake of its own.
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
