// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
import ThemeModel

/// A slot within its id.
struct SlotPlace {
  let index: UInt32
  let symbol: SymbolID
  /// The root slot of the id.
  let root: UInt32

  /// Counted from the root.
  var offset: UInt32 { index - root }
}

/// Evaluates slots: a function for each operation. `ExecutionStage` decides when a slot is executed.
///
/// Functions that run for each value take the graph `inout`, also those that only read it: otherwise each call copies it.
struct Evaluator: Sendable {
  let limits: ResolverLimits
  /// Errors in the values of an id.
  var issues = SlotNotes<Issue>()
  /// Whether the last evaluation noted an error, see `Issue.Kind.isFailure`.
  private(set) var hasNotedError = false
  /// The parts that the last evaluated token lacks because they are wrong.
  var failedParts: [[String]] = []
  var sizes: ExpandedSizes
  var members = MemberTables()

  init(limits: ResolverLimits) {
    self.limits = limits
    sizes = ExpandedSizes(maximumValues: limits.values)
  }

  /// The value of a slot, with the hash of its content.
  mutating func evaluate(
    _ slot: Slot, at place: SlotPlace, _ graph: inout SlotGraph, _ database: inout Database
  ) -> Resolution {
    hasNotedError = false
    let value: Value?
    switch slot.operation {
    case .object: return graph.state.resolution(at: place.index, database.values)
    case .invalid: return Resolution(value: .unresolved, hash: 0)
    case .held:
      let held = ValueID(index: slot.operand)
      return Resolution(value: ResolvedValue(held), hash: database.values.hash(held))
    case .literal, .faultyLiteral:
      let literal = ValueID(index: slot.operand)
      if !slot.flags.contains(.hasModifier) {
        return Resolution(value: ResolvedValue(literal), hash: database.values.hash(literal))
      }
      value = modified(database.values[literal], place, &graph, database)
    case .reference, .lookup:
      guard let result = follow(slot, at: place, &graph, &database) else {
        return Resolution(value: .unresolved, hash: 0)
      }
      guard case .leaf(let leaf) = result.value.kind, slot.flags.contains(.hasModifier),
        !database.values[leaf].hasParts
      else { return result }
      value = modified(database.values[leaf], place, &graph, database)
    case .array, .calls: return compound(slot, at: place, &graph, &database)
    case .glyph: value = glyph(place, &graph, database)
    case .font, .fontObject: value = font(place, &graph, database)
    case .colorReference: value = colorReference(place, &graph, database)
    case .typed: value = token(place, &graph, database)
    case .part: value = part(slot, at: place, &graph, database)
    case .first: return first(place, &graph, database)
    }
    guard let value else { return Resolution(value: .unresolved, hash: 0) }
    let number = database.intern(value)
    return Resolution(value: ResolvedValue(number), hash: database.values.hash(number))
  }

  /// The value of a reference to a value without parts, while no id has an issue or is on a cycle: the value of its target. Nil
  /// where the slot has to be evaluated.
  @inline(__always) func plainReference(
    _ slot: Slot, _ graph: inout SlotGraph, _ values: ValueTable
  ) -> Resolution? {
    guard slot.operation == .reference, issues.isEmpty, !graph.order.hasCycles else { return nil }
    let result = graph.state.results[Int(slot.operand)]
    return isWholeValue(result, of: slot, values) ? result : nil
  }

  /// Whether the result of its target is the value of a reference as it is: a value without parts that the reference may have.
  @inline(__always) func isWholeValue(_ result: Resolution, of slot: Slot, _ values: ValueTable) -> Bool {
    guard case .leaf(let value) = result.value.kind, values.size(value) == .one else { return false }
    if slot.flags.isEmpty { return true }
    guard slot.flags == .needsColor, case .color = values[value] else { return false }
    return true
  }

