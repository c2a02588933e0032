// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The first load of a view: the same result as `update` from the empty plan, in a fixed number of passes over all ids.
///
/// 1. *Collect*: the ids of the plan in the order of definition. Most are *verbatim*: one file declares them, and no rule
///    concerns them.
/// 2. *Slots*: the nodes of verbatim ids are their slots. The other ids are laid out as in an update.
/// 3. *References*: counted and packed.
/// 4. *Order and execution*: by levels. An id is executed when all its dependencies are, once (`ReferenceLevels`). Ids on or
///    above a cycle remain; they are ordered and executed as in an update.
extension View {
  /// - Precondition: the view is new.
  /// - Returns: the number of executed values.
  mutating func load(_ plan: LoadPlan, _ database: inout Database) -> Int {
    setFiles(of: plan, database)
    graph.executedInLayout = 0
    let ids = DeclaredIDs(of: plan, layout.layers, database)
    nextOrder = ids.count
    graph.writeSlots(of: ids, hasPast: past != nil, database)
    graph.recordsReferences = false
    _ = layout.layOut(ids.others, past: past, &graph, &execution, &database)
    graph.recordsReferences = true
    var levels = ReferenceLevels(of: &graph, symbolCount: database.symbolCount)
    var executed = graph.executedInLayout
    executed += execution.run(&levels, past: past, &graph, &database)
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
  private(set) var verbatim: ContiguousArray<(symbol: SymbolID, declaration: DeclarationID)> = []
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
  /// Adds all ids of the database, and writes the slots of those that are verbatim.
  ///
  /// - Parameter hasPast: as for `install`.
  fileprivate mutating func writeSlots(of ids: DeclaredIDs, hasPast: Bool, _ database: Database) {
    var symbols = ContiguousArray<SymbolState>()
    symbols.reserveCapacity(database.symbolCount)
    for (index, symbol) in database.symbols.enumerated() {
      symbols.append(SymbolState(name: symbol.name, space: symbol.space, order: ids.order[index]))
    }
    var run = SlotRun()
    var file: FileID?
    var nodes: [Database.Node] = []
    for (symbol, number) in ids.verbatim {
      let declaration = database[number]
      if declaration.file != file {
        file = declaration.file
        nodes = database.files[Int(declaration.file.index)]?.nodes ?? []
        if run.slots.count >= SlotRun.length { state.append(&run) }
      }
      let first = run.slots.count
      run.append(nodes, from: Int(declaration.start), of: symbol, number, hasPast: hasPast)
      let count = UInt32(run.slots.count - first)
      symbols[Int(symbol.index)].first = UInt32(state.slots.count + first)
      symbols[Int(symbol.index)].count = count
      run.pad(by: Int(Self.capacity(of: count) - count))
      let id = database.symbols[Int(symbol.index)]
      declaredNames &+= Self.declaredName(id.name, id.space, database)
    }
    state.append(&run)
    executedInLayout += run.literals
    state.add(symbols)
  }
}

/// Slots that are written side by side before the state takes them.
private struct SlotRun {
  static let length = 4_096
  var slots: ContiguousArray<Slot> = []
  var outcomes: ContiguousArray<Outcome> = []
  /// The number of literals, whose outcome needs no execution.
  private(set) var literals = 0
  /// The slots with descendants that are not written yet.
  private var open: ContiguousArray<Int> = []

  /// Appends the nodes of a declaration as slots.
  mutating func append(
    _ nodes: [Database.Node], from start: Int, of symbol: SymbolID, _ declaration: DeclarationID, hasPast: Bool
  ) {
    let first = slots.count
    for index in start..<Int(nodes[start].end) {
      let node = nodes[index]
      let place = first + index - start
      while let parent = open.last, parent + Int(slots[parent].size) <= place { open.removeLast() }
      var slot = Slot(
        node, NodeReference(declaration: declaration, node: UInt32(index - start)),
        key: index == start ? symbol.index : node.key)
      slot.size = node.end - UInt32(index)
      slot.parent = open.last.map { UInt32(place - $0) } ?? 0
      if slot.size > 1 { open.append(place) }
      slots.append(slot)
      outcomes.append(outcome(of: slot, hasPast: hasPast))
    }
    open.removeAll(keepingCapacity: true)
  }

  private mutating func outcome(of slot: Slot, hasPast: Bool) -> Outcome {
    switch slot.operation {
    case .object: return Outcome(sum: 0)
    case .literal:
      literals += 1
      return Outcome(ResolvedValue(ValueID(index: slot.operand)))
    case .invalid: return Outcome(hasPast ? .waiting : .unresolved)
    case .reference, .lookup, .part, .array, .glyph, .font, .fontObject, .colorReference, .calls, .faultyLiteral, .held,
      .typed, .first:
      return Outcome(.waiting)
    }
  }

  /// Appends unused slots.
  mutating func pad(by count: Int) {
    for _ in 0..<count {
      slots.append(.unused)
      outcomes.append(Outcome(.unresolved))
    }
  }
}

extension ResolvedState {
  fileprivate mutating func append(_ run: inout SlotRun) {
    slots.append(contentsOf: run.slots)
    outcomes.append(contentsOf: run.outcomes)
    run.slots.removeAll(keepingCapacity: true)
    run.outcomes.removeAll(keepingCapacity: true)
  }
}
