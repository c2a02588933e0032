// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Comments that silence findings, and what is wrong with them.
extension ThemeEngine {
  /// The comment that silences a finding, if one does.
  func comment(silencing diagnostic: Diagnostic) -> (rule: CommentRule, reason: String?)? {
    guard let line = diagnostic.range?.start.line, !diagnostic.code.isFixed,
      let file = diagnostic.file == Manifest.path ? files.manifest : files.file(at: diagnostic.file)
    else { return nil }
    for (index, comment) in renderer.comments(of: file, in: files, choice?.type).enumerated()
    where comment.lines.contains(line) && !isLackingReason(comment) {
      if comment.rules.contains(where: { $0.code == diagnostic.code }) {
        return (CommentRule(file: file, comment: index, code: diagnostic.code), comment.reason)
      }
    }
    return nil
  }

  private func isLackingReason(_ comment: SuppressionComment) -> Bool {
    comment.reason == nil && manifest.policy.suppressionReasons == .required
  }

  /// The comments that cannot silence anything, as they are written.
  func faultyComments(in checked: Set<FileID>) -> [Diagnostic] {
    let form = "write `\(SuppressionComment.word) CODE: reason`"
    return commented(checked).flatMap { file, comments in
      comments.flatMap { comment -> [Finding] in
        func finding(_ code: DiagnosticCode, _ message: String, help: String?) -> Finding {
          Finding(code, message, file: file, range: comment.range, help: help)
        }
        if comment.rules.isEmpty { return [finding(.unknownRule, "this comment names no rule", help: form)] }
        var findings = comment.rules.compactMap { rule -> Finding? in
          guard let code = rule.code else {
            let names = DiagnosticCode.allCases.flatMap { [$0.slug, $0.rawValue] }
            return finding(
              .unknownRule, "`\(rule.name)` is an unknown rule",
              help: Suggestion.didYouMean(rule.name, among: names) ?? form)
          }
          guard code.isFixed else { return nil }
          return finding(
            .unusedSuppression, "\(code.named) is always an error, which no comment silences",
            help: "remove the comment, and fix the error")
        }
        if isLackingReason(comment) {
          findings.append(
            finding(.unusedSuppression, "this comment gives no reason, so it silences nothing", help: form))
        }
        return findings
      }.map { renderer.diagnostic($0, in: files) }
    }
  }

  /// The comments that silenced nothing, where all was looked at.
  func unusedComments(but used: Set<CommentRule>, in checked: Set<FileID>) -> [Diagnostic] {
    commented(checked).flatMap { file, comments in
      comments.enumerated().filter { !isLackingReason($0.element) }.flatMap { index, comment in
        comment.rules.compactMap(\.code)
          .filter { !$0.isFixed && !used.contains(CommentRule(file: file, comment: index, code: $0)) }
          .map { code in
            renderer.diagnostic(
              Finding(
                .unusedSuppression, "this comment is not needed: no \(code.named) is reported here", file: file,
                range: comment.range, help: "remove it"), in: files)
          }
      }
    }
  }

  private func commented(_ checked: Set<FileID>) -> [(file: FileID, comments: [SuppressionComment])] {
    checked.union([files.manifest].compactMap(\.self)).sorted().map {
      ($0, renderer.comments(of: $0, in: files, choice?.type))
    }
  }
}
