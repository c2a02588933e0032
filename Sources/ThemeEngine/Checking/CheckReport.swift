// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// The contexts in which a bundle is checked.
package enum CheckedContexts: Sendable, Hashable {
  case one(Context)
  /// Every context with its own meaning, see `BundleCheck.contextsToCheck(first:)`.
  case all
}

/// The result of a check, sorted. Suppressed findings are kept apart.
package struct CheckReport: Sendable {
  /// The findings to report.
  package var diagnostics: [Diagnostic] = []
  /// Suppressed findings, each with the reason that the author gave.
  package var suppressed: [Suppressed] = []
  /// The checked contexts, one of each meaning.
  package var contexts: [Context] = []
  /// The number of contexts that were not checked because there are too many.
  package var omittedContexts = 0
  /// The number of checked contexts, and the number of contexts that the modifiers allow, as a decimal number; nil without
  /// modifiers.
  package var permutations: (checked: Int, all: String)?
  /// The ids that design rules did not look at, since they unfold to too many values; sorted.
  package var largeIDs: [String] = []
  /// The rules that did not look at `largeIDs`, without those that the manifest turns off. Also in `unchecked`.
  package var rulesWithoutLargeIDs: [DiagnosticCode] = []
  /// The rules that were not checked because errors would make their findings false, or not everywhere because of `largeIDs`.
  package var unchecked: [DiagnosticCode] = []

  package struct Suppressed: Sendable, Hashable {
    /// The place of the suppression.
    package enum Source: Sendable, Hashable {
      /// A comment beside the finding.
      case comment
      case manifest
      /// The list of known findings.
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

  /// The report without syntax that is accepted beyond the formats (comments and trailing commas in JSON), unless a rule raised
  /// its severity.
  package var usual: CheckReport {
    var report = self
    report.diagnostics = diagnostics.filter(\.isForAll)
    report.suppressed = suppressed.filter(\.diagnostic.isForAll)
    return report
  }
}

extension Diagnostic {
  /// Whether a check that is not strict reports it.
  fileprivate var isForAll: Bool { !(omitted?.rule ?? code).isStrict || severity > .info }
}
