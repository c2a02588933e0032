// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// What each kind of slot comes to. Nothing here knows when a slot is executed.
extension View {
  /// What a slot comes to now: its value and the hash of its content.
  mutating func evaluate(
    _ slot: Slot, at index: UInt32, of symbol: SymbolID, root: UInt32, _ database: inout Database
  ) -> Resolution {
    let value: Value?
    switch slot.operation {
    case .object: return state.resolution(at: index, database.values)
    case .invalid: return Resolution(value: .unresolved, hash: 0)
    case .held:
      let held = ValueID(index: slot.operand)
      return Resolution(value: ResolvedValue(held), hash: database.values.hash(held))
    case .literal, .faultyLiteral:
      let literal = ValueID(index: slot.operand)
      if !slot.flags.contains(.hasModifier) {
        return Resolution(value: ResolvedValue(literal), hash: database.values.hash(literal))
      }
      value = modified(database.values[literal], index, symbol, root, database)
    case .reference, .lookup:
      guard let result = follow(slot, at: index, of: symbol, root: root, &database) else {
        return Resolution(value: .unresolved, hash: 0)
      }
      guard case .leaf(let leaf) = result.value.kind, slot.flags.contains(.hasModifier),
        !database.values[leaf].hasParts
      else { return result }
      value = modified(database.values[leaf], index, symbol, root, database)
    case .array, .calls: return compound(slot, at: index, of: symbol, root: root, &database)
    case .glyph: value = glyph(index, symbol, root, database)
    case .font, .fontObject: value = font(index, symbol, root, database)
    case .colorReference: value = colorReference(index, symbol, root, database)
    }
    guard let value else { return Resolution(value: .unresolved, hash: 0) }
    let number = database.intern(value)
    return Resolution(value: ResolvedValue(number), hash: database.values.hash(number))
  }

  /// What a reference or lookup leads to; nil, with the reason noted where it is not told elsewhere, when it leads nowhere.
  private mutating func follow(
    _ slot: Slot, at index: UInt32, of symbol: SymbolID, root: UInt32, _ database: inout Database
  ) -> Resolution? {
    let target = SymbolID(index: slot.operand)
    if referenceOrder.isCut(from: symbol, to: target) { return nil }
    let result = state.results[Int(target.index)]
    func refuse(_ kind: Issue.Kind) -> Resolution? {
      note(Issue(kind: kind, origin: slot.origin, slot: index - root), symbol)
      return nil
    }
    if result.value == .undeclared {
      if slot.operation == .lookup { return text(of: target, named: slot, index - root, symbol, &database) }
      return refuse(
        slot.flags.contains(.isHalf) ? .halfFont(missing: database.text(target)) : .unknownReference(target))
    }
    switch result.value.kind {
    case .unresolved: return nil
    case .leaf(let value):
      if let excess = excess(of: database.values.extent(value), at: index) { return refuse(excess) }
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
      return result
    case .alias, .copy, .object:
      if slot.flags.contains(.needsColor) { return refuse(.wrongType(found: "object", needed: "color")) }
      if let excess = excess(of: extent(of: target), at: index) { return refuse(excess) }
      return result.value.isObjectElsewhere
        ? result : Resolution(value: ResolvedValue(alias: target), hash: result.hash)
    }
  }

  /// The limit that a value is over which stands in place of a slot.
  private func excess(of extent: Extent, at index: UInt32) -> Issue.Kind? {
    if extent == .one { return nil }
    if depth(of: index) - 1 + extent.depth > limits.depth { return .tooDeep }
    return extent.values > limits.values ? .tooLarge : nil
  }

  /// A name that was looked up in vain, as a text.
  private mutating func text(
    of target: SymbolID, named slot: Slot, _ position: UInt32, _ symbol: SymbolID, _ database: inout Database
  ) -> Resolution {
    let name = database.text(target)
    if database.rules.constantPrefixes.contains(where: name.hasPrefix) {
      note(Issue(kind: .looksLikeConstant(target), origin: slot.origin, slot: position), symbol)
    }
    let number = database.intern(.string(name))
    return Resolution(value: ResolvedValue(number), hash: database.values.hash(number))
  }

  // MARK: Members side by side

  /// A value as the number beside it changes it: a colour gets its alpha multiplied, a font's name becomes a font of that
  /// size.
  private mutating func modified(
    _ value: Value, _ index: UInt32, _ symbol: SymbolID, _ root: UInt32, _ database: Database
  ) -> Value {
    let slot = state.slots[Int(index)]
    guard let name = database.names.modifier(of: slot.name),
      let modifier = sibling(of: index, index - slot.parent, name),
      case .leaf(let number) = state.outcome(of: Int(modifier)).kind
    else { return value }
    let isFontSize = Bytewise(database.names.text(name)) == Bytewise(database.rules.fontPair?.size ?? "")
    switch (value, database.values[number]) {
    case (.string(let font), .number(let size)) where isFontSize && size > 0:
      return .font(Font(name: font, size: size))
    case (.color(var color), .number(let factor)) where !isFontSize && (0...1).contains(factor):
      color.alpha *= factor
      return .color(color)
    case (.color, _) where !isFontSize:
      let origin = state.slots[Int(modifier)].origin
      note(Issue(kind: .alphaOutOfRange, origin: origin, slot: index - root), symbol)
      return value
    default: return value
    }
  }

