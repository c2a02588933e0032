// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The first load of a view: the same result as `update` from the empty plan, in a fixed number of passes over all ids.
///
/// 1. *Collect*: the ids of the plan in the order of definition. Most are *verbatim*: one file declares them, and no rule
///    concerns them.
/// 2. *Slots*: the nodes of verbatim ids are their slots. The other ids are laid out as in an update, and written behind them.
/// 3. *References*: counted and packed (`PackedReferences`).
/// 4. *Order and execution*: by levels. An id is executed when all its dependencies are, once (`ReferenceLevels`). Ids on or
///    above a cycle remain; they are ordered and executed as in an update.
extension View {
  /// - Precondition: the view is new.
  /// - Returns: the number of executed values.
  mutating func load(_ plan: LoadPlan, _ database: inout Database, on workers: any Workers) -> Int {
    setFiles(of: plan, database)
    let ids = DeclaredIDs(of: plan, layout.layers, database)
    nextOrder = ids.count

    let literals = graph.writeSlots(of: ids, hasPast: past != nil, database, on: workers)
    layout.load(ids.others, past: past, &graph, &database, on: workers)

    let references = PackedReferences(of: graph.state, symbolCount: database.symbolCount)
    graph.references = references.dependents

    var levels = ReferenceLevels(of: references)
    var executed = literals + execution.load(by: &levels, past: past, &graph, &database)
    let remaining = levels.finish(&graph)
    if !remaining.isEmpty {
      for symbol in remaining { graph.setSums(of: symbol, database) }
      let cyclic = graph.updateOrder(remaining, symbolCount: database.symbolCount)
      executed += execution.run(laidOut: remaining, cyclic: cyclic, past: past, &graph, &database)
    }
    graph.state = state.with(database)
    return executed
  }
}

// MARK: Collect

/// The ids that the files of a plan declare.
private struct DeclaredIDs {
  /// The number of ids.
  private(set) var count: UInt32 = 0
  /// By id: its place in the order of definition, that of its first declaration. `max` for ids without a declaration.
  private(set) var order: ContiguousArray<UInt32>
  /// The ids whose slots are the nodes of a declaration, in the order of the files.
  private(set) var verbatim: [(symbol: SymbolID, declaration: DeclarationID)] = []
  /// The other ids, sorted.
  private(set) var others: [SymbolID] = []

  /// Stands for several declarations.
  private static let several = DeclarationID(index: .max - 1)

  init(of plan: LoadPlan, _ layers: Layers, _ database: Database) {
    order = ContiguousArray(repeating: .max, count: database.symbolCount)
    var sole = ContiguousArray<DeclarationID>(repeating: .none, count: database.symbolCount)
    for (rank, file) in plan.files.enumerated() where layers.rank(of: file) == rank {
      for (symbol, declaration) in database.declarationsInOrder(of: file) {
        let place = Int((database.base(of: symbol) ?? symbol).index)
        if order[place] == .max {
          order[place] = count
          count += 1
        }
        verbatim.append((symbol, declaration))
        sole[Int(symbol.index)] = sole[Int(symbol.index)] == .none ? declaration : Self.several
      }
    }
    verbatim.removeAll { symbol, declaration in
      let isVerbatim =
        sole[Int(symbol.index)] == declaration && database[declaration].isVerbatim
        && database.base(of: symbol) == nil && database.variants(of: symbol).isEmpty
      let base = database.base(of: symbol) ?? symbol
      if !isVerbatim { others.append(base) }
      if let style = database.baseStyle(of: base) { others.append(style) }
      return !isVerbatim
    }
    if plan.base != nil { others += database.baseStyles.values }
    others.sortUniquely()
  }
}

extension Database {
  /// The declarations of a file by their place in it.
  fileprivate func declarationsInOrder(of file: FileID) -> [(symbol: SymbolID, declaration: DeclarationID)] {
    guard Int(file.index) < files.count, let declarations = files[Int(file.index)]?.declarations else { return [] }
    let places = declarations.map { (start: self[$0.declaration].start, entry: $0) }
    return places.sorted { $0.start < $1.start }.map(\.entry)
  }
}

// MARK: Slots

