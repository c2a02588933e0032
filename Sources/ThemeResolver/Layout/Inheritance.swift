// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The part of laying out an id that reads other ids: the objects that it inherits from.
extension Elaboration {
  /// The slots of the object that an `inherits` names; nil, with the reason noted, when there is none.
  mutating func inheritedSlots(_ node: NodeReference, depth: Int, ownCount: Int) -> [Slot]? {
    if database.node(node).operation == .invalidInherit { return nil }
    let start = inherited.count
    let target = base(named: SymbolID(index: database.node(node).operand))
    guard let parents else { return nil }
    if parents.order.isCut(from: symbol, to: target) {
      issues.append(Issue(kind: .inheritCycle(target), origin: node))
      return nil
    }
    var slots = parents.state.slots(of: target)
    if !(slots.first?.isObject ?? false), let held = heldObject(at: inherited[start...], node) { slots = held }
    guard let root = slots.first else {
      issues.append(Issue(kind: .missingParent(target), origin: node))
      return nil
    }
    guard root.isObject else {
      // What is wrong with a declaration that cannot be used is told where it stands.
      if root.operation == .invalid { return nil }
      issues.append(Issue(kind: .badInherits(target), origin: node))
      return nil
    }
    guard slots.count + ownCount <= limits.values else {
      issues.append(Issue(kind: .tooLarge, origin: node))
      return nil
    }
    // There are no more levels than slots.
    guard depth + slots.count <= limits.depth || depth + Self.depth(of: slots) <= limits.depth else {
      issues.append(Issue(kind: .tooDeep, origin: node))
      return nil
    }
    return slots
  }

  /// The id whose object is inherited: the one that `inherits` names, or where that is but a reference, what it leads to.
  mutating func base(named symbol: SymbolID) -> SymbolID {
    var target = symbol
    let start = inherited.count
    inherited.append(target)
    while !inherited[start...].dropLast().contains(target), let next = alias(target) {
      target = next
      inherited.append(target)
    }
    return target
  }

  /// The id that an id refers to when its value is nothing but a reference.
  func alias(_ symbol: SymbolID) -> SymbolID? {
    guard let root = contributions(to: symbol).last else { return nil }
    let node = database.node(root)
    return node.operation == .reference ? SymbolID(index: node.operand) : nil
  }

  /// Lays an object over another: own members win, objects of one key merge.
  func lay(_ own: ArraySlice<Slot>, over base: ArraySlice<Slot>) -> [Slot] {
    var slots = [own[own.startIndex]]
    slots.reserveCapacity(own.count + base.count)
    slots[0].size = 1
    var left = OwnMembers(Self.members(of: own))
    for member in Self.members(of: base) {
      guard let over = left.take(member[member.startIndex].key) else {
        append(member, to: &slots)
        continue
      }
      if over[over.startIndex].isObject, member[member.startIndex].isObject {
        append(lay(over, over: member), to: &slots)
      } else {
        append(over, to: &slots)
      }
    }
    for member in left.rest { append(member, to: &slots) }
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

  /// How many levels a preorder list of slots has.
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

/// The members of an object that is laid over another, each until it is taken.
private struct OwnMembers {
  private var members: [ArraySlice<Slot>?]
  /// Of many members, where each stands by its key; a few are looked through.
  private var places: [UInt32: Int] = [:]
  private static let few = 16

  init(_ members: [ArraySlice<Slot>]) {
    self.members = members
    guard members.count > Self.few else { return }
    places = Dictionary(
      members.enumerated().map { ($1[$1.startIndex].key, $0) }, uniquingKeysWith: { $1 })
  }

  mutating func take(_ key: UInt32) -> ArraySlice<Slot>? {
    let isWanted = { (member: ArraySlice<Slot>?) in member.map { $0[$0.startIndex].key == key } ?? false }
    guard let place = places.isEmpty ? members.firstIndex(where: isWanted) : places[key] else { return nil }
    defer { members[place] = nil }
    return members[place]
  }

  /// Those that were not taken, in order.
  var rest: some Sequence<ArraySlice<Slot>> { members.lazy.compactMap(\.self) }
}
