// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The slots that wait to be executed, by the height of their id, and the ids whose result is then looked at.
struct Execution {
  private var levels: [(slots: [UInt32], symbols: [SymbolID])] = []
  private var isTouched: [Bool]
  private var aliased: Set<SymbolID> = []
  private(set) var executed = 0

  init(symbolCount: Int) { isTouched = [Bool](repeating: false, count: symbolCount) }

  mutating func add(slot: UInt32, height: Int) {
    reach(height)
    levels[height].slots.append(slot)
  }

  /// Has the id's result looked at once its level is executed.
  mutating func touch(_ symbol: SymbolID, height: Int) {
    if isTouched[Int(symbol.index)] { return }
    isTouched[Int(symbol.index)] = true
    reach(height)
    levels[height].symbols.append(symbol)
  }

  var levelCount: Int { levels.count }

  mutating func takeSlots(at height: Int) -> [UInt32] {
    defer { levels[height].slots = [] }
    return levels[height].slots
  }

  mutating func takeSymbols(at height: Int) -> [SymbolID] {
    defer { levels[height].symbols = [] }
    return levels[height].symbols
  }

  mutating func countExecuted() { executed += 1 }

  /// Notes that the id contains the whole of another one now.
  mutating func noteAlias(_ symbol: SymbolID) { aliased.insert(symbol) }

  func containsAlias(_ symbol: SymbolID) -> Bool { !aliased.isEmpty && aliased.contains(symbol) }

  private mutating func reach(_ height: Int) {
    while levels.count <= height { levels.append(([], [])) }
  }
}

extension ResolvedState {
  /// The root of the id that a slot belongs to.
  func root(of slot: UInt32) -> UInt32 {
    var slot = slot
    while true {
      let parent = slots[Int(slot)].parent
      if parent == 0 { return slot }
      slot -= parent
    }
  }

  /// The id that a slot belongs to.
  func owner(of slot: UInt32) -> SymbolID { SymbolID(index: slots[Int(root(of: slot))].key) }
}

extension View {
  // MARK: Queue

  /// Queues the slots of an id that was laid out anew and were not taken over; its result is looked at in any case.
  mutating func enqueueInstalled(_ symbol: SymbolID, _ execution: inout Execution) {
    let id = state.symbols[Int(symbol.index)]
    let height = referenceOrder.height(symbol)
    execution.touch(symbol, height: height)
    guard id.isDeclared else { return }
    // Backwards, so that what is computed comes after what it is computed from.
    for index in (id.first..<id.first + id.count).reversed() where state.slots[Int(index)].flags.contains(.isQueued) {
      execution.add(slot: index, height: height)
    }
  }

  /// Queues all references of an id that came onto a cycle or left one.
  mutating func enqueueReferences(of symbol: SymbolID, _ execution: inout Execution) {
    let id = state.symbols[Int(symbol.index)]
    guard id.isDeclared else { return }
    for index in id.first..<id.first + id.count where state.slots[Int(index)].operation == .reference {
      enqueue(index, height: referenceOrder.height(symbol), &execution)
    }
  }

  private mutating func enqueue(_ slot: UInt32, height: Int, _ execution: inout Execution) {
    if state.slots[Int(slot)].flags.contains(.isQueued) { return }
    state.slots[Int(slot)].flags.insert(.isQueued)
    execution.add(slot: slot, height: height)
  }

  // MARK: Run

  /// Executes what is queued, upwards, and wakes what refers to an id whose result is another one.
  mutating func run(_ execution: inout Execution, _ database: inout Database) {
    var height = 0
    while height < execution.levelCount {
      for slot in execution.takeSlots(at: height) { execute(slot, height: height, &execution, &database) }
      for symbol in execution.takeSymbols(at: height) { finish(symbol, &execution, database) }
      height += 1
    }
  }

