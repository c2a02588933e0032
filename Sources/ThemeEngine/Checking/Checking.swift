// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
package import ThemeModel
import ThemeResolver

/// What is wrong with the bundle: what snapshots carry of it, and what `check` tells beyond that.
///
/// Everything is found first (`Findings`) and judged by the manifest's policy and by comments afterwards, here and nowhere
/// else.
extension ThemeEngine {
  /// What is found in a context, infos and design rules included, of the state that `apply` reached.
  package func check(_ context: Context) -> [Diagnostic] { report(on: .one(context)).usual.diagnostics }

  /// The same with what is accepted beyond the formats: comments and trailing commas in JSON.
  package func checkStrictly(_ context: Context) -> [Diagnostic] { report(on: .one(context)).diagnostics }

  /// What is found in all that the bundle can mean, each finding once; and the suppressions that nothing of it needs.
  package func checkEverywhere() -> [Diagnostic] { report(on: .all).usual.diagnostics }

  /// The same with what is accepted beyond the formats.
  package func checkEverywhereStrictly() -> [Diagnostic] { report(on: .all).diagnostics }

  /// All that is found where the bundle is looked at, strict findings included.
  package func report(on checked: CheckedContexts) -> CheckReport {
    var report = CheckReport()
    let found: Found
    switch checked {
    case .one(let context): found = findings(in: [context])
    case .all:
      var contexts = contextsToCheck
      report.omittedContexts = max(contexts.count - Self.mostContexts, 0)
      contexts.removeLast(report.omittedContexts)
      found = findings(in: contexts)
    }
    report.contexts = found.contexts
    var diagnostics = found.diagnostics
    if case .all = checked, namedRoot == nil {
      diagnostics += found.uses.unused.map { renderer.diagnostic(atKey($0), in: files) }
    }
    let consequences = Consequences(among: diagnostics)
    let verdict = judged(consequences.diagnostics.sorted(by: Diagnostic.precedes))
    report.suppressed = verdict.suppressed
    var diagnosed = verdict.remaining + manifest.policy.applied(to: faultyComments(in: found.files)).remaining
    if case .all = checked {
      let hasErrors = verdict.remaining.contains { $0.severity == .error }
      report.unchecked = unchecked(isIncomplete: consequences.isIncomplete, hasErrors: hasErrors)
      if !report.unchecked.contains(.unusedSuppression) {
        let isDoubtful = verdict.suppressed.contains { $0.diagnostic.severity == .error }
        let unused = unusedSuppressions(but: verdict.used, in: found.files).map { unused in
          var unused = unused
          unused.isConsequence = isDoubtful
          return unused
        }
        diagnosed += manifest.policy.applied(to: unused).remaining
      }
    }
    report.diagnostics = Consequences.summarized(diagnosed)
    return report
  }

  /// The rules that are not checked because of errors, but for those that the manifest turns off: what they would find may be
  /// false, and a suppression that silences nothing may have something to silence once the errors are fixed.
  private func unchecked(isIncomplete: Bool, hasErrors: Bool) -> [DiagnosticCode] {
    DiagnosticCode.allCases.filter { code in
      manifest.policy.rules[code] != .off
        && (isIncomplete && code.isAboutWhole || (isIncomplete || hasErrors) && code == .unusedSuppression)
    }
  }

  /// A finding about an entry of a property list, which begins with its key.
  private func atKey(_ finding: Finding) -> Finding {
    guard let file = finding.file, let range = finding.range, case .bytes(let bytes) = files[file].content,
      let first = bytes.dropFirst(Int(range.start)).first, first == UInt8(ascii: "<")
    else { return finding }
    let before = bytes[..<Int(range.start)]
    let end = before.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
    let start = before[..<end].lastIndex(of: UInt8(ascii: "<")).flatMap {
      before[..<$0].lastIndex(of: UInt8(ascii: "<"))
    }
    guard let start, before[start...].starts(with: "<key>".utf8), before[..<end].hasSuffix("</key>") else {
      return finding
    }
    var finding = finding
    finding.range = ByteRange(start, end)
    return finding
  }

  // MARK: Where to look

