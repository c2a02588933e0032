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
  var suppressions: [Suppression] = []
  var suppressionReasons = Reasons.optional

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
    let remaining = diagnostics.compactMap { diagnostic -> Diagnostic? in
      let matching = suppressions.indices.filter { suppressions[$0].matches(diagnostic) }
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

extension Policy.Suppression {
  fileprivate func matches(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.code == code, id == nil || Bytewise(id) == Bytewise(diagnostic.id) else { return false }
    if let files, !files.hasWhole(Path.segments(of: diagnostic.file, keepingEscapes: true)) { return false }
    if let paths, !paths.hasWhole(Path.segments(of: diagnostic.path ?? "")) { return false }
    return true
  }
}
