// SPDX-License-Identifier: GPL-2.0-or-later

/// Objects laid over each other one after the other, as `SymbolLayout.lay` does it with two: the later one wins, objects under the same
/// key merge, and a member stands where its key came first.
///
/// An object that is added costs its own slots. A list of slots would be copied for each.
struct LaidObjects {
  private enum Member {
    /// The subtree at an index.
    case slots([DeclaredSlot], Int)
    indirect case object(LaidObjects)
    /// Stands for a member that is being changed, so that the change copies nothing.
    case taken
  }

  private var root: DeclaredSlot
  private var members: [Member] = []
  private var indices: [UInt32: Int] = [:]
  /// The slots of the result.
  private(set) var count = 1

  /// - Parameter object: the index of the object in `slots`.
  init(_ slots: [DeclaredSlot], at object: Int = 0) {
    root = slots[object]
    lay(slots, at: object)
  }

  /// Lays an object over the others.
  mutating func lay(_ slots: [DeclaredSlot], at object: Int = 0) {
    root = slots[object]
    SymbolLayout.forEachMember(of: object, in: slots) { member in
      let size = Int(slots[member].slot.size)
      guard let index = indices[slots[member].slot.key] else {
        indices[slots[member].slot.key] = members.count
        members.append(.slots(slots, member))
        count += size
        return
      }
      let below = members[index]
      members[index] = .taken
      let before = Self.count(of: below)
      if slots[member].slot.isObject, var merged = Self.object(consume below) {
        merged.lay(slots, at: member)
        count += merged.count - before
        members[index] = .object(merged)
      } else {
        count += size - before
        members[index] = .slots(slots, member)
      }
    }
  }

  private static func count(of member: Member) -> Int {
    switch member {
    case .slots(let slots, let index): Int(slots[index].slot.size)
    case .object(let object): object.count
    case .taken: 0
    }
  }

  /// Nil for a member that is not an object.
  private static func object(_ member: consuming Member) -> LaidObjects? {
    switch member {
    case .slots(let slots, let index): slots[index].slot.isObject ? LaidObjects(slots, at: index) : nil
    case .object(let object): object
    case .taken: nil
    }
  }

  /// The slots in preorder.
  var slots: [DeclaredSlot] {
    var slots: [DeclaredSlot] = []
    slots.reserveCapacity(count)
    append(to: &slots)
    return slots
  }

  /// The caller sets the parent of the object.
  private func append(to slots: inout [DeclaredSlot]) {
    let start = slots.count
    slots.append(root)
    for member in members {
      let place = slots.count
      switch member {
      case .slots(let source, let index): slots += source[index..<index + Int(source[index].slot.size)]
      case .object(let object): object.append(to: &slots)
      case .taken: preconditionFailure("a member was put back")
      }
      slots[place].slot.parent = UInt32(place - start)
    }
    slots[start].slot.size = UInt32(slots.count - start)
  }
}