  /// More contexts than these are not looked at: a bundle of so many roots or themes would keep its author waiting.
  static var mostContexts: Int { 256 }

  /// The context in which nothing is known, those that lead to all that the files can mean, and those that the manifest
  /// names, which may ask for what there is not.
  var contextsToCheck: [Context] {
    var known: Set<Context> = []
    let all = [Context()] + manifest.contexts.map(\.context) + (dialect?.contexts(in: files) ?? [])
    return all.filter { known.insert($0).inserted }
  }

  // MARK: Judging

  struct Verdict {
    var remaining: [Diagnostic] = []
    var suppressed: [CheckReport.Suppressed] = []
    var used = UsedSuppressions()
  }

  /// The suppressions that silenced something.
  struct UsedSuppressions {
    /// By their place in the manifest's list.
    var manifest: Set<Int> = []
    var comments: Set<CommentRule> = []
  }

  /// One code that one comment names.
  struct CommentRule: Hashable {
    var file: FileID
    var comment: Int
    var code: DiagnosticCode
  }

  /// What comments and the manifest leave of findings, in their order.
  func judged(_ diagnostics: [Diagnostic]) -> Verdict {
    var verdict = Verdict()
    let uncommented = diagnostics.filter { diagnostic in
      guard let (rule, reason) = comment(silencing: diagnostic) else { return true }
      verdict.used.comments.insert(rule)
      verdict.suppressed.append(.init(diagnostic: diagnostic, source: .comment, reason: reason))
      return false
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

  /// Whether what silences nothing has nothing to silence: all of the bundle is looked at, by the manifest as it stands.
  private var isAllLookedAt: Bool {
    guard namedRoot == nil else { return false }
    guard let reading = files.manifest.flatMap({ files[$0].reading }) else { return true }
    return !reading.findings.contains(where: \.code.holdsBack)
  }

  private func unusedSuppressions(but used: UsedSuppressions, in checked: Set<FileID>) -> [Diagnostic] {
    guard isAllLookedAt else { return [] }
    let unused = manifest.policy.suppressions.indices.filter { !used.manifest.contains($0) }
    return unused.map(unusedSuppression) + unusedComments(but: used.comments, in: checked)
  }

  private func unusedSuppression(_ index: Int) -> Diagnostic {
    let suppression = manifest.policy.suppressions[index]
    return renderer.diagnostic(
      Finding(
        .unusedSuppression, "this suppression is not needed: no \(suppression.code.named) is reported that it matches",
        file: files.manifest, range: suppression.range,
        help: "remove it, or check its `file`, `id` and `path`"),
      in: files)
  }

  // MARK: Publication

  /// What snapshots carry.
  func publishedFindings(_ context: Context) -> DiagnosticList {
    DiagnosticList(Consequences.summarized(judged(unjudgedFindings(context)).remaining.filter { $0.severity > .info }))
  }

  /// An error wherever it moved to within its file.
  struct Trouble: Hashable {
    var code: DiagnosticCode
    @Bytewise var file: String
    @Bytewise var message: String

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.code
      file = diagnostic.file
      message = diagnostic.message
    }
  }

  /// The errors that there are, whatever the policy says of them: half a save is half a save.
  func troubles(_ context: Context) -> Set<Trouble> { Set(errors(in: context).map(Trouble.init)) }

  /// The same with all that is known of them.
  func errors(in context: Context) -> [Diagnostic] { unjudgedFindings(context).filter { $0.severity == .error } }

  /// What concerns snapshots before the policy is applied. Made once for each state.
  private func unjudgedFindings(_ context: Context) -> [Diagnostic] {
    bringUpToDate()
    if let made = madeDiagnostics[context] { return made }
    guard let open = contexts[context] else { return [] }
    let diagnostics = findings(in: Meaning(open, views)) {
      $0.code.isPublished && ($0.severity > .info || manifest.policy.raises($0.code))
    }
    madeDiagnostics[context] = diagnostics
    return diagnostics
  }
}

extension DiagnosticCode {
  /// In a sentence: `` `LV1005` (unused) ``.
  var named: String { "`\(rawValue)` (\(slug))" }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
