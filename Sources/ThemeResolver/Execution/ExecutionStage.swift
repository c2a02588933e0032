// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The last stage of an update: executes slots upwards in the order of the references.
///
/// A slot whose value stays the same is backdated: nothing above it runs.
struct ExecutionStage: Sendable {
  var queue = ExecutionQueue()
  var evaluator: Evaluator
  /// Places whose evaluation failed.
  var failures = SlotNotes<Failure>()

  init(limits: ResolverLimits) { evaluator = Evaluator(limits: limits) }

  /// Executes the slots that changed and all slots whose input changed. Returns the number of executed slots.
  ///
  /// - Parameters:
  ///   - laidOut: ids whose slots changed.
  ///   - cyclic: ids that came onto a cycle or left one.
  mutating func run(
    laidOut: [SymbolID], cyclic: [SymbolID], past: Past?, _ graph: inout SlotGraph, _ database: inout Database
  ) -> Int {
    queue.begin()
    evaluator.sizes.begin(laidOut: laidOut)
    for symbol in laidOut { enqueueInstalled(symbol, &graph) }
    for symbol in cyclic { enqueueCyclic(symbol, graph) }
    while let (height, symbols) = queue.beginWave() {
      executeReferences(height: height, &graph, database)
      var start = 0
      while start < queue.slots.count {
        let root = graph.state.root(of: queue.slots[start])
        let whole = graph.state.slots[Int(root)]
        let end = queue.firstSlot(from: root + whole.size, after: start)
        let symbol = SymbolID(index: whole.key)
        execute(start..<end, of: symbol, root: root, height: height, past: past, &graph, &database)
        start = end
      }
      queue.begin(0..<0)
      for symbol in symbols { verifyResult(of: symbol, height: height, &graph, &database) }
    }
    evaluator.members.removeAll()
    return queue.executed
  }

  /// Forgets the issues and failures of an id whose slots are replaced. Returns whether it had any.
  mutating func forget(_ symbol: SymbolID) -> Bool {
    let hadIssues = evaluator.issues.removeAll(of: symbol)
    let hadFailures = failures.removeAll(of: symbol)
    return hadIssues || hadFailures
  }

  // MARK: Queueing

  /// Queues the slots of an id that kept no outcome in the layout. The result of the id is verified in any case.
  private mutating func enqueueInstalled(_ symbol: SymbolID, _ graph: inout SlotGraph) {
    let height = graph.order.height(symbol)
    queue.add(symbol: symbol, height: height)
    for index in graph.state.slotIndices(of: symbol) where graph.state.outcomes[index] == .waiting {
      graph.state.outcomes[index] = .unresolved
      queue.add(slot: UInt32(index), height: height)
    }
  }

  /// Queues what depends on whether an id is on a cycle, after it came onto one or left one: its references and lookups, and the
  /// values of design tokens.
  private mutating func enqueueCyclic(_ symbol: SymbolID, _ graph: SlotGraph) {
    for index in graph.state.slotIndices(of: symbol) {
      let slot = graph.state.slots[index]
      if slot.target != nil || slot.operation == .typed {
        queue.add(slot: UInt32(index), height: graph.order.height(symbol))
      }
    }
  }

  // MARK: Execution

  /// Executes the slots of one id that wait in a wave, if it is the wave of the id.
  private mutating func execute(
    _ slots: Range<Int>, of symbol: SymbolID, root: UInt32, height: Int, past: Past?, _ graph: inout SlotGraph,
    _ database: inout Database
  ) {
    let own = graph.order.height(symbol)
    if own > height { return queue.postpone(slots, to: own) }
    // Queued along an edge within a cycle. Such edges are cut.
    if own < height { return }
    queue.begin(slots)
    while let slot = queue.next() {
      execute(SlotPlace(index: slot, symbol: symbol, root: root), past: past, &graph, &database)
    }
    if queue.hasChanged { verifyResult(of: symbol, height: height, &graph, &database) }
  }

  /// Executes one slot, and carries a new value up to the root of its id.
  mutating func execute(
    _ place: SlotPlace, past: Past?, _ graph: inout SlotGraph, _ database: inout Database
  ) {
    let slot = graph.state.slots[Int(place.index)]
    let result = value(of: slot, at: place, past: past, &graph, &database)
    let old = graph.state.resolution(at: place.index, database.values)
    if result == old { return }
    graph.state.outcomes[Int(place.index)] = result.value
    queue.noteChange(mayResize: evaluator.sizes.mayChange(slot, from: old.value, to: result.value, database.values))
    if result.value.isAlias { graph.state.objectHashes.set(Int(place.index), to: result.hash) }
    if slot.parent != 0 { propagate(from: place, was: old, past: past, &graph, &database) }
  }

  /// Evaluates a slot. Its last good value takes the place of a value that fails.
  mutating func value(
    of slot: Slot, at place: SlotPlace, past: Past?, _ graph: inout SlotGraph, _ database: inout Database
  ) -> Resolution {
    queue.countExecuted()
    if failures.isEmpty, let result = evaluator.plainReference(slot, &graph, database.values) { return result }
    evaluator.issues.removeAll(at: place)
    var result = evaluator.evaluate(slot, at: place, &graph, &database)
    if !result.value.isResolved || evaluator.hasNotedError || slot.isComputed || slot.operation == .faultyLiteral
      || !failures.isEmpty
    {
      hold(&result, of: slot, at: place, past: past, &graph, &database)
    }
    return result
  }

  /// Updates the slots above a changed slot within its id.
  private mutating func propagate(
    from place: SlotPlace, was old: Resolution, past: Past?, _ graph: inout SlotGraph, _ database: inout Database
  ) {
    var child = place.index
    var old = old
    while child != place.root {
      let member = graph.state.slots[Int(child)]
      let parent = child - member.parent
      if member.flags.contains(.isModifier),
        let modified = evaluator.members.member(of: parent, named: database.names.modified(by: member.name), &graph),
        !queue.isWaiting(modified)
      {
        execute(
          SlotPlace(index: modified, symbol: place.symbol, root: place.root), past: past, &graph, &database)
      }
      if graph.state.slots[Int(parent)].isComputed {
        if !queue.isWaiting(parent) { queue.add(computed: parent) }
        return
      }
      let new = graph.state.resolution(at: child, database.values)
      old = graph.state.add(new, insteadOf: old, to: parent, keyHash: database.names.hash(member.name))
      child = parent
    }
  }

  /// Compares the result of an id with its previous one, and queues the references to the id if it differs.
  private mutating func verifyResult(
    of symbol: SymbolID, height: Int, _ graph: inout SlotGraph, _ database: inout Database
  ) {
    let id = graph.state.symbols[Int(symbol.index)]
    let result = id.isDeclared ? graph.state.resolution(at: id.first, database.values) : .undeclared
    if queue.mayResize || evaluator.sizes.isResized(symbol) && evaluator.sizes.isStored(symbol) {
      evaluator.sizes.update(symbol, &graph, database.values)
    }
    let old = graph.state.results[Int(symbol.index)]
    if result == old { return }
    graph.state.setResult(of: symbol, id, from: old, to: result, nameHash: database.names.hash(id.name))
    queue.add(graph.references, of: symbol, height: height + 1)
  }
}
