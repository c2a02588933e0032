// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections

/// The edges from heirs to parents, with their topological order.
struct InheritanceGraph: Sendable {
  private var parents = DenseMap<[SymbolID]>()
  private var heirs = DenseMap<Set<SymbolID>>()
  private(set) var order = DependencyOrder()
  /// Grows with each change of an edge.
  private(set) var revision = 0

  /// Whether no id inherits.
  var isEmpty: Bool { heirs.isEmpty }

  /// The ids that inherit from an id, in no particular order.
  func heirs(of symbol: SymbolID) -> Set<SymbolID> { heirs[symbol] ?? [] }

  /// Replaces the ids that an id inherits from.
  mutating func setParents(of symbol: SymbolID, to new: [SymbolID]) {
    let old = parents[symbol] ?? []
    if old == new { return }
    revision += 1
    for parent in old {
      heirs[parent, default: []].remove(symbol)
      if heirs[parent, default: []].isEmpty { heirs[parent] = nil }
    }
    parents[symbol] = new.isEmpty ? nil : new
    for parent in new { heirs[parent, default: []].insert(symbol) }
  }

  /// Repairs the order after the parents of these ids changed. Returns the ids that came onto a cycle or left one.
  mutating func updateOrder(_ changed: [SymbolID], symbolCount: Int) -> [SymbolID] {
    order.update(changed, in: InheritanceEdges(parents: parents, heirs: heirs), symbolCount: symbolCount)
  }

  /// Shares storage with the order of another view again, as `ChunkedArray.share` does.
  mutating func shareOrder(with other: Self, since old: DependencyOrder) {
    order.share(with: other.order, since: old)
  }
}

private struct InheritanceEdges: DependencyGraph {
  let parents: DenseMap<[SymbolID]>
  let heirs: DenseMap<Set<SymbolID>>

  func forEachDependency(of symbol: SymbolID, _ body: (SymbolID) -> Void) { parents[symbol]?.forEach(body) }

  func forEachDependent(of symbol: SymbolID, _ body: (SymbolID) -> Void) { heirs[symbol]?.forEach(body) }
}
