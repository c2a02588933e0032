// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections

extension Resolution {
  /// The summand of a member in the content hash of its object.
  func contribution(_ keyHash: UInt64) -> UInt64 { value.isResolved ? ContentHash.member(keyHash, hash) : 0 }
}

extension ResolvedValue {
  /// The content hash of an outcome.
  ///
  /// - Parameters:
  ///   - objectHash: see `ResolvedState.objectHashes`.
  ///   - valueHashes: by `ValueID`.
  @inline(__always) func contentHash(
    objectHash: @autoclosure () -> UInt64, _ valueHashes: ChunkedArray<UInt64>
  ) -> UInt64 {
    switch kind {
    case .leaf(let value), .copy(let value): valueHashes[Int(value.index)]
    case .alias: objectHash()
    case .object: ContentHash.object(sum: objectHash())
    case .unresolved: 0
    }
  }
}

/// These functions run for each executed value. They are inlined because a call copies the whole state to the stack, which
/// is most of the instructions of executing a value.
extension ResolvedState {
  @inline(__always) func resolution(at index: UInt32, _ values: ValueTable) -> Resolution {
    let value = outcomes[Int(index)]
    let hash = value.contentHash(objectHash: objectHashes[Int(index)] ?? 0, values.hashes)
    return Resolution(value: value, hash: hash)
  }

  /// Replaces the contribution of a member in the sum of its object. Returns the resolution that the object had before.
  @discardableResult mutating func add(
    _ member: Resolution, insteadOf old: Resolution = .undeclared, to object: UInt32, keyHash: UInt64
  ) -> Resolution {
    let sum = objectHashes[Int(object)] ?? 0
    objectHashes.set(Int(object), to: sum &+ member.contribution(keyHash) &- old.contribution(keyHash))
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
