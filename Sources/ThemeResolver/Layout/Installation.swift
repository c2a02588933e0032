// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// Writes the slots of an id. Slots that say the same as before keep their outcome; the others wait for execution.
extension SlotGraph {
  /// Replaces the slots of an id.
  ///
  /// - Parameters:
  ///   - old: the slots that it has.
  ///   - reusable: the slots whose outcome may be reused: the old ones, or none.
  ///   - hasPast: whether there are last good values, which an invalid slot may get when it is executed.
  mutating func install(
    _ new: [DeclaredSlot], over old: [DeclaredSlot], reusing reusable: [DeclaredSlot], at symbol: SymbolID,
    hasPast: Bool, _ database: Database
  ) {
    let previous = state.symbols[Int(symbol.index)]
    for (index, declared) in old.enumerated() {
      if let target = declared.slot.target { references.remove(previous.first + UInt32(index), from: target) }
    }
    let first = allocate(new.count, insteadOf: old.count, at: previous.first)
    setRun(of: symbol, first, new.declaration, database)
    if new.isEmpty { return }
    let slots = new.map(\.slot)
    let (outcomes, hashes) = reusedOutcomes(of: reusable, at: previous.first, for: slots, hasPast: hasPast, database)
    state.slots.replace(from: Int(first), with: slots)
    let hasOrigins = first == previous.first && previous.declaration == .none
    state.setOrigins(of: symbol, to: new, known: hasOrigins ? old : [])
    state.outcomes.replace(from: Int(first), with: outcomes)
    for (index, slot) in slots.enumerated() {
      if outcomes[index].excludesContent { state.objectHashes.set(Int(first) + index, to: hashes[index]) }
      if let target = slot.target { references.add(first + UInt32(index), to: target) }
    }
  }

  /// Sets where the slots of an id lie, and the declaration whose nodes they are. Writes nothing if both stay, which they mostly do.
  mutating func setRun(of symbol: SymbolID, _ first: UInt32, _ declaration: DeclarationID, _ database: Database) {
    var id = state.symbols[Int(symbol.index)]
    if id.first == first, id.declaration == declaration { return }
    let wasDeclared = id.isDeclared
    id.first = first
    id.declaration = declaration
    if id.isDeclared != wasDeclared {
      let name = Self.declaredName(id.name, id.space, database)
      declaredNames = wasDeclared ? declaredNames &- name : declaredNames &+ name
    }
    state.symbols[Int(symbol.index)] = id
  }

  /// The summand of a declared id in `declaredNames`.
  static func declaredName(_ name: NameID, _ space: Declarations.Space, _ database: Database) -> UInt64 {
    ContentHash.combine(database.names.hash(name), UInt64(space.rawValue))
  }

