// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// Where a bundle is looked at.
package enum CheckedContexts: Sendable, Hashable {
  case one(Context)
  /// In every context that means something else than the others: see `ThemeEngine.contextsToCheck`.
  case all
}

/// What a check found, sorted; what the author silenced is kept apart.
package struct CheckReport: Sendable {
  /// What is to be told.
  package var diagnostics: [Diagnostic] = []
  /// What a suppression silences, each with the reason that its author gave.
  package var suppressed: [Suppressed] = []
  /// The contexts that were looked at, one of each meaning.
  package var contexts: [Context] = []
  /// The contexts that were not looked at, since there are too many.
  package var omittedContexts = 0
  /// The rules that were not checked, since errors would make what they find false.
  package var unchecked: [DiagnosticCode] = []

  package struct Suppressed: Sendable, Hashable {
    /// Where the suppression stands.
    package enum Source: Sendable, Hashable {
      /// A comment beside what it is about.
      case comment
      case manifest
      /// The list of what there was when the author began to check.
      case baseline
    }

    package var diagnostic: Diagnostic
    package var source: Source
    package var reason: String?

    package init(diagnostic: Diagnostic, source: Source, reason: String?) {
      self.diagnostic = diagnostic
      self.source = source
      self.reason = reason
    }
  }

  /// The report without what is accepted beyond the formats, comments and trailing commas in JSON, unless a rule made more of
  /// it.
  package var usual: CheckReport {
    var report = self
    report.diagnostics = diagnostics.filter(\.isForAll)
    report.suppressed = suppressed.filter(\.diagnostic.isForAll)
    return report
  }
}

extension Diagnostic {
  /// Whether checks that are not strict tell it.
  fileprivate var isForAll: Bool { !code.isStrict || severity > .info }
}
