// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
package import ThemeModel

/// Values out of slots, whole and in selected parts.
extension ResolvedState {
  /// The value of a slot. Nil if it is unresolved. The resolver limits the depth.
  ///
  /// Referenced objects are shared: costs the size of the ids, not the size of the value when it is written.
  func value(at slot: Int) -> Value? {
    var objects: [Int: Value] = [:]
    return value(at: slot, sharing: &objects)
  }

  /// - Parameter objects: the referenced objects that were read, by the slot of the object.
  func value(at slot: Int, sharing objects: inout [Int: Value]) -> Value? {
    switch outcomes[slot].kind {
    case .unresolved: return nil
    case .leaf(let value), .copy(let value): return values[Int(value.index)]
    case .object: return value(ofObject: slot, sharing: &objects)
    case .alias:
      guard let object = object(at: slot) else { return nil }
      if let known = objects[object] { return known }
      let value = value(ofObject: object, sharing: &objects)
      objects[object] = value
      return value
    }
  }

  fileprivate func value(ofObject object: Int, sharing objects: inout [Int: Value]) -> Value {
    var members: [Value.Member] = []
    for member in self.members(of: object) {
      guard let value = value(at: member.slot, sharing: &objects) else { continue }
      members.append(Value.Member(key: member.key, value: value))
    }
    return .object(members)
  }

  /// The selected part of a resolved id.
  ///
  /// - Parameter position: the position of the id.
  package func value(of symbol: SymbolID, at position: Selection.Position) -> Value? {
    guard let state = self.symbol(symbol), state.isDeclared else { return nil }
    return value(at: Int(state.first), position)
  }

  private func value(at slot: Int, _ position: Selection.Position) -> Value? {
    var left = Int.max
    return value(at: slot, position, &left)
  }

  func value(at slot: Int, _ position: Selection.Position, _ left: inout Int) -> Value? {
    var objects: [Int: Value] = [:]
    return value(at: slot, position, &left, sharing: &objects)
  }

  /// The selected part of a slot. Looks at `left` members at most and counts them down; at 0 the result is incomplete.
  ///
  /// A selection of a part leads through each reference to an object anew, so that a few nested references unfold to millions of
  /// members. Whole objects are shared.
  ///
  /// - Parameter objects: the whole objects that were read, by the slot of the object.
  func value(
    at slot: Int, _ position: Selection.Position, _ left: inout Int, sharing objects: inout [Int: Value]
  ) -> Value? {
    switch position.answer {
    case .nothing: return nil
    case .whole:
      guard let object = object(at: slot) else { return value(at: slot, sharing: &objects) }
      if let known = objects[object] { return known }
      let value = value(ofObject: object, sharing: &objects)
      objects[object] = value
      return value
    case .within:
      if case .copy(let value) = outcomes[slot].kind { return values[Int(value.index)].part(at: position, &left) }
      guard let object = object(at: slot) else { return nil }
      var selected: [Value.Member] = []
      var next = firstMember(of: object)
      while let member = next, left > 0 {
        left -= 1
        let key = key(of: member)
        if let value = value(at: member, position.descending(to: key), &left, sharing: &objects) {
          selected.append(Value.Member(key: key, value: value))
        }
        next = self.member(after: member, of: object)
      }
      return selected.isEmpty ? nil : .object(selected)
    }
  }

  /// The text of a member of an id. Nil for a member of another type. Costs O(members), whatever they refer to.
  package func text(of symbol: SymbolID, at key: String) -> String? {
    guard let id = self.symbol(symbol), id.isDeclared else { return nil }
    guard let object = object(at: Int(id.first)) else {
      guard case .object(let members)? = value(at: Int(id.first)) else { return nil }
      return members.last { Bytewise($0.key) == Bytewise(key) }?.value.text
    }
    guard let member = members(of: object).last(where: { Bytewise($0.key) == Bytewise(key) }) else { return nil }
    switch outcomes[member.slot].kind {
    case .leaf(let value), .copy(let value): return values[Int(value.index)].text
    case .object, .alias, .unresolved: return nil
    }
  }

  /// Whether a slot has a value.
  func hasValue(at slot: Int) -> Bool {
    switch outcomes[slot].kind {
    case .leaf, .copy, .object: true
    case .alias: object(at: slot) != nil
    case .unresolved: false
    }
  }

  /// Whether a slot has a selected part. Ends with the first one. Looks at `left` members at most and counts them down; at 0 the result
  /// is unknown.
  func hasValue(at slot: Int, _ position: Selection.Position, _ left: inout Int) -> Bool {
    switch position.answer {
    case .nothing: return false
    case .whole: return hasValue(at: slot)
    case .within:
      if case .copy(let value) = outcomes[slot].kind {
        return values[Int(value.index)].part(at: position, &left) != nil
      }
      guard let object = object(at: slot) else { return false }
      var next = firstMember(of: object)
      while let member = next, left > 0 {
        left -= 1
        if hasValue(at: member, position.descending(to: key(of: member)), &left) { return true }
        next = self.member(after: member, of: object)
      }
      return false
    }
  }
}

/// The resolved members of an object one after the other.
extension ResolvedState {
  func key(of slot: Int) -> String { names[Int(slots[slot].key)] }

  /// The first resolved member of an object.
  func firstMember(of object: Int) -> Int? { resolvedMember(from: object + 1, of: object) }

  /// The next resolved member of an object. Nil after the last.
  func member(after slot: Int, of object: Int) -> Int? {
    resolvedMember(from: slot + Int(slots[slot].size), of: object)
  }

  private func resolvedMember(from start: Int, of object: Int) -> Int? {
    let end = object + Int(slots[object].size)
    var slot = start
    while slot < end {
      if outcomes[slot].isResolved { return slot }
      slot += Int(slots[slot].size)
    }
    return nil
  }
}

extension Value {
  /// The selected part of a value. Looks at `left` members at most and counts them down; at 0 the result is incomplete.
  ///
  /// - Parameter position: the place of the value in the snapshot.
  fileprivate func part(at position: Selection.Position, _ left: inout Int) -> Value? {
    switch position.answer {
    case .nothing: return nil
    case .whole: return self
    case .within:
      guard case .object(let members) = self else { return nil }
      var parts: [Value.Member] = []
      for member in members where left > 0 {
        left -= 1
        guard let part = member.value.part(at: position.descending(to: member.key), &left) else { continue }
        parts.append(Value.Member(key: member.key, value: part))
      }
      return parts.isEmpty ? nil : .object(parts)
    }
  }
}

extension Value {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}

/// Reads values of one state. Each object is read once, and shared by all values that refer to it.
package struct ValueReader {
  private let state: ResolvedState
  /// By the slot of the object.
  private var objects: [Int: Value] = [:]

  package init(_ state: ResolvedState) { self.state = state }

  /// The value of a resolved id. Costs the size of the id, and of the ids that it refers to and that were not read yet.
  package mutating func value(of symbol: SymbolID) -> Value? {
    guard let id = state.symbol(symbol), id.isDeclared else { return nil }
    guard let object = state.object(at: Int(id.first)) else { return state.value(at: Int(id.first)) }
    if let known = objects[object] { return known }
    let value = state.value(ofObject: object, sharing: &objects)
    objects[object] = value
    return value
  }
}
