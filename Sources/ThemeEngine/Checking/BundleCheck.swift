// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeModel
import ThemeResolver

/// Checks a bundle: collects findings, design rules included, and then applies policy and comments.
///
/// A finding about one file is reported once, for all contexts with the file. Findings about resolved values are collected in
/// each context with its own meaning.
struct BundleCheck {
  private let table: ContextTable
  private let findings: FindingCollector
  private let judge: FindingJudge
  private let locator: DiagnosticLocator
  private var sources: BundleSources { table.sources }
  /// The maximum number of values that design rules look at in one context; nil for the usual one.
  var maximumDesignValues: Int?
  /// Whether to list only the first findings of each rule in a file.
  var isLimited = true

  init(_ table: ContextTable, _ findings: FindingCollector, _ judge: FindingJudge, _ locator: DiagnosticLocator) {
    self.table = table
    self.findings = findings
    self.judge = judge
    self.locator = locator
  }

  /// All findings in the checked contexts, strict ones included.
  func report(on checked: CheckedContexts) -> CheckReport {
    // Between the findings, which are gone soon, they would keep a page each.
    defer { locator.forgetLines() }
    table.bringUpToDate()
    var report = CheckReport()
    var found: FindingSet
    switch checked {
    case .one(let context): found = collect(in: [context])
    case .all:
      let contexts = contextsToCheck(first: maximumContexts)
      report.omittedContexts = contexts.count - contexts.first.count
      found = collect(in: contexts.first)
      report.permutations = table.linked.dialect?.permutations(in: PlannedFiles(sources), among: contexts.first)
    }
    report.contexts = found.contexts
    let policy = sources.manifest.policy
    report.largeIDs = found.largeIDs
    report.rulesWithoutLargeIDs = found.rulesWithoutLargeIDs.filter { policy.rules[$0] != .off }
    report.unchecked = report.rulesWithoutLargeIDs
    if case .all = checked, table.recognition.namedRoot == nil {
      found.diagnostics += found.uses.unused.map { locator.diagnostic(atKey($0)) }
    }
    let consequences = Consequences(among: found.diagnostics)
    let verdict = judge.judged(consequences.diagnostics.inListOrder)
    report.suppressed = verdict.suppressed
    var remaining = verdict.remaining + judge.faultyComments(in: found.files)
    if case .all = checked {
      let hasErrors = verdict.remaining.contains { $0.severity == .error }
      // A finding beyond the limit of a list may need its suppression.
      let isCut = found.diagnostics.contains { $0.omitted.map { !$0.rule.isStrict } ?? false }
      report.unchecked = unchecked(
        isIncomplete: consequences.isIncomplete, maySuppressMore: hasErrors || isCut,
        withoutLargeIDs: report.rulesWithoutLargeIDs)
      if !report.unchecked.contains(.unusedSuppression), canReportUnusedSuppressions {
        remaining += judge.unusedSuppressions(after: verdict, in: found.files)
      }
    }
    report.diagnostics = Consequences.summarized(isLimited ? remaining.withinLimit : remaining)
    return report
  }

  /// The rules that are not checked, or not everywhere: because of errors, their findings may be false, and an unused suppression
  /// may be needed when the errors are fixed. Rules that the manifest turns off are left out.
  ///
  /// - Parameters:
  ///   - maySuppressMore: whether a suppression without an effect may have one once other findings are fixed.
  ///   - incomplete: the rules that did not look at large ids.
  private func unchecked(
    isIncomplete: Bool, maySuppressMore: Bool, withoutLargeIDs incomplete: [DiagnosticCode]
  ) -> [DiagnosticCode] {
    DiagnosticCode.allCases.filter { code in
      sources.manifest.policy.rules[code] != .off
        && (isIncomplete && code.needsCompleteBundle || incomplete.contains(code)
          || (isIncomplete || maySuppressMore || !incomplete.isEmpty) && code == .unusedSuppression)
    }
  }

  /// Whether unused suppressions can be reported: the whole bundle was checked, and the manifest could be read.
  private var canReportUnusedSuppressions: Bool {
    guard table.recognition.namedRoot == nil else { return false }
    let files = table.linked.files
    guard let reading = files.manifest.flatMap({ files[$0].reading }) else { return true }
    return !reading.findings.contains(where: \.code.holdsBack)
  }

