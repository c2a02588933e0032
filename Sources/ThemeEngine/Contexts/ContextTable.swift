// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeModel
import ThemeResolver

/// The meaning of a context. Contexts with one root, the same alternatives and the same active suffixes share a view.
struct ViewKey: Hashable {
  @Bytewise var root: String
  @Bytewise var alternatives: [String]
  @Bytewise var activeSuffixes: [String]

  init(root: String, alternatives: [String], activeSuffixes: [String]) {
    self.root = root
    self.alternatives = alternatives
    self.activeSuffixes = activeSuffixes
  }

  /// Nil if the plan loads no files.
  init?(_ plan: Plan) {
    guard let load = plan.load else { return nil }
    root = plan.root ?? ""
    alternatives = plan.alternatives
    activeSuffixes = load.activeSuffixes
  }
}

/// A context that is kept up to date.
final class OpenContext {
  var plan: Plan
  /// Counts the plans of all contexts.
  var planNumber = 0
  var planFiles: Set<FileID> = []
  /// The files of the last plan that had a root. Those that are gone keep their declarations.
  var expectedFiles: Set<FileID> = []
  /// The view that serves it; nil before the first root.
  var view: ViewKey?
  /// Served in place of the view while the root is missing.
  var lastGood: ResolvedState?
  /// The last generation with a root, while the root is missing.
  var lastGoodSince: Int?
  var published: Snapshot?
  /// The `Resolver.heldRevision` for which the held places are known; nil after a new plan.
  var heldRevision: Int?
  /// The errors of the published state, suppressed ones included.
  var publishedErrors: Set<ErrorKey> = []

  init(plan: Plan) { self.plan = plan }
}

/// The open contexts of a bundle, with their plans and views.
///
/// Changes mark plans and values as out of date. `bringUpToDate` updates them, once for all earlier changes, when a publication
/// or a query needs them.
final class ContextTable {
  let sources: BundleSources
  let recognition: DialectRecognition
  let history: GenerationHistory
  var linked: LinkedFiles { sources.linked }

  private(set) var entries: [Context: OpenContext] = [:]
  private(set) var views: [ViewKey: ViewID] = [:]
  var pasts = MeaningPasts()
  /// The themes of contexts that name none.
  private(set) var themesInUse: [String] = []
  /// Counts the states of all contexts. Data that was derived from an earlier state is out of date.
  private(set) var revision = 0
  /// Whether there was a change since the last publication.
  private(set) var hasUnpublishedEdits = false
  /// Whether a context was planned or closed since the last publication.
  private var arePlansNew = false
  private var stalePlans: Set<Context> = []
  private var planCount = 0
  private var isUpToDate = true

  init(sources: BundleSources, recognition: DialectRecognition, history: GenerationHistory) {
    self.sources = sources
    self.recognition = recognition
    self.history = history
  }

  // MARK: Changes

  /// Records that changes are linked.
  func noteEdit(stalePlans: BundleSources.StalePlans) {
    hasUnpublishedEdits = true
    recognize(if: stalePlans == .all)
    switch stalePlans {
    case .none: invalidate([])
    case .withFindings: invalidate(entries.filter { !$0.value.plan.findings.isEmpty }.keys)
    case .all: invalidate(entries.keys)
    }
  }

  /// Records that values were set at run time.
  ///
  /// - Parameter arePlansStale: whether there were no values before, or are none now.
  func noteRunTimeEdit(arePlansStale: Bool) {
    hasUnpublishedEdits = true
    invalidate(arePlansStale ? Array(entries.keys) : [])
  }

  /// Recognises the dialect for the first time, even without any file.
  func ensureRecognized() {
    guard recognition.choice == nil else { return }
    recognize(if: true)
    invalidate(entries.keys)
  }

  private func recognize(if isNeeded: Bool) {
    guard isNeeded, recognition.update(servesValues: servesValues) else { return }
    restart()
  }

  /// Whether a context was published with values of the present dialect, and not only with those of the one before.
  private func servesValues() -> Bool {
    let empty = ResolvedState().digest
    return entries.values.contains { $0.view != nil && $0.published.map { $0.digest != empty } ?? false }
  }

  /// Chooses the themes of all contexts that name none.
  func use(themes: [String]) {
    guard Bytewise(themes) != Bytewise(themesInUse) else { return }
    bringUpToDate()
    themesInUse = themes
    hasUnpublishedEdits = true
    invalidate(entries.keys.filter(\.themes.isEmpty))
    linked.withoutCauses { bringUpToDate() }
  }

