// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// One load plan's results, as a small number.
package struct ViewID: Hashable, Comparable, Sendable {
  fileprivate var index: Int

  package static func < (left: ViewID, right: ViewID) -> Bool { left.index < right.index }
}

/// The incremental engine: declarations in by file, resolved states out by load plan.
///
/// Changes are collected by `update` and `setPlan` and take effect, as one batch, in `resolve`.
package struct Resolver: Sendable {
  var database: Database
  let limits: ResolverLimits
  private(set) var views: [ViewID: View] = [:]
  private var plans: [ViewID: LoadPlan] = [:]
  /// The view of which another one began as a copy, and with which it goes on sharing what is the same in both. One that was
  /// opened later never leads.
  private var leaders: [ViewID: ViewID] = [:]
  private var changed: [SymbolID] = []
  private var nextView = 0
  /// What misspelt ids were meant to be, as far as that was looked for.
  private(set) var suggestions = SuggestionMemory()
  /// How many places and parents each view keeps, as of the last `resolve`; only those that keep any.
  package private(set) var heldCounts: [ViewID: Int] = [:]
  /// Whether storage is to be given back, as of the last `resolve`: a view with many slots uses a quarter of them at most. To
  /// begin anew with another resolver is what helps.
  package private(set) var isSparse = false
  /// How many numbers were in use when that was last looked at, see `reclaim`.
  var usedNumbers = 0

  /// - Parameters:
  ///   - suffixes: all key suffixes of the bundle, for whatever device; see `LoadPlan`.
  ///   - identity: above 0, and another one for each resolver whose states are compared with each other.
  package init(
    rules: Rules, suffixes: [String], limits: ResolverLimits = ResolverLimits(), identity: Int = 1
  ) {
    database = Database(rules: rules, suffixes: suffixes, identity: identity)
    self.limits = limits
  }

  /// Takes over what a file declares now; nil when it declares nothing any more. For each id that it declares anew,
  /// otherwise than before, or no more, returns where the file says so; nil where it is gone. Costs O(file).
  package mutating func update(_ file: FileID, _ declarations: Declarations?) -> [ByteRange?] {
    let changes = database.update(file, declarations)
    for change in changes { changed.append(change.symbol) }
    changed += database.takeNewBaseStyles()
    return changes.map(\.place)
  }

  /// What a file declares for one id.
  package struct Entry: Sendable {
    package var name: String
    /// Where the value stands in the file.
    package var range: ByteRange
    /// How many nodes it has.
    package var count: Int
    fileprivate var symbol: SymbolID
  }

  /// What a file declares where some bytes are: they lie between the brackets of its value. Costs O(ids of the file).
  package func entry(in file: FileID, around bytes: ByteRange) -> Entry? {
    database.declaration(in: file, around: bytes).map { symbol, declaration in
      let nodes = database.nodes(declaration)
      return Entry(
        name: database.text(symbol), range: nodes[nodes.startIndex].range, count: nodes.count, symbol: symbol)
    }
  }

  /// Takes over what a file declares now for one id, when nothing else in it changed but its place. Returns as `update` of a
  /// whole file does; nil, and nothing is done, when other ids are declared.
  ///
  /// Costs O(declaration), and a pass over the file's nodes that moves what stands behind it.
  ///
  /// - Parameters:
  ///   - moved: what to add to the places in `declarations` to get places in the file.
  ///   - growth: by how many bytes the value is longer than it was.
  package mutating func update(
    _ file: FileID, _ entry: Entry, _ declarations: Declarations, moved: Int, growth: Int
  ) -> [ByteRange?]? {
    guard
      let changes = database.replace(entry.symbol, in: file, with: declarations, moved: moved, growth: growth)
    else { return nil }
    for change in changes { changed.append(change.symbol) }
    changed += database.takeNewBaseStyles()
    return changes.map(\.place)
  }

  /// Opens a view; it is empty until `resolve`.
  package mutating func open(_ plan: LoadPlan) -> ViewID {
    let id = ViewID(index: nextView)
    nextView += 1
    views[id] = View(limits: limits)
    plans[id] = plan
    return id
  }

  package mutating func setPlan(_ plan: LoadPlan, of view: ViewID) { plans[view] = plan }

  package mutating func close(_ view: ViewID) {
    views[view] = nil
    plans[view] = nil
    let heir = leaders.filter { $0.value == view }.keys.min()
    for (follower, leader) in leaders where leader == view {
      leaders[follower] = follower == heir ? leaders[view] : heir
    }
    leaders[view] = nil
  }

  /// Brings every view up to date. Returns how many values were executed, over all views.
  package mutating func resolve() -> Int {
    var executed = 0
    changed.sortUniquely()
    heldCounts = [:]
    isSparse = false
    // Who leads comes first.
    for (id, plan) in plans.sorted(by: { $0.key < $1.key }) {
      let isNew = views[id]?.plan == LoadPlan()
      if isNew { begin(id, plan) }
      // Taken out while it changes, so that its storage has one owner.
      guard var view = views.removeValue(forKey: id) else { continue }
      let leader = leaders[id].flatMap { views[$0] }
      let before = leader == nil ? nil : view.storage
      // The one that a new view is a copy of took over what changed.
      executed += view.update(
        plan: plan, changed: isNew ? [] : changed, renamed: isNew ? [] : database.renamedSymbols, database: &database)
      if let leader, let before { view.share(with: leader, since: before) }
      if view.isHolding { heldCounts[id] = view.heldCount }
      isSparse = isSparse || view.graph.isSparse(small: limits.smallSlots)
      views[id] = view
    }
    changed = []
    database.renamedSymbols = []
    reclaim()
    return executed
  }

  /// Makes a view that is still empty a copy of the one that has most in common with it, so that what both say alike is stored
  /// once, and was resolved once. Costs O(files) for each view.
  ///
  /// Not when the way from there is longer than that from nothing, where an id costs less than half of what it costs to compare it
  /// with what it was.
  private mutating func begin(_ id: ViewID, _ plan: LoadPlan) {
    let past = views[id]?.past
    let whole = PlanDifference(from: LoadPlan(), to: plan).size(database)
    // What another view holds belongs to its own past.
    let leader = views.filter { $0.key < id && past == nil && !$0.value.isHolding }
      .map { id, view in (id: id, size: PlanDifference(from: view.plan, to: plan).size(database)) }
      .filter { $0.size * 2 < whole }
      .min { ($0.size, $0.id) < ($1.size, $1.id) }
    // From nothing, then: one that had no files before may know numbers that mean other ids by now.
    views[id] = leader.flatMap { views[$0.id] } ?? View(limits: limits)
    views[id]?.past = past
    leaders[id] = leader?.id
  }

  /// Has a view that was opened and not resolved yet begin with a past.
  package mutating func setPast(_ past: Past, of view: ViewID) {
    views[view]?.past = past
    past.forEachKey { _ = database.names.intern($0) }
  }

  /// Makes what a view came to in the last `resolve` its past: to be called when it is published.
  package mutating func publish(_ view: ViewID) { views[view]?.becomePast(database) }

  /// What the ids resolve to under a view's plan, as of the last `resolve`.
  package func state(of view: ViewID) -> ResolvedState {
    guard let view = views[view] else { preconditionFailure("the view is open") }
    return view.state
  }

  /// The id of that name in a section of a state of this resolver; nil when the state is of another one, or there is no such
  /// id in it.
  package func symbol(
    named name: String, in section: ResolvedState.Section, of state: ResolvedState
  ) -> SymbolID? {
    guard state.origin == database.identity else { return nil }
    // In a state from before ids were forgotten, numbers may mean other ids, and ids have numbers that are no more.
    if state.reclamations != database.reclamations { return state.symbol(named: name, in: section) }
    return Declarations.Space.allCases.lazy.compactMap { database.symbol(named: name, in: $0) }
      .first { state.section(of: $0) == section }
  }

  /// What is wrong under a view's plan, as of the last `resolve`: unsorted, places in bytes.
  package mutating func findings(of view: ViewID) -> [Finding] {
    guard let view = views[view] else { preconditionFailure("the view is open") }
    guard view.hasIssues else { return [] }
    return Report(view: view, database: database).findings(&suggestions)
  }
}

