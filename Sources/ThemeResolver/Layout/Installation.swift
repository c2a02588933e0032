// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The last part of laying out: new slots take the place of an id's old ones, and keep what those came to where they say the
/// same.
extension View {
  /// Puts the slots of an id in place of those it had, and marks those to be executed that mean something else. False when the new
  /// slots say just what the old ones said, places included.
  mutating func install(_ new: [Slot], at symbol: SymbolID, _ database: Database) -> Bool {
    let old = state.slots(of: symbol)
    if old == new { return false }
    let previous = state.symbols[Int(symbol.index)]
    for (index, slot) in old.enumerated() {
      if let target = slot.target { references.remove(previous.first + UInt32(index), from: target) }
    }
    let first = new.isEmpty ? release(previous) : allocate(UInt32(new.count), replacing: previous)
    setPlace(of: symbol, first, count: UInt32(new.count), database)
    let hadIssues = executionIssues.removeValue(forKey: symbol) != nil
    let hadFailures = failures.removeValue(forKey: symbol) != nil
    let (outcomes, aliasHashes) = takeOver(hadIssues || hadFailures ? [] : old, at: previous.first, new, database)
    for (index, slot) in new.enumerated() {
      let position = first + UInt32(index)
      state.slots[Int(position)] = slot
      state.outcomes[Int(position)] = outcomes[index]
      if let hash = aliasHashes[index] { state.aliasHashes[Int(position)] = hash }
      if let target = slot.target { references.add(position, to: target) }
    }
    return true
  }

  /// Notes where the slots of an id lie. Most that are laid out anew stay where they were: then nothing is written.
  mutating func setPlace(of symbol: SymbolID, _ first: UInt32, count: UInt32, _ database: Database) {
    var id = state.symbols[Int(symbol.index)]
    if id.first == first, id.count == count { return }
    let wasDeclared = id.isDeclared
    id.first = first
    id.count = count
    if id.isDeclared != wasDeclared {
      let name = ContentHash.combine(database.names.hash(id.name), UInt64(id.space.rawValue))
      declaredNames = wasDeclared ? declaredNames &- name : declaredNames &+ name
    }
    state.symbols[Int(symbol.index)] = id
  }

  /// What the new slots come to as far as old ones are the same expressions: those of the common beginning and of the common
  /// end. The others wait to be executed. Returns the hashes of those that came to whole objects as well.
  ///
  /// - Parameter first: where the old ones lie in the state.
  private func takeOver(
    _ old: [Slot], at first: UInt32, _ new: [Slot], _ database: Database
  ) -> (outcomes: [Outcome], aliasHashes: [Int: UInt64]) {
    let head = zip(old, new).prefix { $0.isSameExpression(as: $1) }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed())
      .prefix { $0.isSameExpression(as: $1) }.count
    var outcomes = [Outcome](repeating: Outcome(.unresolved), count: new.count)
    var aliasHashes: [Int: UInt64] = [:]
    for (index, slot) in new.enumerated().reversed() {
      if slot.operation == .object {
        outcomes[index] = Outcome(sum: sum(new, outcomes, aliasHashes, below: index, database))
        continue
      }
      if slot.operation == .invalid, past == nil { continue }
      outcomes[index] = Outcome(.waiting)
      let source = index < head ? index : index >= new.count - tail ? index - new.count + old.count : nil
      // A modifier may have changed elsewhere in the object, and what is below a computed slot may be new.
      guard let source, !slot.flags.contains(.hasModifier),
        !slot.isComputed || slot.size == old[source].size && isTaken(new, outcomes, below: index)
      else { continue }
      let outcome = state.outcomes[Int(first) + source]
      guard outcome.value.isResolved else { continue }
      outcomes[index] = outcome
      if outcome.value.isAlias { aliasHashes[index] = state.aliasHashes[Int(first) + source] }
    }
    return (outcomes, aliasHashes)
  }

  private func isTaken(_ slots: [Slot], _ outcomes: [Outcome], below index: Int) -> Bool {
    (index + 1..<index + Int(slots[index].size)).allSatisfy {
      slots[$0].operation == .object || outcomes[$0] != Outcome(.waiting)
    }
  }

  /// The sum of the members' hashes, those that are still to be executed left out.
  private func sum(
    _ slots: [Slot], _ outcomes: [Outcome], _ aliasHashes: [Int: UInt64], below index: Int, _ database: Database
  ) -> UInt64 {
    var sum: UInt64 = 0
    var child = index + 1
    while child < index + Int(slots[index].size) {
      let slot = slots[child]
      let member = outcomes[child].resolution(of: slot, aliasHash: aliasHashes[child] ?? 0, database.values)
      sum &+= member.contribution(database.names.hash(slot.name))
      child += Int(slot.size)
    }
    return sum
  }

  /// Whether a quarter of many slots is used at most: ids that are gone, or shorter, left the others. Storage of slots never
  /// shrinks by itself.
  var isSparse: Bool {
    state.slots.count > limits.smallSlots
      && freeSlots.reduce(0) { $0 + Int($1.key) * $1.value.count } >= state.slots.count / 4 * 3
  }

  /// Leaves the slots of an id to others.
  private mutating func release(_ id: SymbolState) -> UInt32 {
    if id.isDeclared { freeSlots[Self.capacity(of: id.count), default: []].append(id.first) }
    return SymbolState.noSlots
  }

  /// A run of slots for an id: where it was when the length is much the same, else one that another id left, else at the end.
  mutating func allocate(_ count: UInt32, replacing previous: SymbolState) -> UInt32 {
    let capacity = Self.capacity(of: count)
    if previous.isDeclared {
      if Self.capacity(of: previous.count) == capacity { return previous.first }
      _ = release(previous)
    }
    if !freeSlots.isEmpty, let free = freeSlots[capacity]?.popLast() { return free }
    let first = UInt32(state.slots.count)
    let blank = Slot(
      key: 0, size: 1, parent: 0, origin: NodeReference(declaration: DeclarationID(index: 0), node: 0), operand: 0,
      operation: .invalid, flags: [])
    state.slots.grow(to: Int(first + capacity), with: blank)
    state.outcomes.grow(to: Int(first + capacity), with: Outcome(.unresolved))
    return first
  }

  /// How many slots a run of that length has room for. Runs longer than 16 come in eight lengths for each doubling, so that
  /// what one id leaves serves others: one in eight may be more than is needed.
  private static func capacity(of count: UInt32) -> UInt32 {
    guard count > 16 else { return count }
    let step = UInt32(1) << UInt32(28 - count.leadingZeroBitCount)
    return (count + step - 1) / step * step
  }
}