  /// The resolution of the id that a reference or lookup names. Nil if it has none; the reason is noted, unless an
  /// earlier issue names it.
  private mutating func follow(
    _ slot: Slot, at place: SlotPlace, _ graph: inout SlotGraph, _ database: inout Database
  ) -> Resolution? {
    let target = SymbolID(index: slot.operand)
    if graph.order.isCut(from: place.symbol, to: target) { return nil }
    let result = graph.state.results[Int(target.index)]
    func refuse(_ kind: Issue.Kind) -> Resolution? {
      note(kind, at: place, graph)
      return nil
    }
    if result.value == .undeclared {
      // A group need not have a type.
      if database.space(target) == .ownTypes { return nil }
      if slot.operation == .lookup { return text(of: target, place, &graph, &database) }
      return refuse(
        slot.flags.contains(.isHalf) ? .halfFont(missing: database.text(target)) : .unknownReference(target))
    }
    switch result.value.kind {
    case .unresolved: return nil
    case .leaf(let value):
      if let excess = exceededLimit(database.values.size(value), at: place, &graph) { return refuse(excess) }
      if slot.flags.contains(.needsColor) {
        switch database.values[value] {
        case .color, .colorInSpace: break
        case .string(let text) where text.hasPrefix("#"):
          return refuse(.badColor(text: text, target))
        // A text may be the name of a colour that the consumer knows.
        case .string: break
        case .null, .bool, .number, .array, .image, .object, .colorReference, .font, .glyph, .point, .size, .rect,
          .edgeInsets, .calls, .typed:
          return refuse(.wrongType(found: database.values[value].typeName, needed: "color"))
        }
      }
      return result
    case .alias, .copy, .object:
      if slot.flags.contains(.needsColor) { return refuse(.wrongType(found: "object", needed: "color")) }
      if let excess = exceededLimit(sizes.size(of: target, &graph), at: place, &graph) { return refuse(excess) }
      return result.value.isObjectElsewhere
        ? result : Resolution(value: ResolvedValue(alias: target), hash: result.hash)
    }
  }

  /// The limit that a slot exceeds with a value of this size in its place.
  private func exceededLimit(
    _ size: ExpandedSize, at place: SlotPlace, _ graph: inout SlotGraph
  ) -> Issue.Kind? {
    if size == .one { return nil }
    if graph.depth(of: place.index) - 1 + size.depth > limits.depth { return .tooDeep }
    return size.values > limits.values ? .tooLarge : nil
  }

  /// The text that a lookup falls back to: the name that no file declares.
  private mutating func text(
    of target: SymbolID, _ place: SlotPlace, _ graph: inout SlotGraph, _ database: inout Database
  ) -> Resolution {
    let name = database.text(target)
    if database.rules.constantPrefixes.contains(where: name.hasPrefix) {
      note(.looksLikeConstant(target), at: place, graph)
    }
    let number = database.intern(.string(name))
    return Resolution(value: ResolvedValue(number), hash: database.values.hash(number))
  }

  // MARK: Modifiers

  /// A value modified by the number beside it: the alpha of a colour is multiplied, the name of a font becomes a font of that
  /// size.
  private mutating func modified(
    _ value: Value, _ place: SlotPlace, _ graph: inout SlotGraph, _ database: Database
  ) -> Value {
    let slot = graph.state.slots[Int(place.index)]
    guard let name = database.names.modifier(of: slot.name),
      let modifier = members.member(of: place.index - slot.parent, named: name, &graph),
      case .leaf(let number) = graph.state.outcomes[Int(modifier)].kind
    else { return value }
    let isFontSize = Bytewise(database.names.text(name)) == Bytewise(database.rules.fontPair?.size ?? "")
    switch (value, database.values[number]) {
    case (.string(let font), .number(let size)) where isFontSize && size > 0:
      return .font(Font(name: font, size: size))
    case (.color(var color), .number(let factor)) where !isFontSize && (0...1).contains(factor):
      color.alpha *= factor
      return .color(color)
    case (.color, _) where !isFontSize:
      note(.alphaOutOfRange, of: modifier, at: place, graph)
      return value
    default: return value
    }
  }

  // MARK: Computed values

  private mutating func glyph(_ place: SlotPlace, _ graph: inout SlotGraph, _ database: Database) -> Value? {
    let operand = ValueID(index: graph.state.slots[Int(place.index)].operand)
    guard case .glyph(var glyph) = database.values[operand] else { return nil }
    guard let color = color(below: place, &graph, database) else { return nil }
    glyph.color = color
    return .glyph(glyph)
  }

  private mutating func colorReference(
    _ place: SlotPlace, _ graph: inout SlotGraph, _ database: Database
  ) -> Value? {
    color(below: place, &graph, database).map(Value.colorReference)
  }

  /// The colour that the only child of a slot resolves to. Nil, with an issue, if it resolves to something else.
  private mutating func color(below place: SlotPlace, _ graph: inout SlotGraph, _ database: Database) -> Color? {
    guard let child = graph.children(of: place.index).first, let value = value(at: child, &graph, database) else {
      return nil
    }
    if case .color(let color) = value { return color }
    if case .colorInSpace(let color) = value { return color.srgb }
    var kind = Issue.Kind.wrongType(found: value.typeName, needed: "color")
    let slot = graph.state.slots[Int(child)]
    // The text is probably a misspelt colour, so that its declaration is wrong and not this reference.
    if case .string(let text) = value, slot.operation == .reference,
      graph.state.slots[Int(place.index)].operation == .glyph
    {
      kind = .badColor(text: text, SymbolID(index: slot.operand))
    }
    note(kind, of: child, at: place, graph)
    return nil
  }

