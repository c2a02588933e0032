// SPDX-License-Identifier: MIT

/// Reports problems at the position of the parser.
extension JSONParser {
  mutating func report(_ kind: JSONProblem.Kind, _ range: Range<Int>, related: Range<Int>? = nil) {
    log.report(
      kind, range, related: related, nodes: nodes.count, isInArray: afterValue == .afterElement)
  }

  /// Reports a problem with brackets, unless an earlier one makes all brackets doubtful, as this one does.
  mutating func reportBracket(_ kind: JSONProblem.Kind, _ range: Range<Int>, related: Range<Int>? = nil) {
    if !log.bracketsAreDoubtful { report(kind, range, related: related) }
    log.bracketsAreDoubtful = true
  }

  mutating func reportEncoding(_ at: Int) {
    if log.recordEncodingProblem() { report(.invalidUTF8, at..<at + 1) }
  }

  mutating func reportTrailingComma() {
    report(.trailingComma, comma..<comma + 1)
  }

  /// Stops the parse: the rest of the text is not read.
  mutating func stop(_ kind: JSONProblem.Kind, _ range: Range<Int>) {
    guard state != .stopped else { return }
    state = .stopped
    log.reportStop(kind, range)
  }
}
