// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// What each kind of slot comes to. Nothing here knows when a slot is executed.
extension View {
  /// What a slot comes to now: its value and the hash of its content.
  mutating func evaluate(
    _ index: UInt32, of symbol: SymbolID, root: UInt32, _ database: inout Database
  ) -> (value: ResolvedValue, hash: UInt64) {
    let slot = state.slots[Int(index)]
    let value: Value?
    switch slot.operation {
    case .object: return (.object, slot.hash)
    case .invalid: return (.unresolved, 0)
    case .literal:
      let literal = ValueID(index: slot.operand)
      if !slot.flags.contains(.hasAlpha) { return (ResolvedValue(literal), database.values.hash(literal)) }
      value = withAlpha(database.values[literal], index, symbol, root, database)
    case .reference:
      guard let result = follow(index, of: symbol, root: root, database) else { return (.unresolved, 0) }
      guard case .leaf(let leaf) = result.value.kind, slot.flags.contains(.hasAlpha) else { return result }
      value = withAlpha(database.values[leaf], index, symbol, root, database)
    case .array: value = array(index, database)
    case .glyph: value = glyph(index, symbol, root, database)
    case .font: value = font(index, symbol, root, database)
    }
    guard let value else { return (.unresolved, 0) }
    let number = database.intern(value)
    return (ResolvedValue(number), database.values.hash(number))
  }

  /// What a reference leads to; nil, with the reason noted where it is not told elsewhere, when it leads nowhere.
  private mutating func follow(
    _ index: UInt32, of symbol: SymbolID, root: UInt32, _ database: Database
  ) -> (value: ResolvedValue, hash: UInt64)? {
    let slot = state.slots[Int(index)]
    let target = SymbolID(index: slot.operand)
    if referenceOrder.isCut(from: symbol, to: target) { return nil }
    let id = state.symbols[Int(target.index)]
    func refuse(_ kind: Issue.Kind) -> (ResolvedValue, UInt64)? {
      note(Issue(kind: kind, origin: slot.origin, slot: index - root), symbol)
      return nil
    }
    guard id.isDeclared else { return refuse(.unknownReference(target)) }
    switch id.value.kind {
    case .unresolved: return nil
    case .leaf(let value):
      if slot.flags.contains(.needsColor) {
        switch database.values[value] {
        case .color: break
        case .string(let text) where text.hasPrefix("#"):
          return refuse(.badColor(text: text, target))
        // A name of a colour that the consumer knows stays a text.
        case .string: break
        case .null, .bool, .number, .array, .image, .object, .colorReference, .font, .glyph, .point, .size, .rect,
          .edgeInsets, .calls:
          return refuse(.wrongType(found: database.values[value].typeName, needed: "color"))
        }
      }
      return (id.value, id.hash)
    case .alias, .object:
      if slot.flags.contains(.needsColor) { return refuse(.wrongType(found: "object", needed: "color")) }
      let extent = extent(of: target)
      if extent.depth + depth(of: index) > limits.depth { return refuse(.tooDeep) }
      if extent.values > limits.values { return refuse(.tooLarge) }
      if case .alias = id.value.kind { return (id.value, id.hash) }
      return (ResolvedValue(alias: target), id.hash)
    }
  }

  /// A colour with its alpha multiplied by the number beside it; anything else as it is.
  private mutating func withAlpha(
    _ value: Value, _ index: UInt32, _ symbol: SymbolID, _ root: UInt32, _ database: Database
  ) -> Value {
    let slot = state.slots[Int(index)]
    guard case .color(var color) = value,
      let alpha = sibling(of: index, index - slot.parent, database.names.alpha(of: slot.name)),
      case .leaf(let number) = state.slots[Int(alpha)].value.kind
    else { return value }
    guard case .number(let factor) = database.values[number], (0...1).contains(factor) else {
      let origin = state.slots[Int(alpha)].origin
      note(Issue(kind: .alphaOutOfRange, origin: origin, slot: index - root), symbol)
      return value
    }
    color.alpha *= factor
    return .color(color)
  }

  private func array(_ index: UInt32, _ database: Database) -> Value? {
    var elements: [Value] = []
    for child in children(of: index) {
      guard let value = value(at: child, database) else { return nil }
      elements.append(value)
    }
    return .array(elements)
  }

  private mutating func glyph(_ index: UInt32, _ symbol: SymbolID, _ root: UInt32, _ database: Database) -> Value? {
    guard case .glyph(var glyph) = database.values[ValueID(index: state.slots[Int(index)].operand)] else { return nil }
    guard let child = children(of: index).first else { return .glyph(glyph) }
    guard let value = value(at: child, database) else { return nil }
    guard case .color(let color) = value else {
      let kind = Issue.Kind.wrongType(found: value.typeName, needed: "color")
      note(Issue(kind: kind, origin: state.slots[Int(child)].origin, slot: index - root), symbol)
      return nil
    }
    glyph.color = color
    return .glyph(glyph)
  }

  private mutating func font(_ index: UInt32, _ symbol: SymbolID, _ root: UInt32, _ database: Database) -> Value? {
    guard let keys = database.fontKeys else { return nil }
    var font = Font()
    for child in children(of: index) {
      guard let value = value(at: child, database) else { return nil }
      let slot = state.slots[Int(child)]
      switch (slot.name, value) {
      case (keys.name, .string(let name)): font.name = name
      case (keys.textStyle, .string(let style)): font.textStyle = style
      case (keys.size, .number(let size)): font.size = size
      default:
        let needed = slot.name == keys.size ? "number" : "string"
        let kind = Issue.Kind.wrongType(found: value.typeName, needed: needed)
        note(Issue(kind: kind, origin: slot.origin, slot: index - root), symbol)
        return nil
      }
    }
    return .font(font)
  }

  private func value(at slot: UInt32, _ database: Database) -> Value? {
    if case .leaf(let value) = state.slots[Int(slot)].value.kind { return database.values[value] }
    return state.with(database).value(at: Int(slot))
  }

  private func children(of slot: UInt32) -> [UInt32] {
    var children: [UInt32] = []
    var child = slot + 1
    while child < slot + state.slots[Int(slot)].size {
      children.append(child)
      child += state.slots[Int(child)].size
    }
    return children
  }

  func sibling(of slot: UInt32, _ parent: UInt32, _ name: NameID?) -> UInt32? {
    guard let name else { return nil }
    return children(of: parent).first { state.slots[Int($0)].name == name }
  }

  // MARK: Issues

  private mutating func note(_ issue: Issue, _ symbol: SymbolID) {
    executionIssues[symbol, default: []].append(issue)
  }

  mutating func clearIssues(of symbol: SymbolID, _ slot: UInt32) {
    guard !executionIssues.isEmpty, let issues = executionIssues[symbol] else { return }
    let left = issues.filter { $0.slot != slot }
    executionIssues[symbol] = left.isEmpty ? nil : left
  }
}
