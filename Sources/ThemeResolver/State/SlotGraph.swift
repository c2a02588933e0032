// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The slots of all ids of a view, and the references between them.
///
/// `Layout/Installation.swift` writes slots, `Execution/` writes their outcomes.
struct SlotGraph: Sendable {
  var state = ResolvedState()
  /// The slots that refer to each id.
  var references = Dependents()
  /// The topological order of the references.
  var order = DependencyOrder()
  /// The free runs of slots: where each begins, by the capacity of the run.
  var freeSlots: [UInt32: [UInt32]] = [:]
  /// A sum over the names and spaces of the declared ids. Equal sets of names have equal sums.
  var declaredNames: UInt64 = 0

  /// Repairs the topological order after the references of these ids changed. Returns the ids that came onto a cycle or left
  /// one.
  mutating func updateOrder(_ changed: [SymbolID], symbolCount: Int) -> [SymbolID] {
    order.update(changed, in: ReferenceEdges(state: state, references: references), symbolCount: symbolCount)
  }

  // MARK: Navigation

  func children(of slot: UInt32) -> [UInt32] {
    var children: [UInt32] = []
    var child = slot + 1
    while child < slot + state.slots[Int(slot)].size {
      children.append(child)
      child += state.slots[Int(child)].size
    }
    return children
  }

  /// The member of an object that has this name.
  func member(of object: UInt32, named name: NameID?) -> UInt32? {
    guard let name else { return nil }
    return children(of: object).first { state.slots[Int($0)].name == name }
  }

  /// The levels from the root of the id to a slot, both included.
  func depth(of slot: UInt32) -> Int {
    var depth = 1
    var slot = slot
    while state.slots[Int(slot)].parent != 0 {
      slot -= state.slots[Int(slot)].parent
      depth += 1
    }
    return depth
  }

  /// The keys from the id to a slot. Nil for a part of a computed value, which is one place as a whole.
  func keys(to slot: UInt32) -> [NameID]? {
    var keys: [NameID] = []
    var slot = slot
    while state.slots[Int(slot)].parent != 0 {
      let key = state.slots[Int(slot)].name
      slot -= state.slots[Int(slot)].parent
      if state.slots[Int(slot)].isComputed { return nil }
      keys.append(key)
    }
    return keys.reversed()
  }
}

private struct ReferenceEdges: DependencyGraph {
  let state: ResolvedState
  let references: Dependents

  func forEachDependency(of symbol: SymbolID, _ body: (SymbolID) -> Void) {
    for index in state.slotIndices(of: symbol) {
      if let target = state.slots[index].target { body(target) }
    }
  }

  func forEachDependent(of symbol: SymbolID, _ body: (SymbolID) -> Void) {
    references.forEach(of: symbol) { body(state.owner(of: $0)) }
  }
}
