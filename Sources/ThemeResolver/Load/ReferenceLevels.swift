// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The ids of a load by levels (Kahn 1962): an id is at the level after the last of the ids that it refers to. A level is the
/// height of its ids in `DependencyOrder`. Ids on or above a cycle have no level.
struct ReferenceLevels {
  let references: PackedReferences
  /// By id: its references to ids that are not executed yet.
  private var unmet: ContiguousArray<UInt32>
  private var heights: ContiguousArray<UInt32>
  private var sorting = DenseSorting()
  private var height: UInt32 = 0
  /// The ids of the present level, sorted.
  private(set) var level: [UInt32] = []
  private var next: [UInt32] = []

  /// Begins at the first level: the ids without a reference.
  init(of references: PackedReferences) {
    self.references = references
    unmet = references.counts
    heights = ContiguousArray(repeating: 0, count: unmet.count)
    for id in unmet.indices where unmet[id] == 0 { level.append(UInt32(id)) }
  }

  /// Notes that the ids of the present level are executed.
  mutating func finishLevel() {
    for symbol in level {
      heights[Int(symbol)] = height
      for reference in references.starts[Int(symbol)]..<references.starts[Int(symbol) + 1] {
        let owner = references.owners[Int(reference)]
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