extension SlotGraph {
  /// Adds all ids of the database, and writes the slots of those that are verbatim. Literals need no execution: their outcome is
  /// written with them.
  ///
  /// - Parameter hasPast: as for `install`.
  /// - Returns: the number of literals.
  fileprivate mutating func writeSlots(
    of ids: DeclaredIDs, hasPast: Bool, _ database: Database, on workers: any Workers
  ) -> Int {
    var symbols = ContiguousArray<SymbolState>()
    symbols.reserveCapacity(database.symbolCount)
    for (index, symbol) in database.symbols.enumerated() {
      symbols.append(SymbolState(name: symbol.name, space: symbol.space, order: ids.order[index]))
    }
    var literals = 0
    workers.inOrder((ids.verbatim.count + Self.runLength - 1) / Self.runLength) { [verbatim = ids.verbatim] number in
      SlotRun(of: verbatim[(number * Self.runLength)...].prefix(Self.runLength), hasPast: hasPast, database)
    } take: { _, run in
      for (symbol, declaration, first) in run.ids {
        symbols[Int(symbol.index)].first = UInt32(state.slots.count) + first
        symbols[Int(symbol.index)].declaration = declaration
      }
      declaredNames &+= run.declaredNames
      literals += run.literals
      state.slots.append(contentsOf: run.slots)
      state.outcomes.append(contentsOf: run.outcomes)
    }
    state.add(symbols)
    return literals
  }

  /// Ids whose slots a worker writes side by side.
  private static var runLength: Int { 256 }

  /// Writes the slots of an id that has none. All wait for their execution, literals too, which a number beside them may modify.
  ///
  /// - Parameter hasPast: as for `install`.
  mutating func add(_ new: [DeclaredSlot], at symbol: SymbolID, hasPast: Bool, _ database: Database) {
    if new.isEmpty { return }
    let first = state.slots.count
    setRun(of: symbol, UInt32(first), new.declaration, database)
    let slots = new.map(\.slot)
    state.slots.append(contentsOf: slots)
    state.setOrigins(of: symbol, to: new)
    state.outcomes.append(
      contentsOf: slots.map {
        $0.operation == .literal ? .waiting : ResolvedValue(beforeExecutionOf: $0, hasPast: hasPast)
      })
    let end = first + Int(Self.capacity(of: UInt32(new.count)))
    state.slots.grow(to: end, with: .unused)
    state.outcomes.grow(to: end, with: .unresolved)
  }
}

/// The slots of some verbatim ids.
private struct SlotRun: Sendable {
  private(set) var slots: [Slot] = []
  private(set) var outcomes: [ResolvedValue] = []
  /// Where the slots of each id begin in the run.
  private(set) var ids: [(symbol: SymbolID, declaration: DeclarationID, first: UInt32)] = []
  private(set) var literals = 0
  /// See `SlotGraph.declaredNames`.
  private(set) var declaredNames: UInt64 = 0

  init(
    of verbatim: ArraySlice<(symbol: SymbolID, declaration: DeclarationID)>, hasPast: Bool, _ database: Database
  ) {
    ids.reserveCapacity(verbatim.count)
    for (symbol, declaration) in verbatim {
      let first = UInt32(slots.count)
      database.appendSlots(of: declaration, key: symbol.index, to: &slots)
      let count = UInt32(slots.count) - first
      for _ in count..<SlotGraph.capacity(of: count) { slots.append(.unused) }
      ids.append((symbol, declaration, first))
      let id = database.symbols[Int(symbol.index)]
      declaredNames &+= SlotGraph.declaredName(id.name, id.space, database)
    }
    outcomes.reserveCapacity(slots.count)
    for slot in slots {
      if slot.operation == .literal { literals += 1 }
      outcomes.append(ResolvedValue(beforeExecutionOf: slot, hasPast: hasPast))
    }
  }
}

extension ResolvedValue {
  fileprivate init(beforeExecutionOf slot: Slot, hasPast: Bool) {
    switch slot.operation {
    case .object: self = .object
    case .literal: self.init(ValueID(index: slot.operand))
    case .invalid: self = hasPast ? .waiting : .unresolved
    case .reference, .lookup, .part, .array, .glyph, .font, .fontObject, .colorReference, .calls, .faultyLiteral, .held,
      .typed, .first:
      self = .waiting
    }
  }
}
