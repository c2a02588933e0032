// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
package import ThemeModel
import ThemeResolver

/// What contexts mean: each has a plan, those of one meaning share a view.
extension ThemeEngine {
  /// Contexts with one root, the same alternatives and the same active suffixes mean the same.
  struct ViewKey: Hashable {
    @Bytewise var root: String
    @Bytewise var alternatives: [String]
    @Bytewise var activeSuffixes: [String]

    init(root: String, alternatives: [String], activeSuffixes: [String]) {
      self.root = root
      self.alternatives = alternatives
      self.activeSuffixes = activeSuffixes
    }

    /// Nil where a plan leads to nothing.
    init?(_ plan: Plan) {
      guard let load = plan.load else { return nil }
      root = plan.root ?? ""
      alternatives = plan.alternatives
      activeSuffixes = load.activeSuffixes
    }
  }

  struct OpenContext {
    var plan: Plan
    var planFiles: Set<FileID>
    /// The files of the last plan that had a root: those of them that are gone go on declaring what they declared.
    var expectedFiles: Set<FileID> = []
    /// The view that serves it; nil while there was never a root for it.
    var view: ViewKey?
    /// What is served instead of the view while there is no root any more.
    var lastGood: ResolvedState?
    /// The last generation in which there was a root.
    var lastGoodSince: Int?
    var published: Snapshot?
    /// The errors of the published state, silent ones included.
    var publishedTroubles: Set<Trouble> = []
  }

  /// Has the next `bringUpToDate` resolve what changed, and plan these contexts anew.
  func invalidate(_ stale: some Sequence<Context>) {
    staleContexts.formUnion(stale)
    isUpToDate = false
  }

  /// Plans stale contexts anew and resolves what changed. To be called before anything is told of plans or resolved values.
  func bringUpToDate() {
    guard !isUpToDate else { return }
    isUpToDate = true
    madeDiagnostics = [:]
    let stale = staleContexts
    staleContexts = []
    for context in stale { replan(context) }
    let used = Set(contexts.values.compactMap(\.view))
    for (key, view) in views where !used.contains(key) {
      keepHolds(of: key, view)
      resolver.close(view)
      views[key] = nil
    }
    let valuesBefore = declaredValues
    letGo()
    if declaredValues < valuesBefore, readOverLimit() {
      for context in contexts.keys { replan(context) }
    }
    counters.valuesResolved += resolver.resolve()
  }

  func open(_ context: Context) {
    bringUpToDate()
    guard contexts[context] == nil else { return }
    invalidate([context])
    withoutCauses { bringUpToDate() }
  }

  /// Does what may read files for the first time: that is no edit.
  func withoutCauses(_ body: () -> Void) {
    let causes = pendingCauses
    body()
    pendingCauses = causes
  }

  func replan(_ context: Context) {
    arePlansNew = true
    let plan = plan(for: context)
    var open = contexts[context] ?? OpenContext(plan: plan, planFiles: [])
    open.plan = plan
    open.planFiles = Set(plan.files)
    if var load = plan.load, let key = ViewKey(plan) {
      if !modifications.isEmpty { load.modify(with: FileTable.modifications) }
      ensureRead(load.files)
      if let view = views[key] {
        resolver.setPlan(load, of: view)
      } else {
        let view = resolver.open(load)
        views[key] = view
        if let past = holds.takePast(of: key) { resolver.setPast(past, of: view) }
      }
      open.view = key
      open.expectedFiles = open.planFiles
      open.lastGood = nil
      open.lastGoodSince = nil
    } else {
      if open.lastGood == nil {
        let restored = holds.restored[context]
        open.lastGood =
          open.view.map { open.published?.state ?? state(of: $0) } ?? restored.map { restoredState($0.values) }
        open.lastGoodSince = restored?.since
      }
      if open.lastGood != nil { open.lastGoodSince = open.lastGoodSince ?? generation }
    }
    contexts[context] = open
  }

  func plan(for context: Context) -> Plan {
    if let dialectFinding { return Plan(load: nil, findings: [dialectFinding]) }
    guard let dialect else { return Plan(load: nil) }
    var context = context
    if context.themes.isEmpty { context.themes = themesInUse }
    return dialect.plan(for: context, in: files, links: links)
  }

  /// The last published state in a context. The first call for a context opens it: from then on it is kept up to date.
  package func snapshot(for context: Context) -> Snapshot {
    if let published = contexts[context]?.published, published.generation == generation { return published }
    open(context)
    let snapshot = contexts[context]?.published.map { current(context, findings: $0.findings, state: $0.state) }
    let result = snapshot ?? current(context, findings: publishedFindings(context), state: state(context))
    if snapshot == nil {
      contexts[context]?.publishedTroubles = troubles(context)
      becomeFirstPast(in: context)
    }
    contexts[context]?.published = result
    return result
  }

  /// Lets go of the contexts that are not in use.
  package func close(contextsExcept used: Set<Context>) {
    contexts = contexts.filter { used.contains($0.key) }
    staleContexts.formIntersection(used)
    arePlansNew = true
    invalidate([])
    bringUpToDate()
  }

  func state(_ context: Context) -> ResolvedState {
    guard let open = contexts[context] else { preconditionFailure("the context is open") }
    return open.lastGood ?? open.view.map(state(of:)) ?? ResolvedState()
  }

  private func state(of key: ViewKey) -> ResolvedState {
    views[key].map { resolver.state(of: $0) } ?? ResolvedState()
  }

  func current(_ context: Context, findings: DiagnosticList, state: ResolvedState) -> Snapshot {
    Snapshot(
      bundle: bundle, dialect: dialectName?.rawValue ?? "", context: context, generation: generation,
      digest: state.digest,
      held: heldCount(context), findings: findings, state: state, causes: causes)
  }
}
