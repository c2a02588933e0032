// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
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
    switch outcome(of: slot).kind {
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

  private func value(ofObject object: Int, sharing objects: inout [Int: Value]) -> Value {
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

  func value(at slot: Int, _ position: Selection.Position) -> Value? {
    var left = Int.max
    return value(at: slot, position, &left)
  }

  /// The selected part of a slot. Looks at `left` members at most and counts them down; at 0 the result is incomplete.
  ///
  /// A selection of a part leads through each reference to an object anew, so that a few nested references unfold to millions of
  /// members. Whole objects are shared.
  func value(at slot: Int, _ position: Selection.Position, _ left: inout Int) -> Value? {
    switch position.answer {
    case .nothing: return nil
    case .whole: return value(at: slot)
    case .within:
      if case .copy(let value) = outcome(of: slot).kind { return values[Int(value.index)].part(at: position) }
      guard let object = object(at: slot) else { return nil }
      var selected: [Value.Member] = []
      for member in members(of: object) where left > 0 {
        left -= 1
        guard let value = value(at: member.slot, position.descending(to: member.key), &left) else { continue }
        selected.append(Value.Member(key: member.key, value: value))
      }
      return selected.isEmpty ? nil : .object(selected)
    }
  }

  /// Whether a slot has a value.
  func hasValue(at slot: Int) -> Bool {
    switch outcome(of: slot).kind {
    case .leaf, .copy, .object: true
    case .alias: object(at: slot) != nil
    case .unresolved: false
    }
  }

  /// Whether a slot has a selected part. Ends with the first one.
  func hasValue(at slot: Int, _ position: Selection.Position) -> Bool {
    switch position.answer {
    case .nothing: return false
    case .whole: return hasValue(at: slot)
    case .within:
      if case .copy(let value) = outcome(of: slot).kind { return values[Int(value.index)].part(at: position) != nil }
      guard let object = object(at: slot) else { return false }
      return members(of: object).contains { hasValue(at: $0.slot, position.descending(to: $0.key)) }
    }
  }
}