  private mutating func font(_ place: SlotPlace, _ graph: inout SlotGraph, _ database: Database) -> Value? {
    let keys = database.fontKeys
    var font = Font()
    for child in graph.children(of: place.index) {
      let slot = graph.state.slots[Int(child)]
      guard let value = value(at: child, &graph, database) else { return nil }
      switch (slot.name, value) {
      case (keys.name, .string(let name)):
        font.system = database.rules.systemFonts[name.lowercased()]
        if font.system == nil { font.name = name }
      case (keys.textStyle, .string(let style)): font.textStyle = style
      case (keys.size, .number(let size)) where size > 0: font.size = size
      case (keys.size, .number):
        note(.fontSizeOutOfRange, of: child, at: place, graph)
        return nil
      default:
        let isSize = slot.name == keys.size
        note(
          .badFontPart(
            part: isSize ? "size" : slot.name == keys.name ? "name" : "text style",
            source: slot.target.map(database.text), found: value.typeName, needed: isSize ? "number" : "string"),
          of: child, at: place, graph)
        return nil
      }
    }
    return .font(font)
  }

  private func value(at slot: UInt32, _ graph: inout SlotGraph, _ database: Database) -> Value? {
    if case .leaf(let value) = graph.state.outcomes[Int(slot)].kind { return database.values[value] }
    var reading = SharedReading(graph.state.with(database))
    return reading.value(at: Int(slot))
  }

  /// An array or calls, from the values of the slots below. Costs O(slots below, and the objects that they refer to, each
  /// once). The values of the parts are shared.
  private mutating func compound(
    _ slot: Slot, at place: SlotPlace, _ graph: inout SlotGraph, _ database: inout Database
  ) -> Resolution {
    let unresolved = Resolution(value: .unresolved, hash: 0)
    var reading: SharedReading?
    func part(at slot: UInt32) -> (value: Value, compound: Compound)? {
      switch graph.state.outcomes[Int(slot)].kind {
      case .unresolved: return nil
      case .leaf(let value), .copy(let value): return (database.values[value], database.values.compound(value))
      case .alias, .object:
        if reading == nil { reading = SharedReading(graph.state.with(database)) }
        let hash = graph.state.resolution(at: slot, database.values).hash
        let size = sizes.size(at: slot, &graph, database.values)
        return reading?.value(at: Int(slot)).map { ($0, Compound(object: hash, size)) }
      }
    }
    func parts(below slot: UInt32) -> (values: [Value], compounds: [Compound])? {
      var parts: (values: [Value], compounds: [Compound]) = ([], [])
      for child in graph.children(of: slot) {
        guard let part = part(at: child) else { return nil }
        parts.values.append(part.value)
        parts.compounds.append(part.compound)
      }
      return parts
    }
    let value: Value
    let compound: Compound
    if slot.operation == .calls {
      let calls = graph.children(of: place.index).map {
        graph.state.outcomes[Int($0)].isResolved ? parts(below: $0) : nil
      }
      let known = calls.compactMap(\.self)
      guard known.count == calls.count else { return unresolved }
      (value, compound) = (.calls(known.map(\.values)), Compound(calls: known.map(\.compounds)))
    } else {
      guard let elements = parts(below: place.index) else { return unresolved }
      (value, compound) = (.array(elements.values), Compound(elements: elements.compounds))
    }
    if compound.size.values > limits.values {
      note(.tooLarge, at: place, graph)
      return unresolved
    }
    let number = database.intern(value, compound, counting: Int(slot.size) - 1)
    return Resolution(value: ResolvedValue(number), hash: compound.contentHash)
  }

  // MARK: Issues

  /// Notes an issue of a slot.
  ///
  /// - Parameter part: the faulty slot, if another one.
  mutating func note(_ kind: Issue.Kind, of part: UInt32? = nil, at place: SlotPlace, _ graph: SlotGraph) {
    let origin = graph.state.origin(of: Int(part ?? place.index))
    issues.add(Issue(kind: kind, origin: origin, slot: place.offset), at: place)
    if kind.isFailure { hasNotedError = true }
  }
}