  /// Reads and resolves the whole bundle again. Contexts keep their published states until they are planned again.
  func restart() {
    guard let choice = recognition.choice else { return }
    for (context, open) in entries where open.view != nil {
      let state = open.published?.state ?? state(of: context)
      entries[context]?.lastGood = state
      entries[context]?.view = nil
    }
    for (key, view) in views { pasts.keep(linked.resolver.foreignPast(of: view), of: key) }
    views = [:]
    sources.restart(choice.type.init(choice.settings), choice.limits)
  }

  // MARK: Bringing up to date

  /// Marks these contexts for a new plan, and all values for resolving, at the next `bringUpToDate`.
  private func invalidate(_ stale: some Sequence<Context>) {
    stalePlans.formUnion(stale)
    isUpToDate = false
  }

  /// Plans stale contexts and resolves all changes. To be called before plans, values or findings are read.
  func bringUpToDate() {
    guard !isUpToDate else { return }
    isUpToDate = true
    revision += 1
    let stale = stalePlans
    stalePlans = []
    for context in stale { replan(context) }
    closeUnusedViews()
    sources.dropAdditions { entries.values.reduce(into: []) { $0.formUnion($1.plan.load?.files ?? []) } }
    let arePlansStale = sources.dropGoneFiles {
      entries.values.reduce(into: []) { $0.formUnion($1.expectedFiles) }
    }
    if arePlansStale {
      for context in entries.keys { replan(context) }
    }
    // The first context reads what was parsed for recognition.
    if !entries.isEmpty { sources.dropSyntax() }
    linked.counters.valuesResolved += linked.resolver.resolve(on: sources.workers)
  }

  /// Opens a context: it is kept up to date from now on.
  func open(_ context: Context) {
    bringUpToDate()
    guard entries[context] == nil else { return }
    invalidate([context])
    linked.withoutCauses { bringUpToDate() }
  }

  /// Closes all contexts but these.
  func close(except used: Set<Context>) {
    entries = entries.filter { used.contains($0.key) }
    history.close(except: used)
    stalePlans.formIntersection(used)
    arePlansNew = true
    invalidate([])
    bringUpToDate()
  }

  /// Reads and resolves the whole bundle again into storage of the needed size.
  func resolveAnew() {
    linked.withoutCauses {
      restart()
      invalidate(entries.keys)
      bringUpToDate()
    }
  }

  private func replan(_ context: Context) {
    arePlansNew = true
    let plan = plan(for: context)
    let open = entries[context] ?? OpenContext(plan: plan)
    planCount += 1
    open.plan = plan
    open.planNumber = planCount
    open.heldRevision = nil
    open.planFiles = Set(plan.files)
    if let load = self.load(of: plan), let key = ViewKey(plan) {
      sources.ensureRead(load.files)
      if let view = views[key] {
        linked.resolver.setPlan(load, of: view)
      } else {
        let view = linked.resolver.open(load)
        views[key] = view
        if let past = pasts.removePast(of: key) { linked.resolver.setPast(past, of: view) }
      }
      open.view = key
      pasts.restored[context] = nil
      open.expectedFiles = open.planFiles
      open.lastGood = nil
      open.lastGoodSince = nil
    } else {
      if open.lastGood == nil {
        let restored = pasts.restored[context]
        open.lastGood =
          open.view.map { open.published?.state ?? state(of: $0) } ?? restored.map { restoredState($0.values) }
        open.lastGoodSince = restored?.since
      }
      if open.lastGood != nil { open.lastGoodSince = open.lastGoodSince ?? history.last }
    }
    entries[context] = open
  }

  private func closeUnusedViews() {
    let used = Set(entries.values.compactMap(\.view))
    for (key, view) in views where !used.contains(key) {
      keepHeld(of: key, view)
      linked.resolver.close(view)
      views[key] = nil
    }
  }

  // MARK: Plans and states

  func plan(for context: Context) -> Plan {
    let ofDirectories = linked.files.closedDirectoryFindings
    if let finding = recognition.finding { return Plan(load: nil, findings: [finding] + ofDirectories) }
    guard let dialect = linked.dialect else { return Plan(load: nil) }
    var context = context
    if context.themes.isEmpty { context.themes = themesInUse }
    var plan = dialect.plan(for: context, in: PlannedFiles(sources), links: sources.links)
    // Only the plan shows which past the context has.
    if plan.lacksInherited, let last = ViewKey(plan).flatMap(past)?.constants, !last.isEmpty {
      plan = dialect.plan(for: context, in: PlannedFiles(sources, lastConstants: last), links: sources.links)
    }
    if plan.load != nil, !plan.additions.isEmpty {
      plan.load?.files += sources.link(plan.additions)
      plan.load?.additions = plan.additions.count
    }
    plan.findings += recognition.findingsOfOthers + ofDirectories
    return plan
  }

