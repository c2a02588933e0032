// SPDX-License-Identifier: GPL-2.0-or-later

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
    var id: String?
    /// The property paths within the id that it holds for; nil for all.
    var paths: Selection?
    /// Where it stands in the manifest.
    var range: ByteRange
  }

  var rules: [DiagnosticCode: Rule] = [:]
  var suppressions: [Suppression] = []

  /// What remains of a list, in its order, and which of the suppressions matched something, by index.
  func applied(to diagnostics: [Diagnostic]) -> (remaining: [Diagnostic], used: Set<Int>) {
    guard !rules.isEmpty || !suppressions.isEmpty else { return (diagnostics, []) }
    var used: Set<Int> = []
    let remaining = diagnostics.compactMap { diagnostic -> Diagnostic? in
      let matching = suppressions.indices.filter { suppressions[$0].matches(diagnostic) }
      used.formUnion(matching)
      guard matching.isEmpty else { return nil }
      switch rules[diagnostic.code] {
      case nil: return diagnostic
      case .off: return nil
      case .severity(let severity):
        var diagnostic = diagnostic
        diagnostic.severity = severity
        return diagnostic
      }
    }
    return (remaining, used)
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
    guard diagnostic.code == code, id == nil || id == diagnostic.id else { return false }
    if let files, !files.hasWhole(diagnostic.file.split(separator: "/").map(String.init)) { return false }
    if let paths, !paths.hasWhole(Path.segments(of: diagnostic.path ?? "")) { return false }
    return true
  }
}
