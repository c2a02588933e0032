// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeLint
import ThemeModel
import ThemeResolver
import ThemeSyntax

/// Collects what is wrong with the bundle, before anybody judges it.
///
/// What one file says by itself is told once, whatever contexts it serves in. What comes of several files together is looked
/// for in each context that means something of its own, by one view that goes from one to the next: its work is what differs
/// between them.
extension ThemeEngine {
  /// What a context came to when it was last resolved.
  struct Meaning {
    var plan: Plan
    var files: Set<FileID>
    /// Nil where there is nothing but a last good state.
    var view: ViewID?
    var key: ViewKey?
    /// The last generation in which there was a root, when its state is served.
    var lastGoodSince: Int?

    init(plan: Plan, view: ViewID?) {
      self.plan = plan
      files = Set(plan.files)
      self.view = view
      key = ViewKey(plan)
    }

    init(_ open: OpenContext, _ views: [ViewKey: ViewID]) {
      plan = open.plan
      files = open.planFiles
      view = open.lastGood == nil ? open.view.flatMap { views[$0] } : nil
      key = open.view
      lastGoodSince = open.lastGoodSince
    }
  }

  /// What was found in some contexts.
  struct Found {
    var diagnostics: [Diagnostic] = []
    /// One context of each meaning.
    var contexts: [Context] = []
    /// The files that any of them leads to.
    var files: Set<FileID> = []
    var uses = ConstantUses()
  }

  func findings(in contexts: [Context]) -> Found {
    bringUpToDate()
    var found = Found()
    let looks = looks(at: contexts)
    found.contexts = looks.filter(\.isFirst).map(\.context)
    var resolved: [Context: [Diagnostic]] = [:]
    var walk = Walk()
    var rules = DesignRules(choice?.type.designVocabulary)
    for look in inOrderOfWalk(looks) {
      let meaning = meaning(of: look.context, look.plan, &walk)
      resolved[look.context] = resolvedFindings(meaning) { _ in true } + designDiagnostics(in: meaning, &rules)
      if let view = meaning.view { found.uses.add(resolver.constantUses(in: view)) }
    }
    finish(walk)
    var merged = MergedDiagnostics()
    for look in looks {
      let plan = planFindings(Meaning(plan: look.plan, view: nil)) { _ in true }
      let own = fileFindings(Set(look.plan.files)) { $0.hidesDeclarations }
      merged.add(plan + Self.uncertain(resolved[look.context] ?? [], beside: plan + own), in: look.context)
      found.files.formUnion(look.plan.files)
    }
    found.diagnostics = merged.diagnostics(of: found.contexts)
    found.diagnostics += fileFindings(found.files) { _ in true }
    found.diagnostics += survey(beside: found.diagnostics)
    return found
  }

  /// What is to be said of the bundle as a whole. Of one in which the user named one file, nobody asked what else is in it.
  private func survey(beside found: [Diagnostic]) -> [Diagnostic] {
    guard namedRoot == nil else { return [] }
    // A file that is not listed may be meant where another one is missing, or stand in a list that cannot be read.
    let mayBeListed = found.contains(where: \.hidesDeclarations)
    return (dialect?.survey(files, links: links) ?? []).filter { !mayBeListed || !$0.code.isAboutWhole }
      .map { renderer.diagnostic($0, in: files) }
  }

  // MARK: From context to context

  /// A context that is asked for.
  private struct Look {
    var context: Context
    var plan: Plan
    /// No context before it means the same.
    var isFirst: Bool
  }

  private func looks(at contexts: [Context]) -> [Look] {
    var seen: Set<ViewKey> = []
    return contexts.map { context in
      let plan = self.contexts[context]?.plan ?? plan(for: context)
      return Look(context: context, plan: plan, isFirst: ViewKey(plan).map { seen.insert($0).inserted } ?? true)
    }
  }

