// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The ids of a load by levels (Kahn 1962): an id is at the level after the last of the ids that it refers to. A level is the
/// height of its ids in `DependencyOrder`. Ids on or above a cycle have no level.
struct ReferenceLevels {
  /// By id: where its references begin in `owners`; one more at the end.
  private var starts: ContiguousArray<UInt32>
  /// By reference: the id that refers.
  private var owners: ContiguousArray<UInt32>
  /// By id: its references to ids that are not executed yet.
  private var unmet: ContiguousArray<UInt32>
  private var heights: ContiguousArray<UInt32>
  private var sorting = DenseSorting()
  private var height: UInt32 = 0
  /// The ids of the present level, sorted.
  private(set) var level: [UInt32] = []
  private var next: [UInt32] = []
  /// The ids with values that a number beside them modifies.
  private(set) var modified: Set<UInt32> = []

  /// Packs the references of a graph, and counts those of each id. The first level has the ids without a reference.
  init(of graph: inout SlotGraph, symbolCount: Int) {
    var counts = ContiguousArray<UInt32>(repeating: 0, count: symbolCount + 1)
    unmet = ContiguousArray(repeating: 0, count: symbolCount)
    heights = unmet
    var owner: UInt32 = 0
    for index in 0..<graph.state.slots.count {
      let slot = graph.state.slots[index]
      if slot.parent == 0 { owner = slot.key }
      if slot.flags.contains(.isModifier) { modified.insert(owner) }
      guard let target = slot.target else { continue }
      counts[Int(target.index)] += 1
      unmet[Int(owner)] += 1
    }
    starts = counts
    var total: UInt32 = 0
    for index in starts.indices {
      let count = starts[index]
      starts[index] = total
      total += count
    }
    var ends = starts
    owners = ContiguousArray(repeating: 0, count: Int(total))
    var entries = owners
    var places = ContiguousArray<UInt32>(repeating: 0, count: graph.state.slots.count)
    for index in 0..<graph.state.slots.count {
      let slot = graph.state.slots[index]
      if slot.parent == 0 { owner = slot.key }
      guard let target = slot.target else { continue }
      let place = ends[Int(target.index)]
      ends[Int(target.index)] += 1
      owners[Int(place)] = owner
      entries[Int(place)] = UInt32(index)
      places[index] = place - starts[Int(target.index)]
    }
    graph.references = Dependents(starts: starts, entries: entries, places: places)
    for id in unmet.indices where unmet[id] == 0 { level.append(UInt32(id)) }
  }

  /// Notes that the ids of the present level are executed.
  mutating func finishLevel() {
    for symbol in level {
      heights[Int(symbol)] = height
      for reference in starts[Int(symbol)]..<starts[Int(symbol) + 1] {
        let owner = owners[Int(reference)]
        unmet[Int(owner)] -= 1
        if unmet[Int(owner)] == 0 { next.append(owner) }
      }
    }
  }

  /// Goes to the next level. Returns false after the last one.
  mutating func advance() -> Bool {
    if next.isEmpty { return false }
    swap(&level, &next)
    next.removeAll(keepingCapacity: true)
    sorting.sortUniquely(&level)
    height += 1
    return true
  }

  /// Stores the order in the graph. Returns the ids without a level.
  func finish(_ graph: inout SlotGraph) -> [SymbolID] {
    graph.order = DependencyOrder(heights: heights, highest: Int(height))
    return unmet.indices.filter { unmet[$0] > 0 }.map { SymbolID(index: UInt32($0)) }
  }
}

extension ExecutionStage {
  /// Executes all ids that have a level. Returns the number of executed slots.
  mutating func run(
    _ levels: inout ReferenceLevels, past: Past?, _ graph: inout SlotGraph, _ database: inout Database
  ) -> Int {
    beginLoad()
    repeat {
      for symbol in executeReferences(of: levels.level, &graph, database) {
        if levels.modified.contains(symbol) {
          executeInOrder(SymbolID(index: symbol), past: past, &graph, &database)
        } else {
          execute(SymbolID(index: symbol), past: past, &graph, &database)
        }
      }
      levels.finishLevel()
    } while levels.advance()
    return executed
  }
}