  /// The outcomes that new slots keep: those in the longest common beginning and in the longest common end of the same
  /// expressions. The others wait to be executed. Returns their `ResolvedState.objectHashes` as well.
  ///
  /// - Parameter first: where the old slots lie in the state.
  private func reusedOutcomes(
    of old: [DeclaredSlot], at first: UInt32, for new: [Slot], hasPast: Bool, _ database: Database
  ) -> (outcomes: [ResolvedValue], objectHashes: [UInt64]) {
    let head = zip(old, new).prefix { $0.slot.isSameExpression(as: $1) }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed())
      .prefix { $0.slot.isSameExpression(as: $1) }.count
    var outcomes = [ResolvedValue](repeating: .unresolved, count: new.count)
    var hashes = [UInt64](repeating: 0, count: new.count)
    for (index, slot) in new.enumerated().reversed() {
      if slot.operation == .object {
        outcomes[index] = .object
        hashes[index] = sum(new, outcomes, hashes, below: index, database)
        continue
      }
      if slot.operation == .invalid, !hasPast { continue }
      outcomes[index] = .waiting
      let source = index < head ? index : index >= new.count - tail ? index - new.count + old.count : nil
      // The modifier of a value may have changed, and so may the parts of a computed value.
      guard let source, !slot.flags.contains(.hasModifier),
        !slot.isComputed || slot.size == old[source].slot.size && isReused(new, outcomes, below: index)
      else { continue }
      let outcome = state.outcomes[Int(first) + source]
      guard outcome.isResolved else { continue }
      outcomes[index] = outcome
      if outcome.isAlias { hashes[index] = state.objectHashes[Int(first) + source] ?? 0 }
    }
    return (outcomes, hashes)
  }

  /// Whether all slots below a computed one keep their outcome.
  private func isReused(_ slots: [Slot], _ outcomes: [ResolvedValue], below index: Int) -> Bool {
    (index + 1..<index + Int(slots[index].size)).allSatisfy { outcomes[$0] != .waiting }
  }

  /// The sum of the hashes of an object's members. Members that wait for execution are not in it yet.
  private func sum(
    _ slots: [Slot], _ outcomes: [ResolvedValue], _ hashes: [UInt64], below index: Int, _ database: Database
  ) -> UInt64 {
    var sum: UInt64 = 0
    var child = index + 1
    while child < index + Int(slots[index].size) {
      let slot = slots[child]
      let hash = outcomes[child].contentHash(objectHash: hashes[child], database.values.hashes)
      let member = Resolution(value: outcomes[child], hash: hash)
      sum &+= member.contribution(database.names.hash(slot.name))
      child += Int(slot.size)
    }
    return sum
  }

  /// Sets the sums of the objects of an id whose slots were written without them.
  mutating func setSums(of symbol: SymbolID, _ database: Database) {
    let indices = state.slotIndices(of: symbol)
    let slots = indices.map { state.slots[$0] }
    let outcomes = indices.map { state.outcomes[$0] }
    var hashes = [UInt64](repeating: 0, count: slots.count)
    for (offset, index) in indices.enumerated().reversed() where outcomes[offset] == .object {
      hashes[offset] = sum(slots, outcomes, hashes, below: offset, database)
      state.objectHashes.set(index, to: hashes[offset])
    }
  }

  /// Whether at most a quarter of the slots is used. Storage of slots never shrinks by itself.
  ///
  /// - Parameter small: up to this number of slots the answer is false.
  func isSparse(small: Int) -> Bool {
    state.slots.count > small
      && freeSlots.reduce(0) { $0 + Int($1.key) * $1.value.count } >= state.slots.count / 4 * 3
  }

  /// Where slots of an id lie: where its present ones are if the capacity is the same, else in a free run, else in a new one at
  /// the end. `noSlots` for no slots.
  ///
  /// - Parameters:
  ///   - oldCount: the number of present slots, which are freed if they are elsewhere.
  ///   - first: the first of them.
  private mutating func allocate(_ count: Int, insteadOf oldCount: Int, at first: UInt32) -> UInt32 {
    let (capacity, old) = (Self.capacity(of: UInt32(count)), Self.capacity(of: UInt32(oldCount)))
    if capacity == old { return first }
    if old > 0 { freeSlots[old, default: []].append(first) }
    if capacity == 0 { return SymbolState.noSlots }
    if !freeSlots.isEmpty, let free = freeSlots[capacity]?.popLast() { return free }
    let first = UInt32(state.slots.count)
    state.slots.grow(to: Int(first + capacity), with: .unused)
    state.outcomes.grow(to: Int(first + capacity), with: .unresolved)
    return first
  }

  /// The capacity of a run for a number of slots. Runs of more than 16 slots have eight capacities for each doubling, so that
  /// the run of one id fits others; at most one slot in eight stays unused.
  static func capacity(of count: UInt32) -> UInt32 {
    guard count > 16 else { return count }
    let step = UInt32(1) << UInt32(28 - count.leadingZeroBitCount)
    return (count + step - 1) / step * step
  }
}
