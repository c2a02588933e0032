// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
package import ThemeModel
import ThemeResolver

/// What is wrong with the bundle: what snapshots carry of it, and what `check` tells beyond that.
///
/// Everything is found first and judged by the manifest's policy afterwards, here and nowhere else.
extension ThemeEngine {
  /// What is found in a context, infos and design rules included, of the state that `apply` reached.
  package func check(_ context: Context) -> [Diagnostic] {
    checkStrictly(context).filter(\.isForAll)
  }

  /// The same with what is accepted beyond the formats: comments and trailing commas in JSON.
  package func checkStrictly(_ context: Context) -> [Diagnostic] {
    manifest.policy.applied(to: findings(in: [context])).remaining
  }

  /// What is found in the context in which nothing is known, in each that the manifest names and with each theme that can be
  /// chosen, once each; and the suppressions that none of these has a finding for.
  package func checkEverywhere() -> [Diagnostic] {
    checkEverywhereStrictly().filter(\.isForAll)
  }

  /// The same with what is accepted beyond the formats.
  package func checkEverywhereStrictly() -> [Diagnostic] {
    let policy = manifest.policy
    let chosen = dialect?.themes(in: files).map { Context(themes: [$0]) } ?? []
    let found = findings(in: [Context()] + manifest.contexts.map(\.context) + chosen)
    let (remaining, used) = policy.applied(to: found)
    let unused = isAllLookedAt ? policy.suppressions.indices.filter { !used.contains($0) } : []
    return (remaining + policy.applied(to: unused.map(unusedSuppression)).remaining).sorted(by: Diagnostic.precedes)
  }

  /// Whether what silences nothing has nothing to silence: all of the bundle is looked at, by the manifest as it stands.
  private var isAllLookedAt: Bool {
    guard namedRoot == nil, let reading = files.manifest.flatMap({ files[$0].reading }) else { return false }
    return !reading.findings.contains(where: \.code.holdsBack)
  }

  private func unusedSuppression(_ index: Int) -> Diagnostic {
    let suppression = manifest.policy.suppressions[index]
    let name = "`\(suppression.code.rawValue)` (\(suppression.code.slug))"
    return renderer.diagnostic(
      Finding(
        .unusedSuppression, "there is nothing of \(name) for this suppression to silence", file: files.manifest,
        range: suppression.range, help: "remove it, or look whether its `file`, `id` and `path` are what was meant"),
      in: files)
  }

  private func findings(in contexts: [Context]) -> [Diagnostic] {
    var known: Set<Diagnostic> = []
    var result: [Diagnostic] = []
    for context in contexts {
      open(context)
      let found = findings(in: context) { _ in true } + designDiagnostics(in: context)
      result += found.filter { diagnostic in
        // What it is related to may be worded otherwise in each context.
        var essence = diagnostic
        essence.related = []
        return known.insert(essence).inserted
      }
    }
    // Of a bundle in which the user named one file, nobody asked what else is in it.
    if namedRoot == nil {
      result += (dialect?.survey(files, links: links) ?? []).map { renderer.diagnostic($0, in: files) }
    }
    return result.sorted(by: Diagnostic.precedes)
  }

  // MARK: Publication

  /// What snapshots carry. Made once for each state.
  func publishedDiagnostics(_ context: Context) -> [Diagnostic] {
    manifest.policy.applied(to: publishedFindings(context)).remaining.filter { $0.severity > .info }
  }

  /// An error wherever it moved to within its file.
  struct Trouble: Hashable {
    var code: DiagnosticCode
    var file: String
    var message: String

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.code
      file = diagnostic.file
      message = diagnostic.message
    }
  }

  /// The errors that there are, whatever the policy says of them: half a save is half a save.
  func troubles(_ context: Context) -> Set<Trouble> {
    Set(publishedFindings(context).lazy.filter { $0.severity == .error }.map(Trouble.init))
  }

  /// What concerns snapshots before the policy is applied. Made once for each state.
  private func publishedFindings(_ context: Context) -> [Diagnostic] {
    if let made = madeDiagnostics[context] { return made }
    let diagnostics = findings(in: context) {
      $0.code.isPublished && ($0.severity > .info || manifest.policy.raises($0.code))
    }
    madeDiagnostics[context] = diagnostics
    return diagnostics
  }

  // MARK: Collecting

  /// What is found in an open context, as far as it is wanted; places are worked out for those findings alone.
  private func findings(in context: Context, where isWanted: (Finding) -> Bool) -> [Diagnostic] {
    guard let open = contexts[context] else { return [] }
    let outside = open.plan.findings + [rootFinding].compactMap(\.self)
    var result = outside.filter(isWanted).map { renderer.diagnostic($0, in: files) }
    for file in filesWithFindings where open.planFiles.contains(file) || files[file].concernsAll {
      result += renderer.readings(of: file, in: files, where: isWanted)
    }
    if open.lastGood == nil, let view = open.view.flatMap({ views[$0] }) {
      let recovered = recoveredIDs(open.planFiles)
      result += resolver.findings(of: view)
        .filter { isWanted($0) && !recovered.contains($0.missing?.name ?? "") }
        .map { renderer.diagnostic($0, in: files) }
    }
    return result.sorted(by: Diagnostic.precedes)
  }

  /// The ids that stand in files which could never be read: that they are missing is told by what is wrong there.
  private func recoveredIDs(_ planFiles: Set<FileID>) -> Set<String> {
    filesWithFindings.filter(planFiles.contains).reduce(into: []) { ids, file in
      ids.formUnion(files[file].reading?.recoveredIDs ?? [])
    }
  }
}

extension Diagnostic {
  /// Whether checks that are not strict tell it.
  fileprivate var isForAll: Bool { !code.isStrict || severity > .info }
}
