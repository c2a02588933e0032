// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The slots that wait to be executed, by the height of their id, and the ids whose result is then looked at.
struct Execution: Sendable {
  private var levels: [(slots: [UInt32], symbols: [SymbolID])] = []
  /// False for all between two updates.
  private var isTouched: [Bool] = []
  private var aliased: Set<SymbolID> = []
  private(set) var executed = 0

  mutating func begin(symbolCount: Int) {
    while isTouched.count < symbolCount { isTouched.append(false) }
    aliased = []
    executed = 0
  }

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
    for symbol in levels[height].symbols { isTouched[Int(symbol.index)] = false }
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

extension Slot {
  /// - Parameter aliasHash: the hash of the whole object that it came to, for a slot that did.
  func resolution(aliasHash: @autoclosure () -> UInt64, _ values: ValueTable) -> Resolution {
    let value = value
    switch value.kind {
    case .leaf(let number): return Resolution(value: value, hash: values.hash(number))
    case .alias: return Resolution(value: value, hash: aliasHash())
    case .object: return Resolution(value: value, hash: ContentHash.object(sum: sum))
    case .unresolved: return Resolution(value: value, hash: 0)
    }
  }
}

extension ResolvedState {
  /// What a slot came to.
  func resolution(at index: UInt32, _ values: ValueTable) -> Resolution {
    slots[Int(index)].resolution(aliasHash: aliasHashes[Int(index)], values)
  }

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

  /// Queues all references and lookups of an id that came onto a cycle or left one.
  mutating func enqueueReferences(of symbol: SymbolID, _ execution: inout Execution) {
    let id = state.symbols[Int(symbol.index)]
    guard id.isDeclared else { return }
    for index in id.first..<id.first + id.count where state.slots[Int(index)].target != nil {
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
    let old = state.resolution(at: slot, database.values)
    if result.value == old.value, result.hash == old.hash { return }
    state.slots[Int(slot)].value = result.value
    if case .alias = result.value.kind {
      state.aliasHashes[Int(slot)] = result.hash
      execution.noteAlias(symbol)
    }
    execution.touch(symbol, height: height)
    rise(from: slot, was: old, height: height, &execution, &database)
  }

  /// Brings the slots above one that changed up to date.
  private mutating func rise(
    from slot: UInt32, was old: Resolution, height: Int, _ execution: inout Execution, _ database: inout Database
  ) {
    var child = slot
    var old = old
    while state.slots[Int(child)].parent != 0 {
      let member = state.slots[Int(child)]
      let parent = child - member.parent
      if member.flags.contains(.isModifier),
        let modified = sibling(of: child, parent, database.names.modified(by: member.name))
      {
        reexecute(modified, height: height, &execution, &database)
      }
      if state.slots[Int(parent)].isComputed {
        reexecute(parent, height: height, &execution, &database)
        return
      }
      let above = state.resolution(at: parent, database.values)
      let new = state.resolution(at: child, database.values)
      let key = database.names.hash(member.name)
      state.slots[Int(parent)].sum &+= Self.contribution(key, new) &- Self.contribution(key, old)
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
  static func contribution(_ key: UInt64, _ member: Resolution) -> UInt64 {
    !member.value.isResolved ? 0 : ContentHash.member(key, member.hash)
  }

  /// Looks at the result of an id and wakes what refers to it when it is another one.
  private mutating func finish(_ symbol: SymbolID, _ execution: inout Execution, _ database: Database) {
    let id = state.symbols[Int(symbol.index)]
    let root = id.isDeclared ? state.resolution(at: id.first, database.values) : nil
    let value = root?.value ?? .undeclared
    let hash = root?.hash ?? 0
    if extents[symbol] != nil || execution.containsAlias(symbol) { updateExtent(of: symbol) }
    if value == id.value, hash == id.hash { return }
    state.setResolved(symbol, value, hash: hash, nameHash: database.names.hash(id.name))
    // A copy, which shares its storage: nothing is added or removed meanwhile.
    let references = references
    references.forEach(of: symbol) { slot in
      if state.slots[Int(slot)].flags.contains(.isQueued) { return }
      let owner = state.owner(of: slot)
      if referenceOrder.isCut(from: owner, to: symbol) { return }
      enqueue(slot, height: referenceOrder.height(owner), &execution)
    }
  }
}
