// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// The number of a view: the resolved values of one load plan.
package struct ViewID: Hashable, Comparable, Sendable {
  fileprivate var index: Int

  package static func < (left: ViewID, right: ViewID) -> Bool { left.index < right.index }
}

/// The incremental engine: input are declarations by file, output are resolved states by load plan.
///
/// `update` and `setPlan` collect changes. `resolve` applies them as one batch.
///
/// It has more than 400 lines over its extensions, because it is the interface of the target: each extension answers one question
/// about the views, or keeps numbers in order after a batch.
package struct Resolver: Sendable {
  var database: Database
  let limits: ResolverLimits
  private(set) var views: [ViewID: View] = [:]
  private var plans: [ViewID: LoadPlan] = [:]
  /// The view that another view was copied from. Both share equal storage. The leader is always the older view.
  private var leaders: [ViewID: ViewID] = [:]
  private var changed: [SymbolID] = []
  private var nextView = 0
  /// Suggestions for misspelt ids, kept between publications.
  private(set) var suggestions = SuggestionMemory()
  /// The number of places and parents that a view keeps, as of the last `resolve`. Only views that keep any have an entry.
  package private(set) var heldCounts: [ViewID: Int] = [:]
  /// The views that have something to report, as of the last `resolve`.
  private(set) var viewsWithIssues: Set<ViewID> = []
  /// The `findingsRevision` of each view, as of the last `resolve`.
  private(set) var revisions: [ViewID: Int] = [:]
  private var reports = KnownReports()
  /// Whether a view uses at most a quarter of many slots, as of the last `resolve`. A new resolver over the same declarations
  /// frees the rest.
  package private(set) var isSparse = false
  /// The count of used numbers when `reclaim` checked it last.
  var usedNumbers = 0

  /// - Parameters:
  ///   - suffixes: the key suffixes of the bundle for all devices; see `LoadPlan`.
  ///   - identity: above 0, and different for each resolver whose states are compared.
  package init(
    rules: Rules, suffixes: [String], limits: ResolverLimits = ResolverLimits(), identity: Int = 1
  ) {
    database = Database(rules: rules, suffixes: suffixes, identity: identity)
    self.limits = limits
  }

  /// Applies the present declarations of a file, nil for none. Returns the place of each new, changed or removed declaration,
  /// nil for a removed one. Costs O(file).
  package mutating func update(_ file: FileID, _ declarations: Declarations?) -> [ByteRange?] {
    reports.noteUpdate(of: file)
    let changes = database.update(file, declarations)
    for change in changes { changed.append(change.symbol) }
    changed += database.removeNewBaseStyles()
    return changes.map(\.place)
  }

  /// The declaration of one id in a file.
  package struct Entry: Sendable {
    package var name: String
    /// The place of the value in the file.
    package var range: ByteRange
    /// The number of nodes.
    package var count: Int
    fileprivate var symbol: SymbolID
  }

  /// The declaration whose value has these bytes between its brackets or quotation marks. Costs O(ids of the file).
  package func entry(in file: FileID, around bytes: ByteRange) -> Entry? {
    database.declaration(in: file, around: bytes).map { symbol, declaration in
      let root = NodeReference(declaration: declaration, node: 0)
      return Entry(
        name: database.text(symbol), range: database.location(of: root).range, count: Int(database.node(root).count),
        symbol: symbol)
    }
  }

  /// Applies a changed declaration of one id in a file that did not change otherwise. Returns the same as `update` of a whole
  /// file. Returns nil and changes nothing if the declarations name other ids.
  ///
  /// Costs O(declaration), and a pass over the nodes of the file that moves those behind it. Findings are known as before, see
  /// `reportNumber`.
  ///
  /// - Parameters:
  ///   - moved: the offset of the new places in the file.
  ///   - growth: the number of bytes by which the value is longer than before.
  package mutating func update(
    _ file: FileID, _ entry: Entry, _ declarations: Declarations, moved: Int, growth: Int
  ) -> [ByteRange?]? {
    guard
      let changes = database.replace(entry.symbol, in: file, with: declarations, moved: moved, growth: growth)
    else { return nil }
    for change in changes { changed.append(change.symbol) }
    changed += database.removeNewBaseStyles()
    return changes.map(\.place)
  }

  /// Sets or removes the declaration of one id in a file whose other declarations stay. Returns the same as `update` of a whole file.
  ///
  /// Costs O(declaration), and a pass over the ids of the file.
  ///
  /// - Parameter declarations: of this id, and no other, from a text of their own; none to remove that of the file.
  package mutating func update(
    _ file: FileID, _ name: String, in space: Declarations.Space, to declarations: Declarations
  ) -> [ByteRange?] {
    reports.noteUpdate(of: file)
    let change = database.update(file, name, in: space, to: declarations)
    changed += [change?.symbol].compactMap(\.self) + database.removeNewBaseStyles()
    return [change].compactMap(\.self).map(\.place)
  }

  /// Moves the places of a file's declarations behind a replaced text, which ended at an offset, and the ends of those around it.
  /// Costs O(nodes of the file).
  package mutating func movePlaces(in file: FileID, from offset: UInt32, by growth: Int) {
    database.movePlaces(in: file, from: offset, by: growth)
  }

  /// Whether a file's values have the places of these declarations, which are equal apart from places. Costs O(nodes of the
  /// file).
  package func hasPlaces(of declarations: Declarations, in file: FileID) -> Bool {
    database.hasPlaces(of: declarations, in: file)
  }

  /// Records that the text changed in which a file without a text of its own has its places.
  package mutating func noteTextChange(of file: FileID) { reports.noteUpdate(of: file) }

  /// Opens a view. It is empty until `resolve`.
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
    revisions[view] = nil
    heldCounts[view] = nil
    reports.forget(view)
    let heir = leaders.filter { $0.value == view }.keys.min()
    for (follower, leader) in leaders where leader == view {
      leaders[follower] = follower == heir ? leaders[view] : heir
    }
    leaders[view] = nil
  }

  /// Updates all views. Returns the number of executed values over all views.
  ///
  /// - Parameter workers: lay out the ids of a load.
  package mutating func resolve(on workers: any Workers = CallingThread()) -> Int {
    var executed = 0
    changed.sortUniquely()
    viewsWithIssues = []
    isSparse = false
    // Leaders come before the views that follow them.
    for (id, plan) in plans.sorted(by: { $0.key < $1.key }) {
      // Removed during its update, so that its storage has one owner.
      guard var view = views.removeValue(forKey: id) else { continue }
      let isNew = view.plan == LoadPlan()
      if isNew {
        view = begun(id, plan, past: view.past)
        revisions[id] = nil
        reports.forget(id)
      }
      let leader = leaders[id].flatMap { views[$0] }
      let before = leader == nil ? nil : view.storage
      if isNew, leader == nil {
        executed += view.load(plan, &database, on: workers)
      } else {
        // A new view is a copy of its leader, which has applied the changes.
        executed += view.update(
          plan: plan, changed: isNew ? [] : changed, renamed: isNew ? [] : database.renamedSymbols, database: &database)
      }
      if let leader, let before { view.share(with: leader, since: before) }
      if view.hasIssues { viewsWithIssues.insert(id) }
      if revisions[id] != view.findingsRevision {
        revisions[id] = view.findingsRevision
        heldCounts[id] = view.isHolding ? view.heldCount : nil
      }
      isSparse = isSparse || view.graph.isSparse(small: limits.smallSlots)
      views[id] = view
    }
    changed = []
    database.renamedSymbols = []
    reclaim()
    return executed
  }

  /// An empty view, or a copy of the view that has most in common with it, so that equal content is stored and resolved once. Costs
  /// O(files) for each view.
  ///
  /// Starts empty instead if more than half of the ids differ: laying out a new id costs less than half of comparing two.
  private mutating func begun(_ id: ViewID, _ plan: LoadPlan, past: Past?) -> View {
    let whole = PlanDifference(from: LoadPlan(), to: plan).size(database)
    // Values that another view keeps belong to that view's past.
    let leader = views.filter { $0.key < id && past == nil && !$0.value.isHolding }
      .map { id, view in (id: id, size: PlanDifference(from: view.plan, to: plan).size(database)) }
      .filter { $0.size * 2 < whole }
      .min { ($0.size, $0.id) < ($1.size, $1.id) }
    // A view that had no files before may know numbers that belong to other ids now: it starts over.
    var view = leader.flatMap { views[$0.id] } ?? View(limits: limits)
    view.past = past
    leaders[id] = leader?.id
    return view
  }

  /// Sets the past of a view that was not resolved yet.
  package mutating func setPast(_ past: Past, of view: ViewID) {
    views[view]?.past = past
    past.forEachKey { _ = database.names.intern($0) }
  }

  /// Makes the state of the last `resolve` the past of a view. Call it when the state is published.
  package mutating func publish(_ view: ViewID) { views[view]?.becomePast(database) }

  /// The values of the last published state, or only those that the view keeps, by section, id and keys; and the failures
  /// without a value to keep. The kept values are the same dictionary while they are the same, at no cost; otherwise O(listed values).
  package mutating func recorded(
    _ view: ViewID, isWhole: Bool
  ) -> (values: PathValues, unheld: Set<HeldPlace>)? {
    views[view]?.recorded(isWhole: isWhole, database) ?? nil
  }

  /// The places that keep an earlier value. Costs O(1) while they and their values are the same, otherwise O(places).
  package mutating func heldPlaces(in view: ViewID) -> [HeldPlace] { views[view]?.keptValues(database).places ?? [] }

  /// The resolved ids of a view, as of the last `resolve`.
  package func state(of view: ViewID) -> ResolvedState {
    guard let view = views[view] else { preconditionFailure("the view is open") }
    return view.state
  }

  /// The number of values that each of these ids of a view has with everything that it refers to. Costs O(ids).
  package func unfoldedValues(of symbols: [SymbolID], in view: ViewID) -> [Int] {
    guard let view = views[view] else { preconditionFailure("the view is open") }
    let sizes = view.execution.evaluator.sizes
    return symbols.map { sizes.values(of: $0, view.state) }
  }

  /// The id of this name in a section of a state. Nil if the state has no such id. Costs O(ids) for a state of another resolver,
  /// or from before numbers were freed.
  package func symbol(
    named name: String, in section: ResolvedState.Section, of state: ResolvedState
  ) -> SymbolID? {
    guard state.origin == database.identity, state.reclamations == database.reclamations else {
      // Its numbers belong to other ids here.
      return state.symbol(named: name, in: section)
    }
    // A lazy sequence would copy the resolver.
    for space in Declarations.Space.allCases {
      if let symbol = database.symbol(named: name, in: space), state.section(of: symbol) == section { return symbol }
    }
    return nil
  }

  /// The resolved ids that a selection names one by one, in the order of definition. Nil if all ids have to be looked at: patterns may
  /// match further ones, or the state has other numbers. Costs O(patterns).
  package func symbols(
    namedBy selection: Selection, in state: ResolvedState
  ) -> [(symbol: SymbolID, name: String, section: ResolvedState.Section)]? {
    guard state.origin == database.identity, state.reclamations == database.reclamations else { return nil }
    var symbols: [SymbolID] = []
    for section in ResolvedState.Section.allCases {
      guard let names = selection.root.descending(to: section.rawValue).namedSegments else { return nil }
      for name in names {
        if let symbol = symbol(named: name, in: section, of: state) { symbols.append(symbol) }
      }
    }
    return state.resolved(symbols)
  }

  /// The issues of a view as findings, as of the last `resolve`. Unsorted, places in bytes.
  package mutating func findings(of view: ViewID) -> [Finding] {
    guard let revision = revisions[view] else { return [] }
    let isKnown = reportNumber(of: view) != nil
    var findings: [Finding] = []
    var filesOfCycles: Set<FileID> = []
    if viewsWithIssues.contains(view), let shown = views[view] {
      let report = Report(view: shown, database: database)
      findings = report.findings(&suggestions)
      if !isKnown { filesOfCycles = report.filesOfCycles }
    }
    if !isKnown {
      let state = state(of: view)
      reports.note(findings, of: view, revision: revision, besides: filesOfCycles) {
        suggestions.colors.sum(in: state, database)
      }
    }
    return findings
  }

  /// The number of the last findings of a view, if `findings(of:)` would return the same now, with the same places, apart from those
  /// that moved when a declaration of one id was updated. Each view and each change of its findings has a number of its own. Nil if
  /// they have to be made.
  ///
  /// Costs the difference from the state of the last call.
  package mutating func reportNumber(of view: ViewID) -> Int? {
    guard let revision = revisions[view] else { return nil }
    return reports.number(of: view, revision: revision) { suggestions.colors.sum(in: state(of: view), database) }
  }
}

// MARK: Names and places

extension Resolver {
  /// Whether a file declares an id of this name that may belong to the section. Load plans do not matter.
  package func isDeclared(_ name: String, in section: ResolvedState.Section) -> Bool {
    Self.spaces(of: section).contains { space in
      database.symbol(named: name, in: space).map { !database.declarations(of: $0).isEmpty } ?? false
    }
  }

  /// Whether an id of this name may be a constant or a style, depending on its value.
  package func isShared(_ name: String) -> Bool { database.symbol(named: name, in: .shared) != nil }

  /// The names of all declared ids that may belong to the section.
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

  /// The place where the value at a path was declared: that of the innermost value on the path. Nil for an id that is not
  /// declared.
  ///
  /// - Parameter origins: of the present state of an open view. Older states name declarations that are gone.
  package func place(of symbol: SymbolID, at keyPath: ArraySlice<String>, in origins: inout ValueOrigins)
    -> Location?
  {
    origins.origin(of: symbol, at: keyPath).map { database.location(of: $0) }
  }
}
