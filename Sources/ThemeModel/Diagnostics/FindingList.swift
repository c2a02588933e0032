// SPDX-License-Identifier: MIT

/// The findings of one file: of each rule the first ones, and the number of the rest, so that no file makes a list without end.
///
/// Each rule has a limit of its own: no number of harmless findings hides an error of another rule.
package struct FindingList: Sendable, Hashable {
  /// The findings of one rule that are kept: more than the entries of a `DiagnosticList`, so that the list of a file that has more
  /// ends with `more-findings`.
  package static let maximumOfRule = 2_000

  package private(set) var kept: [Finding] = []
  /// The number of the other findings.
  package private(set) var omitted = 0
  /// The number of kept findings of each rule.
  private var counts: [DiagnosticCode: Int] = [:]

  package init() {}

  package mutating func append(_ finding: Finding) {
    let count = counts[finding.code] ?? 0
    guard count < Self.maximumOfRule else {
      omitted += 1
      return
    }
    counts[finding.code] = count + 1
    kept.append(finding)
  }

  package mutating func append(_ other: FindingList) {
    for finding in other.kept { append(finding) }
    omitted += other.omitted
  }

  /// The findings, and `more-findings` with the number of those that were not kept.
  package var all: [Finding] { omitted == 0 ? kept : kept + Self.more(omitted) }

  /// The finding `more-findings` for a number of findings that a file has beside those that are listed; none for 0.
  package static func more(_ count: Int) -> [Finding] {
    guard count > 0 else { return [] }
    let (noun, verb) = count == 1 ? ("finding", "is") : ("findings", "are")
    var finding = Finding(
      .moreFindings, "\(count) more \(noun) of this file \(verb) not listed",
      help: "of each rule, the first \(maximumOfRule) in a file are listed: fix them, and check again")
    finding.omitted = count
    return [finding]
  }

  /// A place in a list, to return to.
  package struct Mark { fileprivate let kept, omitted: Int }

  package var mark: Mark { Mark(kept: kept.count, omitted: omitted) }

  /// Removes the findings since a mark.
  package mutating func drop(since mark: Mark) {
    for finding in kept[mark.kept...] { counts[finding.code, default: 0] -= 1 }
    kept.removeSubrange(mark.kept...)
    omitted = mark.omitted
  }
}