// MARK: Names and places

extension Resolver {
  /// Whether any file declares an id of that name which may belong to the section, in the plan of a view or not.
  package func isDeclared(_ name: String, in section: ResolvedState.Section) -> Bool {
    Self.spaces(of: section).contains { space in
      database.symbol(named: name, in: space).map { !database.declarations(of: $0).isEmpty } ?? false
    }
  }

  /// Whether an id of that name may be a constant or a style: what it resolves to tells.
  package func isShared(_ name: String) -> Bool { database.symbol(named: name, in: .shared) != nil }

  /// The names of all ids that any file declares and that may belong to the section.
  package func declaredNames(in section: ResolvedState.Section) -> [String] {
    let spaces = Self.spaces(of: section)
    return (0..<database.symbolCount).lazy.map { SymbolID(index: UInt32($0)) }
      .filter { spaces.contains(database.space($0)) && !database.declarations(of: $0).isEmpty }
      .map { database.text($0) }
  }

  static func spaces(of section: ResolvedState.Section) -> [Declarations.Space] {
    switch section {
    case .constants: [.shared, .constants]
    case .styles: [.shared, .styles]
    }
  }

  /// Where the value at a path in a state's id was declared: that of the innermost value that the path leads to. Nil for an
  /// id that is not declared. The state is the current one of an open view: older ones name declarations that are gone.
  package func place(of symbol: SymbolID, at keyPath: some Sequence<String>, in state: ResolvedState) -> Location? {
    state.origin(of: symbol, at: keyPath).map { node in
      Location(file: database[node.declaration].file, range: database.node(node).range)
    }
  }
}
