// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// What a manifest says about findings: how much they weigh, and which ones are silent.
///
/// It is applied where diagnostics leave the engine, and nowhere before: what is held back, served and published does not
/// depend on it.
struct Policy: Hashable {
  enum Rule: Hashable {
    case off
    case severity(Severity)
  }

  /// Findings that the author looked at and left as they are.
  struct Suppression: Hashable {
    var code: DiagnosticCode
    /// The files that it holds for; nil for all.
    var files: Selection?
    @Bytewise var id: String?
    /// The property paths within the id that it holds for; nil for all.
    var paths: Selection?
    @Bytewise var reason: String
    /// Where it stands in the manifest.
    var range: ByteRange
  }

  /// Whether comments that silence findings have to say why.
  enum Reasons: String, Hashable, CaseIterable { case optional, required }

  var rules: [DiagnosticCode: Rule] = [:]
  var suppressions: [Suppression] = []
  var suppressionReasons = Reasons.optional

  struct Outcome {
    /// In the order of the list.
    var remaining: [Diagnostic]
    /// What a suppression matched, with its reason.
    var silenced: [(diagnostic: Diagnostic, reason: String)] = []
    /// The suppressions that matched something, by index.
    var used: Set<Int> = []
  }

  /// What becomes of a list of findings.
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

  /// Whether a finding that is an info by itself may weigh more.
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
