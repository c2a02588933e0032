// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The first stage of an update: from the declarations of ids to slots.
///
/// It lays out the changed ids, then those that inherit from an id whose slots changed, each after its parents.
struct LayoutStage: Sendable {
  /// The files and suffixes of the load plan.
  var layers: Layers
  /// Errors in the shape of an id.
  private(set) var issues: [SymbolID: [Issue]] = [:]
  /// Parents that cannot be inherited, by their heirs.
  private(set) var failures: [SymbolID: [LayoutFailure]] = [:]
  /// Those of base styles.
  private var failedBases: [SymbolID: [LayoutFailure]] = [:]
  private(set) var inheritance = InheritanceGraph()
  /// Grows with each change of issues and failures, of references, and of the declaration at the root of an id. Not with other values.
  private(set) var revision = 0
  /// Heirs that keep an earlier object, and have to be laid out again because their last good value changed.
  private var staleHeirs: [SymbolID] = []
  /// Grows with each change of the last good value of an heir that keeps an earlier object.
  private(set) var heirRevision = 0
  var queue = HeightQueue<[SymbolID]>(empty: [])
  private let limits: ResolverLimits
  /// The number of ids whose layouts are in memory at a time.
  private static let batchSize = 1_024

  init(layers: Layers, limits: ResolverLimits) {
    self.layers = layers
    self.limits = limits
  }

  /// Lays out ids and their heirs. Returns the ids whose slots changed.
  ///
  /// - Parameters:
  ///   - dirty: sorted, each id once.
  ///   - execution: forgets the issues of ids whose slots change.
  mutating func layOut(
    _ dirty: [SymbolID], past: Past?, _ graph: inout SlotGraph, _ execution: inout ExecutionStage,
    _ database: inout Database
  ) -> [SymbolID] {
    enqueue(dirty, graph, database)
    var changed: [SymbolID] = []
    while var (_, level) = queue.popFirst() {
      level.sortUniquely()
      let laidOut = layOutLevel(level, past: past, &graph, &execution, &database)
      for symbol in laidOut {
        for heir in inheritance.heirs(of: symbol)
        where heir != symbol && !inheritance.order.isCut(from: heir, to: symbol) {
          queue[inheritance.order.height(heir)].append(heir)
        }
      }
      changed += laidOut
    }
    return changed
  }

  /// Updates the parents of the changed ids, and queues the ids by their height.
  mutating func enqueue(_ dirty: [SymbolID], _ graph: SlotGraph, _ database: Database) {
    var scan = SymbolLayout(database: database, layers: layers, limits: limits, parents: nil)
    var dirty = dirty
    if !inheritance.isEmpty {
      // If the changed id is an alias, its heirs may now inherit from another id.
      for symbol in dirty {
        let heirs = inheritance.heirs(of: symbol)
        if heirs.isEmpty { continue }
        let wasAlias = graph.state.root(of: symbol)?.operation == .reference
        if wasAlias || scan.declarations.alias(symbol) != nil { dirty += heirs }
      }
      dirty.sortUniquely()
    }
    for symbol in dirty {
      inheritance.setParents(of: symbol, to: mayInherit(symbol, database) ? scan.inheritance(of: symbol) : [])
    }
    let touched = inheritance.updateOrder(dirty, symbolCount: database.symbolCount)
    for symbol in dirty { queue[inheritance.order.height(symbol)].append(symbol) }
    for symbol in touched { queue[inheritance.order.height(symbol)].append(symbol) }
  }

  /// Lays out ids that do not inherit from each other. Returns those whose slots changed.
  private mutating func layOutLevel(
    _ level: [SymbolID], past: Past?, _ graph: inout SlotGraph, _ execution: inout ExecutionStage,
    _ database: inout Database
  ) -> [SymbolID] {
    // Ids that are gone come first: new ids get their slots, so that the ids of a file stay side by side.
    let declared = level.filter { database.isDeclared(database.declared($0)) }
    let gone = level.filter { !database.isDeclared(database.declared($0)) }
    let level = gone + declared
    var changed: [SymbolID] = []
    for start in stride(from: 0, to: level.count, by: Self.batchSize) {
      let batch = level[start..<min(start + Self.batchSize, level.count)]
      for (symbol, layout) in layouts(of: batch, past: past, graph, database)
      where install(layout, at: symbol, past: past, &graph, &execution, &database) { changed.append(symbol) }
    }
    return changed
  }