  /// Executes one slot and carries a new value up to the root of its id.
  private mutating func execute(
    _ slot: UInt32, height: Int, _ execution: inout Execution, _ database: inout Database
  ) {
    state.slots[Int(slot)].flags.remove(.isQueued)
    let root = state.root(of: slot)
    let symbol = SymbolID(index: state.slots[Int(root)].key)
    clearIssues(of: symbol, slot - root)
    execution.countExecuted()
    let result = evaluate(slot, of: symbol, root: root, &database)
    let old = state.slots[Int(slot)]
    if result.value == old.value, result.hash == old.hash { return }
    state.slots[Int(slot)].value = result.value
    state.slots[Int(slot)].hash = result.hash
    if case .alias = result.value.kind { execution.noteAlias(symbol) }
    execution.touch(symbol, height: height)
    rise(from: slot, was: old, height: height, &execution, &database)
  }

  /// Brings the slots above one that changed up to date.
  private mutating func rise(
    from slot: UInt32, was old: Slot, height: Int, _ execution: inout Execution, _ database: inout Database
  ) {
    var child = slot
    var old = old
    while state.slots[Int(child)].parent != 0 {
      let parent = child - state.slots[Int(child)].parent
      if old.flags.contains(.isAlpha), let color = sibling(of: child, parent, database.names.color(of: old.name)) {
        reexecute(color, height: height, &execution, &database)
      }
      let above = state.slots[Int(parent)]
      if above.isComputed {
        reexecute(parent, height: height, &execution, &database)
        return
      }
      let new = state.slots[Int(child)]
      let key = database.names.hash(new.name)
      state.slots[Int(parent)].hash =
        above.hash &- Self.contribution(key, old) &+ Self.contribution(key, new)
      child = parent
      old = above
    }
  }

  /// Executes a slot that depends on one that changed, unless it waits to be executed anyway.
  private mutating func reexecute(
    _ slot: UInt32, height: Int, _ execution: inout Execution, _ database: inout Database
  ) {
    if state.slots[Int(slot)].flags.contains(.isQueued) { return }
    execute(slot, height: height, &execution, &database)
  }

  /// What a member adds to the sum of its object.
  static func contribution(_ key: UInt64, _ member: Slot) -> UInt64 {
    !member.value.isResolved ? 0 : ContentHash.member(key, member.contentHash)
  }

  /// Looks at the result of an id and wakes what refers to it when it is another one.
  private mutating func finish(_ symbol: SymbolID, _ execution: inout Execution, _ database: Database) {
    let id = state.symbols[Int(symbol.index)]
    let root = id.isDeclared ? state.slots[Int(id.first)] : nil
    let value = root?.value ?? .undeclared
    let hash = root?.contentHash ?? 0
    if extents[symbol] != nil || execution.containsAlias(symbol) { updateExtent(of: symbol) }
    if value == id.value, hash == id.hash { return }
    state.setResolved(symbol, value, hash: hash, nameHash: database.names.hash(id.name))
    var waking: [UInt32] = []
    references.forEach(of: symbol) { waking.append($0) }
    for slot in waking {
      let owner = state.owner(of: slot)
      if referenceOrder.isCut(from: owner, to: symbol) { continue }
      enqueue(slot, height: referenceOrder.height(owner), &execution)
    }
  }

  // MARK: Values

  private mutating func evaluate(
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

  private func sibling(of slot: UInt32, _ parent: UInt32, _ name: NameID?) -> UInt32? {
    guard let name else { return nil }
    return children(of: parent).first { state.slots[Int($0)].name == name }
  }

  // MARK: Issues

  private mutating func note(_ issue: Issue, _ symbol: SymbolID) {
    executionIssues[symbol, default: []].append(issue)
  }

  private mutating func clearIssues(of symbol: SymbolID, _ slot: UInt32) {
    guard !executionIssues.isEmpty, let issues = executionIssues[symbol] else { return }
    let left = issues.filter { $0.slot != slot }
    executionIssues[symbol] = left.isEmpty ? nil : left
  }
}