  /// Each meaning once, those with the same key suffixes after one another: going to and fro would lay out each time what is
  /// written with one.
  private func inOrderOfWalk(_ looks: [Look]) -> [Look] {
    let looks = looks.filter(\.isFirst)
    let suffixes = looks.map { $0.plan.load?.activeSuffixes ?? [] }
    var groups: [[String]] = []
    for suffixes in suffixes where !groups.contains(where: { Bytewise($0) == Bytewise(suffixes) }) {
      groups.append(suffixes)
    }
    return groups.flatMap { group in zip(looks, suffixes).filter { Bytewise($0.1) == Bytewise(group) }.map(\.0) }
  }

  /// The view that goes through contexts that nobody has open.
  private struct Walk {
    var view: ViewID?
  }

  private func meaning(of context: Context, _ plan: Plan, _ walk: inout Walk) -> Meaning {
    if let open = contexts[context] { return Meaning(open, views) }
    guard var load = plan.load else { return Meaning(plan: plan, view: nil) }
    if let open = ViewKey(plan).flatMap({ views[$0] }) { return Meaning(plan: plan, view: open) }
    if !modifications.isEmpty { load.modify(with: FileTable.modifications) }
    withoutCauses { ensureRead(load.files) }
    if let view = walk.view { resolver.setPlan(load, of: view) } else { walk.view = resolver.open(load) }
    counters.valuesResolved += resolver.resolve()
    return Meaning(plan: plan, view: walk.view)
  }

  private func finish(_ walk: Walk) {
    if let view = walk.view { resolver.close(view) }
  }

  // MARK: Collecting

  /// What is found in a context, as far as it is wanted; places are worked out for those findings alone.
  func findings(in meaning: Meaning, where isWanted: (Finding) -> Bool) -> [Diagnostic] {
    let held = held(in: meaning)
    let found = planFindings(meaning, where: isWanted) + fileFindings(of: meaning, held, where: isWanted)
    let resolved = Self.uncertain(resolvedFindings(meaning, where: isWanted), beside: found)
    return Consequences(among: naming(held, in: found + resolved)).diagnostics
  }

  /// What was found of what files say together, marked as uncertain where declarations are not known.
  private static func uncertain(_ resolved: [Diagnostic], beside found: [Diagnostic]) -> [Diagnostic] {
    let isIncomplete = found.contains { $0.hidesDeclarations && $0.heldBackSince == nil }
    return resolved.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.isUncertain = isIncomplete
      return diagnostic
    }
  }

  /// What is wrong with how files make up the bundle.
  private func planFindings(_ meaning: Meaning, where isWanted: (Finding) -> Bool) -> [Diagnostic] {
    let plan = meaning.plan.findings.filter(isWanted).map { finding in
      var diagnostic = renderer.diagnostic(placedInManifest(finding), in: files)
      if let choice = finding.heldChoice { diagnostic.heldBackSince = holds.choices[choice] ?? generation }
      if diagnostic.severity == .error, meaning.plan.load == nil { diagnostic.heldBackSince = meaning.lastGoodSince }
      return diagnostic
    }
    guard let rootFinding, isWanted(rootFinding) else { return plan }
    var root = renderer.diagnostic(rootFinding, in: files)
    root.heldBackSince = holds.rootSince
    return plan + [root]
  }

  /// A default theme or a root that is not there is misspelt where the manifest names it.
  private func placedInManifest(_ finding: Finding) -> Finding {
    guard finding.file == nil, finding.code == .missingFile || finding.code == .noRoot, let file = files.manifest,
      let name = [manifest.defaultTheme, manifest.root].lazy.compactMap(\.self)
        .first(where: { finding.message.holds("`\($0)`") }),
      case .bytes(let bytes) = files[file].content
    else { return finding }
    let tree = parseJSON(bytes).tree
    let member = tree.root.flatMap { root in
      tree.members(of: root).first {
        ["default", "root"].contains(tree.key(of: $0)) && tree.string(of: $0.value) == name
      }
    }
    guard let member else { return finding }
    var finding = finding
    finding.file = file
    finding.range = tree.range(of: member.value)
    return finding
  }

  /// What is wrong with files by themselves, the manifest and what was set at run time among them.
  private func fileFindings(_ wanted: Set<FileID>, where isWanted: (Finding) -> Bool) -> [Diagnostic] {
    filesWithFindings.filter { wanted.contains($0) || files[$0].concernsAll }.flatMap { file in
      renderer.readings(of: file, in: files, where: isWanted)
    }
  }

  /// The same in a context, with since when what is found there is held.
  private func fileFindings(
    of meaning: Meaning, _ held: [HeldPart], where isWanted: (Finding) -> Bool
  ) -> [Diagnostic] {
    var origins: [Location: Int] = [:]
    for part in held {
      for origin in part.origins { origins[origin] = max(origins[origin] ?? 0, part.since) }
    }
    for (choice, entries) in meaning.plan.heldLists {
      for entry in entries { origins[entry] = holds.choices[choice] ?? generation }
    }
    return filesWithFindings.filter { file in
      // What was set at run time is not read without a dialect.
      meaning.files.contains(file) || files[file].concernsAll && (!files[file].path.isEmpty || meaning.view != nil)
    }.flatMap { file in
      renderer.readings(of: file, in: files, heldSince: origins, where: isWanted)
    }
  }

  /// What is wrong with what files say together.
  private func resolvedFindings(_ meaning: Meaning, where isWanted: (Finding) -> Bool) -> [Diagnostic] {
    guard let view = meaning.view else { return [] }
    let found = resolver.findings(of: view)
    // Most bundles are well, and are asked about it at each save.
    guard !found.isEmpty else { return [] }
    let recovered = recoveredIDs(meaning.files)
    return found.filter { isWanted($0) && !recovered.contains($0.missing?.name ?? "") }
      .map { finding in
        var diagnostic = renderer.diagnostic(finding, in: files)
        diagnostic.heldBackSince = finding.held.map { since($0, in: meaning.key) }.max()
        diagnostic.hidesDeclarations = false
        return diagnostic
      }
  }

  /// The ids that stand in files which could never be read: that they are missing is told by what is wrong there.
  private func recoveredIDs(_ planFiles: Set<FileID>) -> BytewiseSet {
    filesWithFindings.filter(planFiles.contains).reduce(into: []) { ids, file in
      ids.formUnion(files[file].reading?.recoveredIDs ?? [])
    }
  }
}

