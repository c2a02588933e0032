// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections

/// A slot with the node that it is made of.
struct DeclaredSlot: Equatable, Sendable {
  var slot: Slot
  let origin: NodeReference

  init(_ slot: Slot, _ origin: NodeReference) {
    self.slot = slot
    self.origin = origin
  }

  /// The slot of a node, before its place in the id is known.
  init(_ node: Database.Node, _ origin: NodeReference, key: UInt32) { self.init(Slot(node, key: key), origin) }
}

extension [DeclaredSlot] {
  /// The declaration whose nodes the slots of an id are made of, one after the other. `none` if there is none.
  var declaration: DeclarationID {
    guard let first else { return .none }
    for (index, slot) in enumerated()
    where slot.origin.declaration != first.origin.declaration || slot.origin.node != UInt32(index) { return .none }
    return first.origin.declaration
  }
}

/// The nodes that slots are made of. Most ids are the nodes of one declaration, so that a number for the id is enough.
extension ResolvedState {
  /// The node that a slot is made of. Costs O(depth of the slot).
  func origin(of slot: Int) -> NodeReference {
    let root = Int(root(of: UInt32(slot)))
    return origin(of: slot, root: root, in: symbols[Int(slots[root].key)])
  }

  /// The node that the root of an id is made of. Nil if the id is not declared.
  func origin(of symbol: SymbolID) -> NodeReference? {
    guard let id = self.symbol(symbol), id.isDeclared else { return nil }
    return origin(of: Int(id.first), root: Int(id.first), in: id)
  }

  /// The slots of an id, the root first. Empty if it is not declared.
  func declaredSlots(of symbol: SymbolID) -> [DeclaredSlot] {
    guard let id = self.symbol(symbol), id.isDeclared else { return [] }
    return slotIndices(of: symbol).map { DeclaredSlot(slots[$0], origin(of: $0, root: Int(id.first), in: id)) }
  }

  /// Writes the nodes that the slots of an id are made of, unless `SymbolState` has them all.
  ///
  /// - Parameter known: the first slots whose nodes are written there already, of which the same ones are left.
  mutating func setOrigins(of symbol: SymbolID, to slots: [DeclaredSlot], known: [DeclaredSlot] = []) {
    let id = symbols[Int(symbol.index)]
    if id.declaration != .none { return }
    for (index, slot) in slots.enumerated() where index >= known.count || known[index].origin != slot.origin {
      origins.set(Int(id.first) + index, to: slot.origin)
    }
  }

  private func origin(of slot: Int, root: Int, in id: SymbolState) -> NodeReference {
    if id.declaration != .none { return NodeReference(declaration: id.declaration, node: UInt32(slot - root)) }
    guard let origin = origins[slot] else { preconditionFailure("a slot is made of a node") }
    return origin
  }
}
