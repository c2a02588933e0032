// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The rules and suppressions of a manifest.
///
/// They are applied where diagnostics leave the engine. They have no influence on the states that are held back, served and published.
struct Policy: Hashable {
  /// The weight that a manifest gives to a code.
  enum Level: Hashable {
    case off
    case severity(Severity)
  }

  /// Findings that the author accepts.
  struct Suppression: Hashable {
    var code: DiagnosticCode
    /// The files that it applies to; nil for all.
    var files: Selection?
    @Bytewise var id: String?
    /// The property paths within the id that it applies to; nil for all.
    var paths: Selection?
    @Bytewise var reason: String
    /// Its place in the manifest.
    var range: ByteRange
  }

  /// Whether suppression comments need a reason.
  enum Reasons: String, Hashable, CaseIterable { case optional, required }

  var rules: [DiagnosticCode: Level] = [:]
  /// At most `maximumSuppressions`.
  var suppressions: [Suppression] = []
  var suppressionReasons = Reasons.optional

  /// The maximum number of suppressions: each finding may be compared with all of them. More known findings belong in a baseline.
  static let maximumSuppressions = 1_024

  struct Outcome {
    /// In the order of the list.
    var remaining: [Diagnostic]
    /// Findings that a suppression matched, with its reason.
    var silenced: [(diagnostic: Diagnostic, reason: String)] = []
    /// The indices of suppressions that matched a finding.
    var used: Set<Int> = []
  }

  /// Applies rules and suppressions to findings.
  func applied(to diagnostics: [Diagnostic]) -> Outcome {
    guard !rules.isEmpty || !suppressions.isEmpty else { return Outcome(remaining: diagnostics) }
    var silenced: [(diagnostic: Diagnostic, reason: String)] = []
    var used: Set<Int> = []
    var search = SuppressionSearch(suppressions)
    let remaining = diagnostics.compactMap { diagnostic -> Diagnostic? in
      let matching = search.matches(diagnostic)
      used.formUnion(matching)
      if let first = matching.first {
        silenced.append((diagnostic, suppressions[first].reason))
        return nil
      }
      switch rules[diagnostic.code] {
      case nil: return diagnostic
      case .off: return nil
      case .severity(let severity):
        var diagnostic = diagnostic
        diagnostic.severity = severity
        return diagnostic
      }
    }
    return Outcome(remaining: remaining, silenced: silenced, used: used)
  }

  /// Whether a rule raises the severity of a code that is an info by default.
  func raises(_ code: DiagnosticCode) -> Bool {
    switch rules[code] {
    case nil, .off: false
    case .severity(let severity): severity > .info
    }
  }
}

/// Finds the suppressions that match a finding. A suppression of one id costs nothing for the findings of other ids, and a pattern of
/// files is matched once for each file.
private struct SuppressionSearch {
  private struct Subject: Hashable {
    var code: DiagnosticCode
    /// Nil for suppressions that name no id.
    @Bytewise var id: String?
  }

  private struct Place: Hashable {
    var subject: Subject
    @Bytewise var file: String
  }

  private let suppressions: [Policy.Suppression]
  /// The indices of suppressions.
  private var bySubject: [Subject: [Int]] = [:]
  /// The same, of those whose files match.
  private var byPlace: [Place: [Int]] = [:]

  init(_ suppressions: [Policy.Suppression]) {
    self.suppressions = suppressions
    for (index, suppression) in suppressions.enumerated() {
      bySubject[Subject(code: suppression.code, id: suppression.id), default: []].append(index)
    }
  }

  /// The indices of the suppressions that match a finding, in their order.
  mutating func matches(_ diagnostic: Diagnostic) -> [Int] {
    var subjects = [Subject(code: diagnostic.code, id: nil)]
    if let id = diagnostic.id { subjects.append(Subject(code: diagnostic.code, id: id)) }
    var matches: [Int] = []
    for subject in subjects where bySubject[subject] != nil {
      matches += indices(for: Place(subject: subject, file: diagnostic.file))
    }
    guard matches.contains(where: { suppressions[$0].paths != nil }) else { return matches.sorted() }
    let path = Path.segments(of: diagnostic.path ?? "")
    return matches.filter { suppressions[$0].paths?.hasWhole(path) ?? true }.sorted()
  }

  private mutating func indices(for place: Place) -> [Int] {
    if let known = byPlace[place] { return known }
    let file = Path.segments(of: place.file, keepingEscapes: true)
    let indices = (bySubject[place.subject] ?? []).filter { suppressions[$0].files?.hasWhole(file) ?? true }
    byPlace[place] = indices
    return indices
  }
}
