// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The part of the layout that reads other ids: the objects that an id inherits.
extension SymbolLayout {
  /// The slots of an object laid over those of the objects that it inherits.
  mutating func lay(_ own: [Slot], overInherited parents: [NodeReference], depth: Int) -> [Slot] {
    var own = own
    var base: [Slot]?
    for parent in parents {
      let ownCount = own.count + (base?.count ?? 0)
      var inherited = inheritedSlots(parent, depth: depth, ownCount: ownCount)
      // A scan has no parents to read and keeps nothing.
      if self.parents != nil, inherited == nil || isBrokenBase(parent) {
        switch substitute(for: parent, key: own[0].key) {
        case .object(let slots): inherited = slots
        case .whole(let slot): return [slot]
        case nil: break
        }
      }
      guard let inherited else {
        if isWithinPlace { noteFailure(parent, in: &own) }
        continue
      }
      base = base.map { Self.lay(inherited[...], over: $0[...]) } ?? inherited
    }
    return base.map { Self.lay(own[...], over: $0[...]) } ?? own
  }

  /// Adds an invalid member to an object whose parent fails, so that the computed value around the object fails.
  private func noteFailure(_ parent: NodeReference, in object: inout [Slot]) {
    var slot = Slot(database.node(parent), parent, key: database.parentKey.index)
    slot.operation = .invalid
    Self.append([slot], to: &object)
  }

  /// The slots of the object that an `inherits` names. Nil if there is none; the issue is recorded.
  private mutating func inheritedSlots(_ node: NodeReference, depth: Int, ownCount: Int) -> [Slot]? {
    if database.node(node).operation == .invalidInherit { return nil }
    let chain = declarations.aliasChain(from: SymbolID(index: database.node(node).operand))
    inherited += chain
    guard let target = chain.last, let parents else { return nil }
    if parents.order.isCut(from: symbol, to: target) {
      issues.append(Issue(kind: .inheritCycle(target), origin: node))
      return nil
    }
    var slots = parents.state.slots(of: target)
    if !(slots.first?.isObject ?? false), let held = heldObject(at: chain, node) { slots = held }
    guard let root = slots.first else {
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
    guard depth + slots.count <= limits.depth || depth + Self.depth(of: slots) <= limits.depth else {
      issues.append(Issue(kind: .tooDeep, origin: node))
      return nil
    }
    return slots
  }

  /// Lays the own object over its base: own members win, objects under the same key merge.
  private static func lay(_ own: ArraySlice<Slot>, over base: ArraySlice<Slot>) -> [Slot] {
    var slots = [own[own.startIndex]]
    slots.reserveCapacity(own.count + base.count)
    slots[0].size = 1
    var rest = MemberTable(members(of: own))
    for member in members(of: base) {
      guard let over = rest.remove(member[member.startIndex].key) else {
        append(member, to: &slots)
        continue
      }
      if over[over.startIndex].isObject, member[member.startIndex].isObject {
        append(lay(over, over: member), to: &slots)
      } else {
        append(over, to: &slots)
      }
    }
    for member in rest.members { append(member, to: &slots) }
    return slots
  }

  static func members(of object: ArraySlice<Slot>) -> [ArraySlice<Slot>] {
    var members: [ArraySlice<Slot>] = []
    var index = object.startIndex + 1
    while index < object.endIndex {
      let end = index + Int(object[index].size)
      members.append(object[index..<end])
      index = end
    }
    return members
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
  private var slots: [ArraySlice<Slot>?]
  private var places: [UInt32: Int] = [:]
  private static let maximumSearched = 16

  init(_ members: [ArraySlice<Slot>]) {
    slots = members
    guard members.count > Self.maximumSearched else { return }
    places = Dictionary(
      members.enumerated().map { ($1[$1.startIndex].key, $0) }, uniquingKeysWith: { $1 })
  }

  mutating func remove(_ key: UInt32) -> ArraySlice<Slot>? {
    let isWanted = { (member: ArraySlice<Slot>?) in member.map { $0[$0.startIndex].key == key } ?? false }
    guard let place = places.isEmpty ? slots.firstIndex(where: isWanted) : places[key] else { return nil }
    defer { slots[place] = nil }
    return slots[place]
  }

  var members: some Sequence<ArraySlice<Slot>> { slots.lazy.compactMap(\.self) }
}
