// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The part of the layout that reads other ids: the objects that an id inherits.
extension SymbolLayout {
  /// The slots of an object laid over those of the objects that it inherits.
  mutating func lay(_ own: [DeclaredSlot], overInherited parents: [NodeReference], depth: Int) -> [DeclaredSlot] {
    var own = own
    // Most objects inherit one.
    var base: [DeclaredSlot]?
    var several: LaidObjects?
    for parent in parents {
      let ownCount = own.count + (several?.count ?? base?.count ?? 0)
      var inherited = inheritedSlots(parent, depth: depth, ownCount: ownCount)
      // A scan has no parents to read and keeps nothing.
      if self.parents != nil, inherited == nil || isBrokenBase(parent) {
        switch substitute(for: parent, key: own[0].slot.key) {
        case .object(let slots): inherited = slots
        case .whole(let slot): return [slot]
        case nil: break
        }
      }
      guard let inherited else {
        if isWithinPlace { noteFailure(parent, in: &own) }
        continue
      }
      if several == nil, let base { several = LaidObjects(base) }
      several?.lay(inherited)
      base = base ?? inherited
    }
    return (several?.slots ?? base).map { Self.lay(own, over: $0) } ?? own
  }

  /// Adds an invalid member to an object whose parent fails, so that the computed value around the object fails.
  private func noteFailure(_ parent: NodeReference, in object: inout [DeclaredSlot]) {
    var failure = DeclaredSlot(database.node(parent), parent, key: database.parentKey.index)
    failure.slot.operation = .invalid
    Self.append([failure], to: &object)
  }

  /// The slots of the object that an `inherits` names. Nil if there is none; the issue is recorded.
  private mutating func inheritedSlots(_ node: NodeReference, depth: Int, ownCount: Int) -> [DeclaredSlot]? {
    if database.node(node).operation == .invalidInherit { return nil }
    let chain = declarations.aliasChain(from: SymbolID(index: database.node(node).operand))
    inherited += chain
    guard let target = chain.last, let parents else { return nil }
    if parents.order.isCut(from: symbol, to: target) {
      issues.append(Issue(kind: .inheritCycle(target), origin: node))
      return nil
    }
    var slots = parents.state.declaredSlots(of: target)
    if !(slots.first?.slot.isObject ?? false), let held = heldObject(at: chain, node) { slots = held }
    guard let root = slots.first?.slot else {
      issues.append(Issue(kind: .missingParent(target), origin: node))
      return nil
    }
    guard root.isObject else {
      // An invalid declaration has an issue of its own.
      if root.operation == .invalid { return nil }
      issues.append(Issue(kind: .badInherits(target), origin: node))
      return nil
    }
    guard slots.count + ownCount <= limits.values else {
      issues.append(Issue(kind: .tooLarge, origin: node))
      return nil
    }
    // An object has at most as many levels as slots.
    guard depth + slots.count <= limits.depth || depth + Self.depth(of: slots.lazy.map(\.slot)) <= limits.depth else {
      issues.append(Issue(kind: .tooDeep, origin: node))
      return nil
    }
    return slots
  }

  /// Lays an object over its base: own members win, objects under the same key merge. Both lists begin with their object.
  private static func lay(_ own: [DeclaredSlot], over base: [DeclaredSlot]) -> [DeclaredSlot] {
    var slots: [DeclaredSlot] = []
    slots.reserveCapacity(own.count + base.count)
    lay(own, 0, over: base, 0, to: &slots)
    return slots
  }

  /// Appends the object at `ownRoot` laid over the one at `baseRoot`. The caller sets its parent.
  private static func lay(
    _ own: [DeclaredSlot], _ ownRoot: Int, over base: [DeclaredSlot], _ baseRoot: Int, to slots: inout [DeclaredSlot]
  ) {
    let root = slots.count
    slots.append(own[ownRoot])
    var rest = MemberTable(own, of: ownRoot)
    forEachMember(of: baseRoot, in: base) { member in
      let start = slots.count
      if let over = rest.remove(base[member].slot.key) {
        if own[over].slot.isObject, base[member].slot.isObject {
          lay(own, over, over: base, member, to: &slots)
        } else {
          slots.append(contentsOf: own[over..<over + Int(own[over].slot.size)])
        }
      } else {
        slots.append(contentsOf: base[member..<member + Int(base[member].slot.size)])
      }
      slots[start].slot.parent = UInt32(start - root)
    }
    rest.forEach { member in
      let start = slots.count
      slots.append(contentsOf: own[member..<member + Int(own[member].slot.size)])
      slots[start].slot.parent = UInt32(start - root)
    }
    slots[root].slot.size = UInt32(slots.count - root)
  }

  /// Calls `body` with the place of each member of an object, in order.
  static func forEachMember(of object: Int, in slots: [DeclaredSlot], _ body: (Int) -> Void) {
    var member = object + 1
    let end = object + Int(slots[object].slot.size)
    while member < end {
      body(member)
      member += Int(slots[member].slot.size)
    }
  }

  /// The number of levels in a preorder list of slots.
  static func depth(of slots: some Sequence<Slot>) -> Int {
    var depths: [Int] = []
    var deepest = 0
    for (index, slot) in slots.enumerated() {
      let depth = slot.parent == 0 ? 1 : depths[index - Int(slot.parent)] + 1
      depths.append(depth)
      deepest = max(deepest, depth)
    }
    return deepest
  }
}

/// The members of an object by their keys, in order. Many members have a table, few are searched one by one.
private struct MemberTable {
  /// The key and the place of each member. Those that were removed have no place.
  private var members: [(key: UInt32, place: Int?)] = []
  /// By key: the index in `members`. Empty for few members.
  private var indices: [UInt32: Int] = [:]
  private static let maximumSearched = 16

  init(_ slots: [DeclaredSlot], of object: Int) {
    // Not the size of the object: slots below its members are part of that.
    members.reserveCapacity(min(Int(slots[object].slot.size) - 1, Self.maximumSearched))
    SymbolLayout.forEachMember(of: object, in: slots) { members.append((slots[$0].slot.key, $0)) }
    guard members.count > Self.maximumSearched else { return }
    indices = Dictionary(members.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { $1 })
  }

  /// Removes a member. Returns its place.
  mutating func remove(_ key: UInt32) -> Int? {
    let index = indices.isEmpty ? members.firstIndex { $0.key == key && $0.place != nil } : indices[key]
    guard let index else { return nil }
    defer { members[index].place = nil }
    return members[index].place
  }

  /// Calls `body` with the places of the members that are left, in order.
  func forEach(_ body: (Int) -> Void) {
    for case (_, let place?) in members { body(place) }
  }
}
