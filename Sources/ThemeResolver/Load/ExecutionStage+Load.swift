// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The execution of a load: each id once, when all ids that it refers to have their result.
extension ExecutionStage {
  /// Executes all ids that have a level. Returns the number of executed slots.
  mutating func load(
    by levels: inout ReferenceLevels, past: Past?, _ graph: inout SlotGraph, _ database: inout Database
  ) -> Int {
    queue.begin()
    evaluator.sizes.beginLoad()
    var sums = MemberSums()
    repeat {
      for number in loadReferences(of: levels.level, &graph, database) {
        let symbol = SymbolID(index: number)
        if levels.references.modified.contains(number) {
          loadWithModifiers(symbol, past: past, &graph, &database)
        } else {
          load(symbol, &sums, past: past, &graph, &database)
        }
      }
      levels.finishLevel()
    } while levels.advance()
    return queue.executed
  }

  /// Executes all waiting slots of an id, backwards, so that parts precede the values that are computed of them.
  private mutating func load(
    _ symbol: SymbolID, _ sums: inout MemberSums, past: Past?, _ graph: inout SlotGraph, _ database: inout Database
  ) {
    let id = graph.state.symbols[Int(symbol.index)]
    guard id.isDeclared else { return }
    let slots = graph.state.slotIndices(of: symbol)
    sums.begin(count: slots.count)
    var mayResize = false
    var result = Resolution.undeclared
    for index in slots.reversed() {
      let offset = index - slots.lowerBound
      let slot = graph.state.slots[index]
      let outcome = graph.state.outcomes[index]
      if outcome == .object {
        let sum = sums.take(offset)
        graph.state.objectHashes.set(index, to: sum)
        result = Resolution(value: .object, hash: ContentHash.object(sum: sum))
      } else if outcome == .waiting {
        graph.state.outcomes[index] = .unresolved
        let place = SlotPlace(index: UInt32(index), symbol: symbol, root: id.first)
        result = value(of: slot, at: place, past: past, &graph, &database)
        graph.state.outcomes[index] = result.value
        if result.value.isAlias { graph.state.objectHashes.set(index, to: result.hash) }
        if evaluator.sizes.mayChange(slot, from: .unresolved, to: result.value, database.values) { mayResize = true }
      } else {
        result = graph.state.resolution(at: UInt32(index), database.values)
      }
      if slot.parent != 0, result.value.isResolved,
        graph.state.slots[index - Int(slot.parent)].operation == .object
      {
        sums.add(result.contribution(database.names.hash(slot.name)), to: offset - Int(slot.parent))
      }
    }
    setFirstResult(of: symbol, id, to: result, mayResize: mayResize, &graph, database)
  }

  /// Executes all waiting slots of an id with values that a number beside them modifies: such a value runs after the number.
  private mutating func loadWithModifiers(
    _ symbol: SymbolID, past: Past?, _ graph: inout SlotGraph, _ database: inout Database
  ) {
    let id = graph.state.symbols[Int(symbol.index)]
    // The slots were written without the sums of their objects, to which each executed member adds.
    graph.setSums(of: symbol, database)
    var waiting: [UInt32] = []
    for index in graph.state.slotIndices(of: symbol) where graph.state.outcomes[index] == .waiting {
      graph.state.outcomes[index] = .unresolved
      waiting.append(UInt32(index))
    }
    queue.begin(alone: waiting)
    while let slot = queue.next() {
      execute(SlotPlace(index: slot, symbol: symbol, root: id.first), past: past, &graph, &database)
    }
    evaluator.members.removeAll()
    let result = graph.state.resolution(at: id.first, database.values)
    setFirstResult(of: symbol, id, to: result, mayResize: queue.mayResize, &graph, database)
  }

  private mutating func setFirstResult(
    of symbol: SymbolID, _ id: SymbolState, to result: Resolution, mayResize: Bool, _ graph: inout SlotGraph,
    _ database: Database
  ) {
    if mayResize { evaluator.sizes.update(symbol, &graph, database.values) }
    graph.state.setResult(of: symbol, id, from: .undeclared, to: result, nameHash: database.names.hash(id.name))
  }
}

/// The sums of the hashes of an id's objects, while the members are executed.
private struct MemberSums {
  /// By slot of the id. All zero between two ids.
  private var sums: ContiguousArray<UInt64> = []

  mutating func begin(count: Int) {
    if sums.count < count { sums.append(contentsOf: repeatElement(0, count: count - sums.count)) }
  }

  mutating func add(_ contribution: UInt64, to offset: Int) { sums[offset] &+= contribution }

  mutating func take(_ offset: Int) -> UInt64 {
    defer { sums[offset] = 0 }
    return sums[offset]
  }
}
