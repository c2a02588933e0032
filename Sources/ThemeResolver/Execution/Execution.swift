// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// What waits to be executed, in waves: all that stands at one height is executed before anything above it, in the order in
/// which it lies in memory.
struct Execution: Sendable {
  struct Wave: Sendable {
    /// In any order, some repeatedly. Slots of ids that stand higher wait here as well when what they refer to changed: where
    /// they belong is looked up when their turn comes, so that waking them touches nothing of theirs.
    var slots: [UInt32] = []
    /// Ids whose result is looked at in any case.
    var symbols: [SymbolID] = []
  }

  private var waves = HeightQueue(empty: Wave())
  private var sorting = SlotSorting()
  /// The slots of the wave that is worked off, sorted, each once.
  private(set) var slots: [UInt32] = []
  /// Those of them that belong to the id that is executed, and wait: its last is executed first.
  private(set) var waiting = 0..<0
  /// Those of it that are computed from others which changed, the last on top: each is executed once, after all that is below it.
  private var computed: [UInt32] = []
  /// Whether a slot of it came to something else, and whether to something that unfolds further than the id says.
  private(set) var hasChanged = false
  private(set) var isUnfolded = false
  private(set) var executed = 0

  mutating func begin() { executed = 0 }

  mutating func add(slot: UInt32, height: Int) { waves[height].slots.append(slot) }

  /// Has the id's result looked at once what waits at its height is executed.
  mutating func add(symbol: SymbolID, height: Int) { waves[height].symbols.append(symbol) }

  /// Has slots of this wave wait for the one of their id.
  mutating func postpone(_ slots: Range<Int>, to height: Int) {
    waves[height].slots.append(contentsOf: self.slots[slots])
  }

  /// Begins the lowest wave that waits. Returns its height and its ids; nil after the last.
  mutating func beginWave() -> (height: Int, symbols: [SymbolID])? {
    guard let (height, wave) = waves.popFirst() else {
      slots = []
      return nil
    }
    slots = wave.slots
    sorting.sortUniquely(&slots)
    return (height, wave.symbols)
  }

  /// The place of the first slot that lies at or behind another, looked for from a place on.
  @inline(__always) func firstSlot(from slot: UInt32, after place: Int) -> Int {
    var place = place + 1
    while place < slots.count, slots[place] < slot { place += 1 }
    return place
  }

  /// Begins an id of which these slots wait, or ids of which none does.
  mutating func begin(_ slots: Range<Int>) {
    waiting = slots
    hasChanged = false
    isUnfolded = false
  }

  /// The next slot of the id; nil after the last. Backwards, so that what is computed comes after what it is computed from.
  mutating func next() -> UInt32? {
    let slot = waiting.last.map { slots[$0] }
    if let parent = computed.last, slot.map({ $0 < parent }) ?? true { return computed.popLast() }
    if slot != nil { waiting.removeLast() }
    return slot
  }

  /// Has a slot that does not wait executed after those below it which do.
  mutating func add(computed slot: UInt32) {
    // What waits lies below the last one that was added, or before it.
    if computed.last != slot { computed.append(slot) }
  }

  /// Whether a slot of the id that is executed is still to come. O(log of how many are).
  func isWaiting(_ slot: UInt32) -> Bool {
    var range = waiting
    while let first = range.first {
      let middle = first + range.count / 2
      if slots[middle] == slot { return true }
      range = slots[middle] < slot ? middle + 1..<range.upperBound : first..<middle
    }
    return false
  }

  mutating func countExecuted() { executed += 1 }

  mutating func noteChange(isUnfolded: Bool) {
    hasChanged = true
    if isUnfolded { self.isUnfolded = true }
  }
}

extension Resolution {
  /// What a member of an object adds to its sum.
  func contribution(_ keyHash: UInt64) -> UInt64 { value.isResolved ? ContentHash.member(keyHash, hash) : 0 }
}

extension Outcome {
  /// - Parameter aliasHash: the hash of the whole object that it came to, for a slot that did.
  @inline(__always) func resolution(of slot: Slot, aliasHash: @autoclosure () -> UInt64, _ values: ValueTable)
    -> Resolution
  {
    if slot.operation == .object { return Resolution(value: .object, hash: ContentHash.object(sum: sum)) }
    let value = value
    switch value.kind {
    case .leaf(let number), .copy(let number): return Resolution(value: value, hash: values.hash(number))
    case .alias: return Resolution(value: value, hash: aliasHash())
    case .object: preconditionFailure("only objects are objects")
    case .unresolved: return Resolution(value: value, hash: 0)
    }
  }
}

/// What is asked for each value that is executed is inlined: called, each of these would have the whole state copied to the stack,
/// which is most of the instructions that executing a value takes.
extension ResolvedState {
  /// What a slot came to.
  @inline(__always) func resolution(at index: UInt32, _ values: ValueTable) -> Resolution {
    resolution(of: slots[Int(index)], at: index, values)
  }

  /// What a slot came to.
  @inline(__always) func resolution(of slot: Slot, at index: UInt32, _ values: ValueTable) -> Resolution {
    outcomes[Int(index)].resolution(of: slot, aliasHash: aliasHashes[Int(index)], values)
  }

