// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections

extension Resolution {
  /// The summand of a member in the content hash of its object.
  func contribution(_ keyHash: UInt64) -> UInt64 { value.isResolved ? ContentHash.member(keyHash, hash) : 0 }
}

extension Outcome {
  /// - Parameter aliasHash: the hash of the referenced object, for a slot that resolved to a whole object.
  @inline(__always) func resolution(of slot: Slot, aliasHash: @autoclosure () -> UInt64, _ values: ValueTable)
    -> Resolution
  {
    if slot.operation == .object { return Resolution(value: .object, hash: ContentHash.object(sum: sum)) }
    let value = value
    switch value.kind {
    case .leaf(let number), .copy(let number): return Resolution(value: value, hash: values.hash(number))
    case .alias: return Resolution(value: value, hash: aliasHash())
    case .object: preconditionFailure("only slots with the operation object have this outcome")
    case .unresolved: return Resolution(value: value, hash: 0)
    }
  }
}

/// These functions run for each executed value. They are inlined because a call copies the whole state to the stack, which
/// is most of the instructions of executing a value.
extension ResolvedState {
  @inline(__always) func resolution(at index: UInt32, _ values: ValueTable) -> Resolution {
    resolution(of: slots[Int(index)], at: index, values)
  }

  /// - Parameter slot: the slot at the index.
  @inline(__always) func resolution(of slot: Slot, at index: UInt32, _ values: ValueTable) -> Resolution {
    outcomes[Int(index)].resolution(of: slot, aliasHash: aliasHashes[Int(index)], values)
  }

  /// Replaces the contribution of a member in the sum of its object. Returns the resolution that the object had before.
  @discardableResult mutating func add(
    _ member: Resolution, insteadOf old: Resolution = .undeclared, to object: UInt32, keyHash: UInt64
  ) -> Resolution {
    let sum = outcomes[Int(object)].sum
    outcomes[Int(object)] = Outcome(sum: sum &+ member.contribution(keyHash) &- old.contribution(keyHash))
    return Resolution(value: .object, hash: ContentHash.object(sum: sum))
  }

  /// The root slot of the id that a slot belongs to.
  @inline(__always) func root(of slot: UInt32) -> UInt32 {
    var slot = slot
    while true {
      let parent = slots[Int(slot)].parent
      if parent == 0 { return slot }
      slot -= parent
    }
  }

  /// The id that a slot belongs to.
  func owner(of slot: UInt32) -> SymbolID { SymbolID(index: slots[Int(root(of: slot))].key) }
}
