// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// Applies the manifest's policy and suppression comments to findings.
struct FindingJudge {
  private let sources: BundleSources
  private let locator: DiagnosticLocator
  private var manifest: Manifest { sources.manifest }
  private var files: FileTable { sources.linked.files }

  init(_ sources: BundleSources, _ locator: DiagnosticLocator) {
    self.sources = sources
    self.locator = locator
  }

  struct Verdict {
    var remaining: [Diagnostic] = []
    var suppressed: [CheckReport.Suppressed] = []
    var used = UsedSuppressions()
  }

  /// The suppressions that matched a finding.
  struct UsedSuppressions {
    /// Indices in the manifest's list.
    var manifest: Set<Int> = []
    var comments: Set<CommentedCode> = []
  }

  /// Applies comments and the manifest to findings, in their order.
  func judged(_ found: [Diagnostic]) -> Verdict {
    let diagnostics = found.contains { $0.omitted != nil } ? found.compactMap(weighed) : found
    var verdict = Verdict()
    var uncommented: [Diagnostic] = []
    var files = TextNumbers()
    var silenced: [SilencedLines] = []
    func comment(silencing diagnostic: Diagnostic) -> (rule: CommentedCode, reason: String?)? {
      guard let line = diagnostic.range?.start.line else { return nil }
      let file = files.number(of: diagnostic.file)
      if file == silenced.count { silenced.append(silencedLines(in: diagnostic.file)) }
      return silenced[file].comment(silencing: diagnostic.code, at: line)
    }
    for diagnostic in diagnostics {
      if let (rule, reason) = comment(silencing: diagnostic) {
        verdict.used.comments.insert(rule)
        verdict.suppressed.append(.init(diagnostic: diagnostic, source: .comment, reason: reason))
      } else {
        uncommented.append(diagnostic)
      }
    }
    let outcome = manifest.policy.applied(to: uncommented)
    verdict.remaining = outcome.remaining
    verdict.used.manifest = outcome.used
    verdict.suppressed += outcome.silenced.map { diagnostic, reason in
      .init(diagnostic: diagnostic, source: .manifest, reason: reason)
    }
    verdict.suppressed.sort { Diagnostic.precedes($0.diagnostic, $1.diagnostic) }
    return verdict
  }

  /// Gives `more-findings` the weight of the findings that it counts. Nil if the manifest silences their rule in the whole file.
  private func weighed(_ diagnostic: Diagnostic) -> Diagnostic? {
    guard let omitted = diagnostic.omitted else { return diagnostic }
    let sample = Diagnostic(
      code: omitted.rule, severity: omitted.severity, message: "", file: diagnostic.file, range: nil)
    guard let severity = manifest.policy.applied(to: [sample]).remaining.first?.severity else { return nil }
    var diagnostic = diagnostic
    diagnostic.severity = severity
    return diagnostic
  }

  // MARK: Suppressions without an effect

  /// Findings about suppressions without an effect, by the policy. Valid only after a check of the whole bundle.
  ///
  /// - Parameter verdict: on all findings of the check.
  func unusedSuppressions(after verdict: Verdict, in checked: Set<FileID>) -> [Diagnostic] {
    let unused = manifest.policy.suppressions.indices.filter { !verdict.used.manifest.contains($0) }
    var found = unused.map(unusedSuppression) + unusedComments(but: verdict.used.comments, in: checked)
    // Without a suppressed error, more may be checked.
    let isDoubtful = verdict.suppressed.contains { $0.diagnostic.severity == .error }
    for index in found.indices { found[index].isConsequence = isDoubtful }
    return manifest.policy.applied(to: found).remaining
  }

  private func unusedSuppression(_ index: Int) -> Diagnostic {
    let suppression = manifest.policy.suppressions[index]
    return locator.diagnostic(
      Finding(
        .unusedSuppression, "this suppression matches no \(suppression.code.named)",
        file: files.manifest, range: suppression.range,
        help: "remove it, or check its `file`, `id` and `path`"))
  }

  // MARK: Comments

  private func silencedLines(in path: String) -> SilencedLines {
    guard let file = path == Manifest.path ? files.manifest : files.file(at: path) else { return SilencedLines() }
    return SilencedLines(locator.comments(of: file), of: file) { !isLackingReason($0) }
  }

  private func isLackingReason(_ comment: SuppressionComment) -> Bool {
    comment.reason == nil && manifest.policy.suppressionReasons == .required
  }

  /// Findings about comments that cannot suppress anything in their present form, by the policy.
  func faultyComments(in checked: Set<FileID>) -> [Diagnostic] {
    let form = "write `\(SuppressionComment.word) CODE: reason`"
    let found = commented(checked).flatMap { file, comments in
      comments.flatMap { comment -> [Finding] in
        func finding(_ code: DiagnosticCode, _ message: String, help: String?) -> Finding {
          Finding(code, message, file: file, range: comment.range, help: help)
        }
        if comment.rules.isEmpty { return [finding(.unknownRule, "this comment does not name a rule", help: form)] }
        var findings = comment.rules.compactMap { rule -> Finding? in
          guard let code = rule.code else {
            let names = DiagnosticCode.allCases.flatMap { [$0.slug, $0.rawValue] }
            return finding(
              .unknownRule, "unknown rule `\(rule.name)`",
              help: Suggestion.didYouMean(rule.name, among: names)
                ?? comment.marked.map { "write `\($0)` if a reason begins here" } ?? form)
          }
          guard code.isFixed else { return nil }
          return finding(
            .unusedSuppression, "\(code.named) is always an error, and comments do not silence it",
            help: "remove the comment, and fix the error")
        }
        if isLackingReason(comment) {
          findings.append(
            finding(.unusedSuppression, "this comment has no reason, so it has no effect", help: form))
        }
        return findings
      }.map { locator.diagnostic($0) }
    }
    return manifest.policy.applied(to: found).remaining
  }

  private func unusedComments(but used: Set<CommentedCode>, in checked: Set<FileID>) -> [Diagnostic] {
    commented(checked).flatMap { file, comments in
      comments.enumerated().filter { !isLackingReason($0.element) }.flatMap { index, comment in
        comment.rules.compactMap(\.code)
          .filter { !$0.isFixed && !used.contains(CommentedCode(file: file, comment: index, code: $0)) }
          .map { code in
            locator.diagnostic(
              Finding(
                .unusedSuppression, "this comment is not needed: no \(code.named) is reported here", file: file,
                range: comment.range, help: "remove it"))
          }
      }
    }
  }

  private func commented(_ checked: Set<FileID>) -> [(file: FileID, comments: [SuppressionComment])] {
    checked.union([files.manifest].compactMap(\.self)).sorted().map { ($0, locator.comments(of: $0)) }
  }
}

extension DiagnosticCode {
  /// In a sentence: `` `LV1005` (unused) ``.
  var named: String { "`\(rawValue)` (\(slug))" }
}