/// Findings of several contexts, each kept once with the contexts that have it.
private struct MergedDiagnostics {
  /// A cycle may be told from any of its hops on.
  private enum Essence: Hashable {
    case finding(Diagnostic)
    case cycle(Set<Diagnostic.Related>)
  }

  private var places: [Essence: Int] = [:]
  private var merged: [(diagnostic: Diagnostic, contexts: [Context])] = []

  mutating func add(_ diagnostics: [Diagnostic], in context: Context) {
    for diagnostic in diagnostics {
      let essence = Self.essence(of: diagnostic)
      if let place = places[essence] {
        merged[place].contexts.append(context)
        merged[place].diagnostic.isUncertain = merged[place].diagnostic.isUncertain && diagnostic.isUncertain
      } else {
        places[essence] = merged.count
        merged.append((diagnostic, [context]))
      }
    }
  }

  private static func essence(of diagnostic: Diagnostic) -> Essence {
    if diagnostic.code == .cycle {
      let hops = diagnostic.related.map { Diagnostic.Related(message: "", file: $0.file, range: $0.range) }
      return .cycle(Set(hops).union([.init(message: "", file: diagnostic.file, range: diagnostic.range)]))
    }
    // What it is related to, and the way out, may be another in each context.
    var essence = diagnostic
    essence.related = []
    essence.help = nil
    essence.fix = nil
    essence.suggestedName = nil
    essence.isUncertain = false
    return .finding(essence)
  }

  /// The findings, those that do not hold in each of the contexts with those in which they do.
  func diagnostics(of contexts: [Context]) -> [Diagnostic] {
    merged.map { diagnostic, holds in
      var diagnostic = diagnostic
      if !contexts.allSatisfy(holds.contains) {
        let named = holds.filter(contexts.contains)
        // A context that means the same as another may still ask for what there is not.
        diagnostic.contexts = named.isEmpty ? holds : named
      }
      return diagnostic
    }
  }
}