  /// Stores the layout of an id. Returns whether its slots changed.
  private mutating func install(
    _ layout: SymbolLayout.Result, at symbol: SymbolID, past: Past?, _ graph: inout SlotGraph,
    _ execution: inout ExecutionStage, _ database: inout Database
  ) -> Bool {
    let failureChanged = (failures[symbol] == nil) != layout.failures.isEmpty
    let slots = note(layout, of: symbol, &database)
    let old = graph.state.declaredSlots(of: symbol)
    // The heirs of a base style fail with it, see `SymbolLayout.isBrokenBase`.
    if old == slots { return failureChanged && database.space(symbol) == .baseStyles }
    if !slots.refersLike(old) { revision += 1 }
    let hadFailed = execution.forget(symbol)
    graph.install(slots, over: old, reusing: hadFailed ? [] : old, at: symbol, hasPast: past != nil, database)
    return true
  }

  /// Records the errors of a layout. Returns its slots.
  mutating func note(_ layout: SymbolLayout.Result, of symbol: SymbolID, _ database: inout Database) -> [DeclaredSlot] {
    let old = (issues[symbol] ?? [], failures[symbol] ?? [])
    if layout.issues != old.0 || layout.failures != old.1 { revision += 1 }
    issues[symbol] = layout.issues.isEmpty ? nil : layout.issues
    failures[symbol] = layout.failures.isEmpty ? nil : layout.failures
    if database.space(symbol) == .baseStyles { failedBases[symbol] = failures[symbol] }
    return layout.values.isEmpty ? layout.slots : intern(layout.values, in: layout.slots, &database)
  }

  /// The layouts of several ids. A function of its own, so that nothing shares the state while slots are installed: that
  /// would copy it.
  func layouts(
    of symbols: ArraySlice<SymbolID>, past: Past?, _ graph: SlotGraph, _ database: Database
  ) -> [(SymbolID, SymbolLayout.Result)] {
    var layout = SymbolLayout(
      database: database, layers: layers, limits: limits, parents: (graph.state, inheritance.order),
      lastGood: LastGood(past: past, failedBases: failedBases))
    return symbols.map { ($0, layout.layout(of: $0)) }
  }

  /// Replaces the places of last good values in a list by the numbers of the database.
  private func intern(_ values: [Value], in slots: [DeclaredSlot], _ database: inout Database) -> [DeclaredSlot] {
    slots.map { declared in
      let operand = declared.slot.operand
      guard declared.slot.operation == .held, operand & SymbolLayout.pending != 0 else { return declared }
      var declared = declared
      declared.slot.operand = database.intern(values[Int(operand & ~SymbolLayout.pending)]).index
      return declared
    }
  }

  /// False for ids that do not inherit. True means that the declarations have to be searched.
  private func mayInherit(_ symbol: SymbolID, _ database: Database) -> Bool {
    var symbols = [database.declared(symbol)]
    for variant in database.variants(of: symbol) { symbols.append(variant.symbol) }
    for symbol in symbols {
      for declaration in database.declarations(of: symbol, in: layers) {
        let declaration = database[declaration]
        if !declaration.isPlain || layers.isModification(declaration.file) { return true }
      }
    }
    return false
  }

  // MARK: Other jobs

  /// Queues the heirs that keep an object, and whose value a new past changed, for the next update. Costs O(changed values); O(failures)
  /// if the past before it was not a state of this view.
  mutating func noteNewPast(_ state: ResolvedState, after past: Past?) {
    guard !failures.isEmpty else { return }
    var changed: [SymbolID] = []
    if case .state(let earlier)? = past?.source {
      ChunkedArray.forEachDifferentIndex(earlier.results, state.results) {
        changed.append(SymbolID(index: UInt32($0)))
      }
    } else {
      changed.append(contentsOf: failures.keys)
    }
    let stale = changed.filter { failures[$0]?.contains(where: \.isHeld) ?? false }
    if stale.isEmpty { return }
    staleHeirs += stale
    heirRevision += 1
  }

  /// Returns the heirs that have to be laid out again, and forgets them.
  mutating func removeStaleHeirs() -> [SymbolID] {
    defer { staleHeirs = [] }
    return staleHeirs
  }

  /// Shares storage with another view again, as `View.share` does.
  mutating func share(with other: Self, since old: DependencyOrder) {
    inheritance.shareOrder(with: other.inheritance, since: old)
  }
}

extension [DeclaredSlot] {
  /// Whether the slots of an id have the same references in the same places as before, and the same declaration at the root.
  fileprivate func refersLike(_ old: [DeclaredSlot]) -> Bool {
    count == old.count && first?.origin.declaration == old.first?.origin.declaration
      && zip(self, old).allSatisfy { $0.slot.operation == $1.slot.operation && $0.slot.target == $1.slot.target }
  }
}