  /// Counts what a member comes to in the sum of its object, in place of what it came to before. Returns what the object came
  /// to before.
  @discardableResult mutating func add(
    _ member: Resolution, insteadOf old: Resolution = .undeclared, to object: UInt32, keyHash: UInt64
  ) -> Resolution {
    let sum = outcomes[Int(object)].sum
    outcomes[Int(object)] = Outcome(sum: sum &+ member.contribution(keyHash) &- old.contribution(keyHash))
    return Resolution(value: .object, hash: ContentHash.object(sum: sum))
  }

  /// The root of the id that a slot belongs to.
  @inline(__always) func root(of slot: UInt32) -> UInt32 {
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
    execution.add(symbol: symbol, height: height)
    guard id.isDeclared else { return }
    for index in id.first..<id.first + id.count where state.outcome(of: Int(index)) == .waiting {
      state.outcomes[Int(index)] = Outcome(.unresolved)
      execution.add(slot: index, height: height)
    }
  }

  /// Queues all references and lookups of an id that came onto a cycle or left one.
  func enqueueReferences(of symbol: SymbolID, _ execution: inout Execution) {
    let id = state.symbols[Int(symbol.index)]
    guard id.isDeclared else { return }
    for index in id.first..<id.first + id.count where state.slots[Int(index)].target != nil {
      execution.add(slot: index, height: referenceOrder.height(symbol))
    }
  }

  // MARK: Run

  /// Executes what is queued, upwards, and wakes what refers to an id whose result is another one.
  mutating func run(_ execution: inout Execution, _ database: inout Database) {
    while let (height, symbols) = execution.beginWave() {
      var start = 0
      while start < execution.slots.count {
        let root = state.root(of: execution.slots[start])
        let whole = state.slots[Int(root)]
        let end = execution.firstSlot(from: root + whole.size, after: start)
        let symbol = SymbolID(index: whole.key)
        execute(start..<end, of: symbol, root: root, height: height, &execution, &database)
        start = end
      }
      execution.begin(0..<0)
      for symbol in symbols { finish(symbol, height: height, &execution, &database) }
    }
  }

  /// Executes the slots of one id that wait in a wave, if it is the id's wave.
  private mutating func execute(
    _ slots: Range<Int>, of symbol: SymbolID, root: UInt32, height: Int, _ execution: inout Execution,
    _ database: inout Database
  ) {
    let own = referenceOrder.height(symbol)
    if own > height { return execution.postpone(slots, to: own) }
    // It was woken along an edge within a cycle, which is cut.
    if own < height { return }
    execution.begin(slots)
    while let slot = execution.next() { execute(slot, of: symbol, root: root, &execution, &database) }
    if execution.hasChanged { finish(symbol, height: height, &execution, &database) }
  }

  /// Executes one slot and carries a new value up to the root of its id.
  private mutating func execute(
    _ index: UInt32, of symbol: SymbolID, root: UInt32, _ execution: inout Execution, _ database: inout Database
  ) {
    clearIssues(of: symbol, index - root)
    execution.countExecuted()
    let slot = state.slots[Int(index)]
    hasNotedError = false
    var result = evaluate(slot, at: index, of: symbol, root: root, &database)
    if !result.value.isResolved || hasNotedError || slot.isComputed || slot.operation == .faultyLiteral
      || !failures.isEmpty
    {
      hold(&result, of: slot, at: index, of: symbol, root: root, &database)
    }
    let old = state.resolution(of: slot, at: index, database.values)
    if result == old { return }
    state.outcomes[Int(index)] = Outcome(result.value)
    execution.noteChange(isUnfolded: isUnfolded(result.value, slot, database.values))
    if result.value.isAlias { state.aliasHashes[Int(index)] = result.hash }
    if slot.parent != 0 { rise(from: index, was: old, of: symbol, root: root, &execution, &database) }
  }

  /// Brings the slots above one that changed up to date.
  private mutating func rise(
    from slot: UInt32, was old: Resolution, of symbol: SymbolID, root: UInt32, _ execution: inout Execution,
    _ database: inout Database
  ) {
    var child = slot
    var old = old
    while child != root {
      let member = state.slots[Int(child)]
      let parent = child - member.parent
      if member.flags.contains(.isModifier),
        let modified = sibling(of: child, parent, database.names.modified(by: member.name)),
        !execution.isWaiting(modified)
      {
        execute(modified, of: symbol, root: root, &execution, &database)
      }
      if state.slots[Int(parent)].isComputed {
        if !execution.isWaiting(parent) { execution.add(computed: parent) }
        return
      }
      let new = state.resolution(of: member, at: child, database.values)
      old = state.add(new, insteadOf: old, to: parent, keyHash: database.names.hash(member.name))
      child = parent
    }
  }

  /// Looks at the result of an id and wakes what refers to it when it is another one.
  private mutating func finish(
    _ symbol: SymbolID, height: Int, _ execution: inout Execution, _ database: inout Database
  ) {
    let id = state.symbols[Int(symbol.index)]
    let result = id.isDeclared ? state.resolution(at: id.first, database.values) : .undeclared
    if execution.isUnfolded || extents[symbol] != nil { updateExtent(of: symbol, database.values) }
    let old = state.results[Int(symbol.index)]
    if result == old { return }
    state.setResult(of: symbol, from: old, to: result, nameHash: database.names.hash(id.name))
    references.forEach(of: symbol) { execution.add(slot: $0, height: height + 1) }
  }
}
