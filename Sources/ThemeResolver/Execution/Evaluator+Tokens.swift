// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
import ThemeModel

/// Values of design tokens.
extension Evaluator {
  /// The value of a design token, from the slot of its type and the slots of its written value.
  mutating func token(_ place: SlotPlace, _ graph: inout SlotGraph, _ database: Database) -> Value? {
    failedParts = []
    // A token on a cycle has no value, not even of the parts that are not on it.
    if graph.order.cycle(of: place.symbol) != nil { return nil }
    let children = graph.children(of: place.index)
    guard children.count == 2 else { return nil }
    let written = written(at: children[1], isWhole: true, &graph, database)
    var reading = TokenReading()
    guard case .leaf(let type) = graph.state.outcomes[Int(children[0])].kind,
      case .string(let name) = database.values[type]
    else {
      reading.refuseUntyped(written)
      for problem in reading.problems { note(.token(problem), at: place, graph) }
      return nil
    }
    let value = reading.value(of: written, type: name, requiresAllParts: database.rules.requiresAllParts)
    failedParts = reading.failedParts
    for problem in reading.problems { note(.token(problem), of: children[1], at: place, graph) }
    return value
  }

  /// The written value at a slot, with the values of its references.
  private func written(
    at index: UInt32, isWhole: Bool = false, _ graph: inout SlotGraph, _ database: Database
  ) -> WrittenToken {
    let slot = graph.state.slots[Int(index)]
    if slot.isObject {
      let parts = graph.children(of: index).map { child in
        (key: database.names.text(graph.state.slots[Int(child)].name), value: written(at: child, &graph, database))
      }
      return slot.flags.contains(.isList) ? .list(parts.map(\.value)) : .members(parts)
    }
    guard case .leaf(let number) = graph.state.outcomes[Int(index)].kind else { return .unresolved }
    let value = database.values[number]
    switch slot.operation {
    case .reference:
      // A pointer may stand for any part of a value, and a number is its own value.
      if !isWhole, case .number = value,
        database.node(graph.state.origin(of: Int(index))).flags.contains(.isPointer)
      {
        return .part(value)
      }
      return .token(value)
    case .part: return .part(value)
    case .object, .array, .literal, .lookup, .glyph, .font, .colorReference, .calls, .invalid, .fontObject,
      .faultyLiteral, .held, .typed, .first:
      return .literal(value)
    }
  }

  /// A part of the written value of another token.
  mutating func part(
    _ slot: Slot, at place: SlotPlace, _ graph: inout SlotGraph, _ database: Database
  ) -> Value? {
    let target = SymbolID(index: slot.operand)
    if graph.order.isCut(from: place.symbol, to: target) { return nil }
    guard let child = graph.children(of: place.index).first,
      case .leaf(let list) = graph.state.outcomes[Int(child)].kind, case .array(let keys) = database.values[list]
    else { return nil }
    let texts = keys.compactMap { if case .string(let key) = $0 { key } else { nil } }
    let result = graph.state.results[Int(target.index)]
    if result.value == .undeclared {
      note(.badPointer(target, keys: texts), at: place, graph)
      return nil
    }
    guard case .leaf(let number) = result.value.kind else { return nil }
    guard let part = database.values[number].writtenContent.element(at: texts) else {
      note(.badPointer(target, keys: texts), at: place, graph)
      return nil
    }
    return part
  }

  /// The first value of the slots below.
  func first(_ place: SlotPlace, _ graph: inout SlotGraph, _ database: Database) -> Resolution {
    for child in graph.children(of: place.index) {
      let resolution = graph.state.resolution(at: child, database.values)
      if resolution.value.isResolved { return resolution }
    }
    return Resolution(value: .unresolved, hash: 0)
  }
}

extension Value {
  /// The value at keys of members and indices of elements. Nil if there is none.
  fileprivate func element(at keys: some Sequence<String>) -> Value? {
    var value = self
    for key in keys {
      switch value {
      case .object(let members):
        guard let member = members.first(where: { Bytewise($0.key) == Bytewise(key) }) else { return nil }
        value = member.value
      case .array(let elements):
        // As RFC 6901 writes indices: without leading zeros.
        guard let index = Int(key), elements.indices.contains(index), String(index) == key else { return nil }
        value = elements[index]
      case .null, .bool, .number, .string, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point,
        .size, .rect, .edgeInsets, .calls, .typed:
        return nil
      }
    }
    return value
  }
}