  /// Moves a finding about an entry of a property list to the entry's key.
  private func atKey(_ finding: Finding) -> Finding {
    guard let file = finding.file, let range = finding.range,
      let bytes = locator.servedBytes(of: file),
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

  // MARK: Contexts

  private var maximumContexts: Int { table.recognition.choice?.type.maximumCheckedContexts ?? usualMaximumContexts }

  /// The empty context, the contexts of the manifest, which may name missing themes, and the contexts that cover all meanings of the
  /// files.
  ///
  /// A context of the manifest that is also among the unlisted ones is counted twice.
  func contextsToCheck(first maximum: Int) -> CoveringContexts {
    let files = PlannedFiles(sources)
    let covering = table.linked.dialect?.contexts(in: files, first: maximum)
    let isEmptyChecked = table.linked.dialect?.checksEmptyContext(in: files) ?? true
    var known: Set<Context> = []
    let all =
      (isEmptyChecked ? [Context()] : []) + sources.manifest.contexts.map(\.context) + (covering?.first ?? [])
    let listed = all.filter { known.insert($0).inserted }
    let unlisted = covering.map { $0.count - $0.first.count } ?? 0
    return CoveringContexts(listed, first: maximum, of: listed.count + unlisted)
  }

  // MARK: Collecting

  /// The findings of some contexts, before they are judged.
  private struct FindingSet {
    var diagnostics: [Diagnostic] = []
    /// One context of each meaning.
    var contexts: [Context] = []
    /// The files of all these contexts.
    var files: Set<FileID> = []
    var uses = ConstantUses()
    /// See `CheckReport.largeIDs`.
    var largeIDs: [String] = []
    /// The design rules, if there are such ids.
    var rulesWithoutLargeIDs: [DiagnosticCode] = []
  }

  private func collect(in contexts: [Context]) -> FindingSet {
    var found = FindingSet()
    var sweep = ContextSweep(table)
    let stops = sweep.stops(contexts)
    found.contexts = stops.filter(\.isFirst).map(\.context)
    var resolved: [Context: (values: [Diagnostic], design: [Diagnostic])] = [:]
    let dialect = table.recognition.choice?.type
    var design = dialect.flatMap { dialect in
      dialect.hasDesignRules
        ? DesignCheck(
          table.linked, locator, dialect.designVocabulary, workers: sources.workers, maximumValues: maximumDesignValues)
        : nil
    }
    for stop in ContextSweep.inOrderOfSuffixes(stops) {
      let context = sweep.resolve(stop)
      let values = findings.resolvedFindings(context) { _ in true }
      resolved[stop.context] = (values, design?.diagnostics(in: context) ?? [])
      if let view = context.view { found.uses.add(view, of: table.linked.resolver) }
    }
    sweep.finish()
    found.largeIDs = design?.omitted.sorted() ?? []
    found.rulesWithoutLargeIDs = design?.incompleteRules ?? []
    var merged = MergedDiagnostics()
    for stop in stops {
      let plan = findings.planFindings(ResolvedContext(stop.context, plan: stop.plan, view: nil)) { _ in true }
      let own = findings.fileFindings(Set(stop.plan.files)) { $0.hidesDeclarations }
      merged.add(plan, in: stop.context)
      if let (values, design) = resolved[stop.context] {
        merged.add(FindingCollector.uncertain(values, beside: plan + own), in: stop.context)
        merged.add(FindingCollector.uncertain(design, beside: plan + own), in: stop.context)
      }
      found.files.formUnion(stop.plan.files)
    }
    found.diagnostics = merged.diagnostics(of: found.contexts)
    found.diagnostics += findings.fileFindings(found.files) { _ in true }
    found.diagnostics += survey(beside: found.diagnostics)
    if table.recognition.finding != nil { found.diagnostics += unreadableFiles }
    return found
  }

  /// The errors that keep the first files from being read. They may be the reason why the dialect is unknown.
  private var unreadableFiles: [Diagnostic] {
    let files = table.linked.files
    var found: [Diagnostic] = []
    for path in files.paths.prefix(RecognitionFindings.maximumNames) {
      guard let file = files.file(at: path), case .text(let text) = files[file].stored else { continue }
      let parsed = table.linked.parse(text.bytes, path: path, sources.manifest.limits.ofSyntax)
      for var finding in parsed.findings where finding.code.holdsBack {
        finding.file = file
        found.append(locator.diagnostic(finding, isServed: false))
      }
    }
    return found
  }

  /// Findings about the bundle as a whole. None if the user named one file of the bundle.
  private func survey(beside found: [Diagnostic]) -> [Diagnostic] {
    guard table.recognition.namedRoot == nil else { return [] }
    // An unlisted file may replace a missing one, or be in a list that cannot be read.
    let mayBeListed = found.contains(where: \.hidesDeclarations)
    let survey = table.linked.dialect?.survey(PlannedFiles(sources), links: sources.links) ?? []
    let ofDialect = survey.filter { !mayBeListed || !$0.code.needsCompleteBundle }
    let manifests = misnamedManifests
    // A dialect takes such a file for a theme file that is not used.
    let others = ofDialect.filter { finding in !manifests.contains { $0.file == finding.file } }
    return (manifests + others).map { locator.diagnostic($0) }
  }

  /// The files that only the letter case of their names keeps from being the manifest, in a bundle without one.
  private var misnamedManifests: [Finding] {
    guard table.linked.files.manifest == nil else { return [] }
    let files = PlannedFiles(sources)
    return files.paths.filter { Bytewise($0.lowercased()) == Bytewise(Manifest.path) }.compactMap { path in
      guard let file = files.file(at: path), files.tree(of: file).map(ManifestReader.isManifest) ?? false else {
        return nil
      }
      return Finding(
        .manifest, "this manifest is not used: its name must be in lower case", file: file,
        help: "rename it to `\(Manifest.path)`")
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