  private func past(of key: ViewKey) -> Past? {
    views[key].flatMap { linked.resolver.past(of: $0) } ?? pasts.closed.first { $0.key == key }?.past
  }

  /// The files that a plan loads, with the values set at run time on top.
  func load(of plan: Plan) -> LoadPlan? {
    guard var load = plan.load else { return nil }
    if !sources.modifications.isEmpty { load.modify(with: FileTable.modifications) }
    return load
  }

  /// The state that a context is served with.
  ///
  /// - Precondition: the context is open.
  func state(of context: Context) -> ResolvedState {
    guard let open = entries[context] else { preconditionFailure("the context is open") }
    return open.lastGood ?? open.view.map(state(of:)) ?? ResolvedState()
  }

  private func state(of key: ViewKey) -> ResolvedState {
    views[key].map { linked.resolver.state(of: $0) } ?? ResolvedState()
  }

  /// The view that serves an open context; nil while a stored state is served whose files are gone.
  func view(of context: Context) -> ViewID? {
    entries[context].flatMap { $0.lastGood == nil ? $0.view : nil }.flatMap { views[$0] }
  }

  // MARK: Publication

  func setPublished(_ snapshot: Snapshot, _ errors: Set<ErrorKey>, in context: Context) {
    setPublished(equal: snapshot, in: context)
    entries[context]?.publishedErrors = errors
  }

  /// Replaces a published snapshot by an equal one.
  func setPublished(equal snapshot: Snapshot, in context: Context) {
    entries[context]?.published = snapshot
    // A context that is opened while changes wait begins with a state that no generation has.
    if !hasUnpublishedEdits { history.record(snapshot) }
  }

  /// Makes the present published states the last good states.
  func becomePast() {
    hasUnpublishedEdits = false
    linked.becomePast()
    if arePlansNew { becomePastChoices() }
    arePlansNew = false
    for context in entries.keys { becomePast(in: context) }
  }

  private func becomePastChoices() {
    var made: [FileChoice: [FileID]] = [:]
    var held: [FileChoice: Int] = [:]
    for open in entries.values {
      made.merge(open.plan.choices) { $1 }
      for choice in open.plan.heldChoices { held[choice] = pasts.choices[choice] ?? history.last }
    }
    // The choices of closed contexts are kept until the contexts are opened again.
    for (choice, since) in pasts.choices where made[choice] == nil {
      if case .list = choice {} else if linked.files.last(choice).allSatisfy({ linked.files[$0].exists }) { continue }
      held[choice] = since
      made[choice] = linked.files.lastChoices[choice]
    }
    linked.files.lastChoices = made
    pasts.choices = held
  }

  /// Makes the first state of a context its last good state.
  func becomeFirstPast(in context: Context) {
    guard let open = entries[context] else { return }
    linked.becomeFirstPast(of: open.planFiles)
    linked.files.lastChoices.merge(open.plan.choices) { last, _ in last }
    becomePast(in: context)
  }

  private func becomePast(in context: Context) {
    guard let open = entries[context], let key = open.view, let view = view(of: context) else { return }
    linked.resolver.publish(view)
    let revision = linked.resolver.heldRevision(of: view)
    if open.heldRevision == revision { return }
    open.heldRevision = revision
    if isHolding(view) {
      pasts.setPlaces(
        linked.resolver.heldPlaces(in: view), of: key, pasts.rememberedGeneration ?? history.last)
    } else if !pasts.places.isEmpty {
      pasts.places[key] = nil
    }
  }

  /// Makes these the earlier states of meanings. A view with failed values is made anew: their last good values are those of the
  /// past that this one replaces.
  func returnTo(_ meanings: MeaningPasts, _ states: [ViewKey: Past]) {
    pasts = meanings
    for (key, view) in views {
      let past = states[key].map(linked.resolver.readable)
      if linked.resolver.hasFailures(view) {
        pasts.keep(past, of: key)
        linked.resolver.close(view)
        views[key] = nil
      } else if let past {
        linked.resolver.setPast(past, of: view)
      }
    }
    arePlansNew = true
    noteEdit(stalePlans: .all)
  }

  /// Forgets all earlier states: the next publication equals that of a cold resolve.
  func forgetPast() {
    sources.forgetPast()
    recognition.forget()
    pasts = MeaningPasts()
    for context in entries.keys {
      entries[context]?.lastGood = nil
      entries[context]?.lastGoodSince = nil
      entries[context]?.view = nil
    }
    views = [:]
    arePlansNew = true
    noteEdit(stalePlans: .all)
  }
}
