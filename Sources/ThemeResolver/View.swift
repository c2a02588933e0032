// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The resolved values of a bundle under one load plan, kept up to date.
///
/// An update has three stages. Each stops at unchanged values:
/// 1. *Layout* (`LayoutStage`): ids whose declarations changed are laid out again, then their heirs.
/// 2. *Order* (`SlotGraph.updateOrder`): new references repair the topological order where they break it.
/// 3. *Execution* (`ExecutionStage`): slots that differ run upwards in that order. A slot with an unchanged value is
///    backdated: nothing above it runs.
struct View: Sendable {
  private(set) var plan: LoadPlan
  /// The number of different files in the plan.
  private(set) var fileCount = 0
  let limits: ResolverLimits

  var graph = SlotGraph()
  var layout: LayoutStage
  var execution: ExecutionStage
  /// The last published state. Nil before the first publication.
  var past: Past?
  /// Counts the plans.
  private var planNumber = 0
  /// The failures without an earlier good value, as of the last publication.
  var unheld: (revision: Int, places: Set<HeldPlace>) = (0, [])
  /// The values that the view keeps, as of the last call of `keptValues`.
  var kept = KeptValues()

  /// The place in the order of definition that the next new id gets.
  var nextOrder: UInt32 = 0

  init(limits: ResolverLimits) {
    plan = LoadPlan()
    self.limits = limits
    layout = LayoutStage(layers: Layers(plan, suffixes: []), limits: limits)
    execution = ExecutionStage(limits: limits)
  }

  /// Applies a plan and the changed declarations. Returns the number of executed values.
  ///
  /// - Parameters:
  ///   - changed: ids whose declarations changed in any file.
  ///   - renamed: numbers that belong to another id than the view knows.
  mutating func update(
    plan newPlan: LoadPlan, changed: [SymbolID], renamed: [SymbolID], database: inout Database
  ) -> Int {
    for symbol in renamed where Int(symbol.index) < state.symbols.count { addSymbol(symbol, database) }
    var dirty = changed.filter { isAffected($0, database) }
    if newPlan != plan { dirty += setPlan(newPlan, database) }
    for index in dirty.indices { dirty[index] = database.base(of: dirty[index]) ?? dirty[index] }
    dirty += dirty.compactMap(database.baseStyle)
    dirty += layout.removeStaleHeirs()
    dirty.sortUniquely()
    while state.symbols.count < database.symbolCount {
      addSymbol(SymbolID(index: UInt32(state.symbols.count)), database)
    }
    setDefinitionOrder(of: dirty, database)

    let laidOut = layout.layOut(dirty, past: past, &graph, &execution, &database)
    graph.references.packAfterLoad()
    let cyclic = graph.updateOrder(laidOut, symbolCount: database.symbolCount)
    let executed = execution.run(laidOut: laidOut, cyclic: cyclic, past: past, &graph, &database)
    graph.state = state.with(database)
    return executed
  }

  /// Adds an id, or replaces the id that had this number. It is not declared yet.
  private mutating func addSymbol(_ symbol: SymbolID, _ database: Database) {
    graph.state.set(symbol, to: SymbolState(name: database.name(symbol), space: database.space(symbol)))
  }

  // MARK: Plan

  /// Whether an id is declared in the plan of this view, or was.
  private func isAffected(_ symbol: SymbolID, _ database: Database) -> Bool {
    let base = database.base(of: symbol) ?? symbol
    if state.symbol(base)?.isDeclared ?? false || layout.issues[base] != nil { return true }
    return !database.declarations(of: database.declared(symbol), in: layout.layers).isEmpty
  }

  /// Returns the ids that may differ under the new plan, in no particular order and with repetitions.
  private mutating func setPlan(_ new: LoadPlan, _ database: Database) -> [SymbolID] {
    let difference = PlanDifference(from: plan, to: new)
    setFiles(of: new, database)
    return difference.symbols(database)
  }

  mutating func setFiles(of new: LoadPlan, _ database: Database) {
    plan = new
    planNumber += 1
    fileCount = Set(new.files).count - new.additions
    layout.layers = Layers(new, suffixes: database.names.suffixes)
  }

  /// Gives new ids their place in the order of definition, by their first declaration.
  private mutating func setDefinitionOrder(of dirty: [SymbolID], _ database: Database) {
    var places: [(place: UInt64, symbol: SymbolID)] = []
    for symbol in dirty where state.symbols[Int(symbol.index)].order == .max {
      var declarations = database.declarations(of: database.declared(symbol), in: layout.layers)
      for variant in database.variants(of: symbol) {
        declarations += database.declarations(of: variant.symbol, in: layout.layers)
      }
      if let first = declarations.map({ place(of: $0, database) }).min() { places.append((first, symbol)) }
    }
    for (_, symbol) in places.sorted(by: { $0.place < $1.place }) {
      graph.state.symbols[Int(symbol.index)].order = nextOrder
      nextOrder += 1
    }
  }

  /// The rank of a declaration's file in the plan, then its offset.
  private func place(of declaration: DeclarationID, _ database: Database) -> UInt64 {
    UInt64(layout.layers.rank(of: database[declaration].file)) << 32 | UInt64(database[declaration].start)
  }
}

// MARK: Reading

extension View {
  var state: ResolvedState { graph.state }

  /// The members of each cycle of references, and of each cycle of inheritance.
  var referenceCycles: [[SymbolID]] { graph.order.cycleMembers }
  var inheritanceCycles: [[SymbolID]] { layout.inheritance.order.cycleMembers }

  /// Whether there is anything to report.
  var hasIssues: Bool {
    !(layout.issues.isEmpty && execution.evaluator.issues.isEmpty && referenceCycles.isEmpty
      && inheritanceCycles.isEmpty)
  }

  /// Grows with each change of what findings are made of: the plan, ids, references, parents, issues and failures. Not with other
  /// values, and not with the places of declarations in their files.
  var findingsRevision: Int {
    layout.revision + layout.inheritance.revision + execution.evaluator.issues.revision + execution.failures.revision
      + planNumber
  }

  /// The ids that inherit from an id, in no particular order.
  func heirs(of symbol: SymbolID) -> Set<SymbolID> { layout.inheritance.heirs(of: symbol) }

  /// The rank of a file in the plan, then the offset: sorts places in the order of the files.
  func order(_ location: Location) -> (rank: Int32, offset: UInt32) {
    (layout.layers.rank(of: location.file), location.range.start)
  }
}
