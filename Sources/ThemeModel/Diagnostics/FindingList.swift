// SPDX-License-Identifier: MIT

/// Findings of one rule that a list leaves out.
package struct OmittedFindings: Sendable, Hashable {
  package let rule: DiagnosticCode
  package private(set) var count = 0
  /// The highest severity among them.
  package private(set) var severity: Severity

  package init(_ rule: DiagnosticCode, count: Int = 0, severity: Severity = .info) {
    self.rule = rule
    self.count = count
    self.severity = severity
  }

  package mutating func add(_ count: Int = 1, severity: Severity) {
    self.count += count
    self.severity = max(self.severity, severity)
  }

  /// The message of `more-findings`.
  package var message: String {
    let (noun, verb) = count == 1 ? ("finding", "is") : ("findings", "are")
    return "\(count) more \(noun) of `\(rule.slug)` in this file \(verb) not listed"
  }

  /// The help of `more-findings`.
  package var help: String {
    "of each rule, the first \(FindingList.maximumOfRule) in a file are listed: fix them, and check again"
  }
}

/// The findings of one file: of each rule the first ones, and the number of the rest, so that no file makes a list without end.
///
/// Each rule has a limit of its own: no number of harmless findings hides an error of another rule.
package struct FindingList: Sendable, Hashable {
  /// The findings of one rule that are kept: more than the entries of a `DiagnosticList`, so that the list of a file that has more
  /// ends with `more-findings`.
  package static let maximumOfRule = 2_000

  package private(set) var kept: [Finding] = []
  /// The other findings, by their rules.
  private var omitted: [DiagnosticCode: OmittedFindings] = [:]
  /// The number of kept findings of each rule.
  private var counts: [DiagnosticCode: Int] = [:]

  package init() {}

  package mutating func append(_ finding: Finding) {
    let count = counts[finding.code] ?? 0
    guard count < Self.maximumOfRule else {
      omitted[finding.code, default: .init(finding.code)].add(severity: finding.severity)
      return
    }
    counts[finding.code] = count + 1
    kept.append(finding)
  }

  package mutating func append(_ other: FindingList) {
    for finding in other.kept { append(finding) }
    for (rule, more) in other.omitted { omitted[rule, default: .init(rule)].add(more.count, severity: more.severity) }
  }

  /// The findings, and a `more-findings` for each rule of which not all were kept.
  package var all: [Finding] { omitted.isEmpty ? kept : kept + Self.more(Array(omitted.values)) }

  /// The findings `more-findings` about omitted ones, by their rules.
  package static func more(_ omitted: [OmittedFindings]) -> [Finding] {
    omitted.filter { $0.count > 0 }.sorted { $0.rule.rawValue < $1.rule.rawValue }.map { omitted in
      var finding = Finding(.moreFindings, omitted.message, severity: omitted.severity, help: omitted.help)
      finding.omitted = omitted
      return finding
    }
  }

  /// A place in a list, to return to.
  package struct Mark {
    fileprivate let kept: Int
    fileprivate let omitted: [DiagnosticCode: OmittedFindings]
  }

  package var mark: Mark { Mark(kept: kept.count, omitted: omitted) }

  /// Removes the findings since a mark.
  package mutating func drop(since mark: Mark) {
    for finding in kept[mark.kept...] { counts[finding.code, default: 0] -= 1 }
    kept.removeSubrange(mark.kept...)
    omitted = mark.omitted
  }
}