  // MARK: Values of parts

  private mutating func glyph(_ index: UInt32, _ symbol: SymbolID, _ root: UInt32, _ database: Database) -> Value? {
    guard case .glyph(var glyph) = database.values[ValueID(index: state.slots[Int(index)].operand)] else { return nil }
    if children(of: index).isEmpty { return .glyph(glyph) }
    guard let color = color(below: index, symbol, root, database) else { return nil }
    glyph.color = color
    return .glyph(glyph)
  }

  private mutating func colorReference(
    _ index: UInt32, _ symbol: SymbolID, _ root: UInt32, _ database: Database
  ) -> Value? {
    color(below: index, symbol, root, database).map(Value.colorReference)
  }

  /// The colour that the one slot below comes to; nil, with the reason noted, when it comes to something else.
  private mutating func color(
    below index: UInt32, _ symbol: SymbolID, _ root: UInt32, _ database: Database
  ) -> Color? {
    guard let child = children(of: index).first, let value = value(at: child, database) else { return nil }
    if case .color(let color) = value { return color }
    var kind = Issue.Kind.wrongType(found: value.typeName, needed: "color")
    let slot = state.slots[Int(child)]
    // A text that is declared where it is referred to was meant as a colour there.
    if case .string(let text) = value, slot.operation == .reference, state.slots[Int(index)].operation == .glyph {
      kind = .badColor(text: text, SymbolID(index: slot.operand))
    }
    note(Issue(kind: kind, origin: state.slots[Int(child)].origin, slot: index - root), symbol)
    return nil
  }

  private mutating func font(_ index: UInt32, _ symbol: SymbolID, _ root: UInt32, _ database: Database) -> Value? {
    let keys = database.fontKeys
    var font = Font()
    for child in children(of: index) {
      let slot = state.slots[Int(child)]
      guard let value = value(at: child, database) else { return nil }
      switch (slot.name, value) {
      case (keys.name, .string(let name)):
        font.system = database.rules.systemFonts[name.lowercased()]
        if font.system == nil { font.name = name }
      case (keys.textStyle, .string(let style)): font.textStyle = style
      case (keys.size, .number(let size)) where size > 0: font.size = size
      case (keys.size, .number):
        note(Issue(kind: .fontSizeOutOfRange, origin: slot.origin, slot: index - root), symbol)
        return nil
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
    if case .leaf(let value) = state.outcome(of: Int(slot)).kind { return database.values[value] }
    var reading = SharedReading(state.with(database))
    return reading.value(at: Int(slot))
  }

  /// An array, or calls, of what the slots below come to. Costs those slots, and the objects that they refer to, each once:
  /// what is known of the parts is not looked for again, and their storage is shared.
  private mutating func compound(
    _ slot: Slot, at index: UInt32, of symbol: SymbolID, root: UInt32, _ database: inout Database
  ) -> Resolution {
    let unresolved = Resolution(value: .unresolved, hash: 0)
    var reading: SharedReading?
    func part(at slot: UInt32) -> (value: Value, compound: Compound)? {
      switch state.outcome(of: Int(slot)).kind {
      case .unresolved: return nil
      case .leaf(let value), .copy(let value): return (database.values[value], database.values.compound(value))
      case .alias, .object:
        if reading == nil { reading = SharedReading(state.with(database)) }
        let hash = state.resolution(at: slot, database.values).hash
        let extent = extent(at: slot, database.values)
        return reading?.value(at: Int(slot)).map { ($0, Compound(object: hash, extent)) }
      }
    }
    func parts(below slot: UInt32) -> (values: [Value], compounds: [Compound])? {
      var parts: (values: [Value], compounds: [Compound]) = ([], [])
      for child in children(of: slot) {
        guard let part = part(at: child) else { return nil }
        parts.values.append(part.value)
        parts.compounds.append(part.compound)
      }
      return parts
    }
    let value: Value
    let compound: Compound
    if slot.operation == .calls {
      let calls = children(of: index).map { state.outcome(of: Int($0)).isResolved ? parts(below: $0) : nil }
      let known = calls.compactMap(\.self)
      guard known.count == calls.count else { return unresolved }
      (value, compound) = (.calls(known.map(\.values)), Compound(calls: known.map(\.compounds)))
    } else {
      guard let elements = parts(below: index) else { return unresolved }
      (value, compound) = (.array(elements.values), Compound(elements: elements.compounds))
    }
    if compound.extent.values > limits.values {
      note(Issue(kind: .tooLarge, origin: slot.origin, slot: index - root), symbol)
      return unresolved
    }
    let number = database.intern(value, compound, counting: Int(slot.size) - 1)
    return Resolution(value: ResolvedValue(number), hash: compound.contentHash)
  }

  func children(of slot: UInt32) -> [UInt32] {
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
    if issue.kind.isFailure { hasNotedError = true }
  }

  mutating func clearIssues(of symbol: SymbolID, _ slot: UInt32) {
    guard !executionIssues.isEmpty, let issues = executionIssues[symbol] else { return }
    let left = issues.filter { $0.slot != slot }
    executionIssues[symbol] = left.isEmpty ? nil : left
  }
}
