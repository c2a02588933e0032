// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
package import ThemeModel

extension ResolvedState {
  /// The patch from an older state to this one. Between states of one resolver, the cost is proportional to the difference:
  /// shared storage is skipped. Between states of two resolvers, ids are matched by name.
  ///
  /// - Parameter maximum: ends the comparison when it is exceeded; then the patch is incomplete. A change of one object shows at each
  ///   place that refers to it, so that a few lines unfold to millions of operations.
  package func patch(
    from old: ResolvedState, selecting selection: Selection, maximum: PatchSize = .unlimited
  ) -> Patch {
    let comparison = StateComparison(old: old, new: self, selection: selection)
    var patch = Patch(maximum: maximum)
    if old.origin == origin {
      ChunkedArray.forEachUnsharedIndex(old.results, results) { index in
        if comparison.isUnchanged(index) { return }
        let symbol = SymbolID(index: UInt32(index))
        comparison.compare(symbol, symbol, into: &patch)
      }
    } else {
      let before = old.symbolsByName()
      let after = symbolsByName()
      for name in BytewiseSet(before.keys + after.keys).sorted() {
        comparison.compare(before[name], after[name], into: &patch)
      }
    }
    return patch
  }

  /// The resolved ids by section and name. Costs O(ids).
  func symbolsByName() -> BytewiseDictionary<SymbolID> {
    var result: BytewiseDictionary<SymbolID> = [:]
    for symbol in (0..<UInt32(symbols.count)).lazy.map(SymbolID.init(index:)) {
      guard let section = section(of: symbol) else { continue }
      result["\(section.rawValue)/\(names[Int(symbols[Int(symbol.index)].name.index)])"] = symbol
    }
    return result
  }
}

/// Compares two trees of slots. Allocates nothing for members with equal hashes.
private struct StateComparison {
  let old: ResolvedState
  let new: ResolvedState
  let selection: Selection
  /// Whether numbers of names and ids mean the same in both states.
  let isNumberedAlike: Bool

  init(old: ResolvedState, new: ResolvedState, selection: Selection) {
    (self.old, self.new, self.selection) = (old, new, selection)
    isNumberedAlike = old.origin == new.origin && old.reclamations == new.reclamations
  }

  /// Whether an id has certainly the same value in both states.
  func isUnchanged(_ index: Int) -> Bool {
    isNumberedAlike && index < old.results.count && index < new.results.count
      && old.results[index] == new.results[index]
  }

  /// Compares the values of an id. Nil if a state does not have the id.
  func compare(_ before: SymbolID?, _ after: SymbolID?, into patch: inout Patch) {
    if patch.isIncomplete { return }
    let memberBefore = before.flatMap(old.member)
    let memberAfter = after.flatMap(new.member)
    // The number may have been freed and belong to another id now.
    if let before, let after, let memberBefore, let memberAfter, memberBefore.section == memberAfter.section,
      Bytewise(memberBefore.name) == Bytewise(memberAfter.name)
    {
      if old.contentHash(of: before) == new.contentHash(of: after) { return }
      compare(memberBefore.root, memberAfter.root, at: place(of: memberBefore), into: &patch)
      return
    }
    if let memberBefore { remove(memberBefore.root, at: place(of: memberBefore), into: &patch) }
    if let memberAfter { add(memberAfter.root, at: place(of: memberAfter), into: &patch) }
  }

  private func place(of member: (section: ResolvedState.Section, name: String, root: Int)) -> SelectedPlace {
    SelectedPlace(
      pointer: "/\(member.section.rawValue)", position: selection.root.descending(to: member.section.rawValue)
    )
    .descending(to: member.name)
  }

  /// Whether two slots have the same value.
  private func isSame(_ before: Int, _ after: Int) -> Bool {
    if isNumberedAlike {
      let isObject = old.slots[before].operation == .object
      let outcome = old.outcomes[before]
      if isObject == (new.slots[after].operation == .object), outcome == new.outcomes[after] {
        // The content of an alias may have changed.
        if isObject || !outcome.value.isAlias { return true }
      }
    }
    return old.contentHash(at: before) == new.contentHash(at: after)
      && old.outcome(of: before).isObject == new.outcome(of: after).isObject
  }

  /// - Parameter place: is made for slots that differ.
  private func compare(
    _ before: Int, _ after: Int, at place: @autoclosure () -> SelectedPlace, into patch: inout Patch
  ) {
    if patch.isIncomplete || isSame(before, after) { return }
    let place = place()
    guard let leftObject = old.object(at: before), let rightObject = new.object(at: after) else {
      return compareValues(before, after, at: place, into: &patch)
    }
    switch place.position.answer {
    case .nothing: return
    case .whole: break
    case .within:
      // For this reader, an object without a selected part does not exist.
      guard old.hasValue(at: before, place.position), new.hasValue(at: after, place.position) else {
        return compareValues(before, after, at: place, into: &patch)
      }
    }
    compareMembers(leftObject, rightObject, at: place, into: &patch)
  }

  /// Compares the members of an object whose slots both states share, so that only outcomes differ: this is most of a save that
  /// changes many values.
  private func compareOutcomes(of object: Int, at place: SelectedPlace, into patch: inout Patch) {
    let end = object + Int(new.slots[object].size)
    var member = object + 1
    while member < end {
      let slot = new.slots[member]
      let outcome = new.outcomes[member]
      // The content of an alias may have changed.
      if outcome != old.outcomes[member] || slot.operation != .object && outcome.value.isAlias {
        compare(member, member, at: place.descending(to: new.key(of: member)), into: &patch)
      }
      member += Int(slot.size)
    }
  }

  /// Compares the members of two objects side by side while their keys are equal, which is up to the end if only values
  /// changed. Finds the members behind the first different key by their names.
  private func compareMembers(_ before: Int, _ after: Int, at place: SelectedPlace, into patch: inout Patch) {
    if before == after, isNumberedAlike,
      old.slots.isShared(with: new.slots, in: before..<before + Int(new.slots[before].size))
    {
      return compareOutcomes(of: before, at: place, into: &patch)
    }
    var left = old.firstMember(of: before)
    var right = new.firstMember(of: after)
    while let one = left, let other = right, haveSameKey(one, other) {
      compare(one, other, at: place.descending(to: old.key(of: one)), into: &patch)
      left = old.member(after: one, of: before)
      right = new.member(after: other, of: after)
    }
    if left == nil, right == nil { return }
    let added = new.members(from: right, of: after)
    let kept = BytewiseDictionary(added.map { (new.key(of: $0), $0) }, uniquingKeysWith: { $1 })
    var common: BytewiseSet = []
    for member in old.members(from: left, of: before) {
      let key = old.key(of: member)
      if let counterpart = kept[key] {
        common.insert(key)
        compare(member, counterpart, at: place.descending(to: key), into: &patch)
      } else {
        remove(member, at: place.descending(to: key), into: &patch)
      }
    }
    for member in added where !common.contains(new.key(of: member)) {
      add(member, at: place.descending(to: new.key(of: member)), into: &patch)
    }
  }

  private func haveSameKey(_ before: Int, _ after: Int) -> Bool {
    isNumberedAlike
      ? old.slots[before].key == new.slots[after].key
      : Bytewise(old.key(of: before)) == Bytewise(new.key(of: after))
  }

  func add(_ slot: Int, at place: SelectedPlace, into patch: inout Patch) {
    guard let value = new.value(at: slot, place.position) else { return }
    patch.append(.add(path: place.pointer, value: value))
  }

  func remove(_ slot: Int, at place: SelectedPlace, into patch: inout Patch) {
    guard old.hasValue(at: slot, place.position) else { return }
    patch.append(.remove(path: place.pointer))
  }

  /// Compares the selected values of two slots, one of which is not an object or is stored whole.
  private func compareValues(_ before: Int, _ after: Int, at place: SelectedPlace, into patch: inout Patch) {
    compare(
      old.value(at: before, place.position),
      new.value(at: after, place.position), at: place, into: &patch)
  }

  private func compare(_ before: Value?, _ after: Value?, at place: SelectedPlace, into patch: inout Patch) {
    if patch.isIncomplete { return }
    switch (before, after) {
    case (nil, nil): break
    case (nil, let value?): patch.append(.add(path: place.pointer, value: value))
    case (_?, nil): patch.append(.remove(path: place.pointer))
    case (.object(let left)?, .object(let right)?):
      let kept = BytewiseDictionary(right.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
      let known = BytewiseSet(left.map(\.key))
      for member in left {
        compare(member.value, kept[member.key], at: place.descending(to: member.key), into: &patch)
      }
      for member in right where !known.contains(member.key) {
        compare(nil, member.value, at: place.descending(to: member.key), into: &patch)
      }
    case (let left?, let right?):
      if left != right { patch.append(.replace(path: place.pointer, value: right)) }
    }
  }
}

/// A JSON Pointer with the selection at that place.
private struct SelectedPlace {
  let pointer: String
  let position: Selection.Position

  func descending(to key: String) -> SelectedPlace {
    var (start, segment) = (pointer, Path.escape(key))
    let text = start.withUTF8 { start in
      segment.withUTF8 { segment in
        // Each byte is written: those of the pointer, the separator, and those of the segment.
        String(unsafeUninitializedCapacity: start.count + 1 + segment.count) { text in
          let separator = text.initialize(fromContentsOf: start)
          text[separator] = UInt8(ascii: "/")
          return text[(separator + 1)...].initialize(fromContentsOf: segment)
        }
      }
    }
    return SelectedPlace(pointer: text, position: position.descending(to: key))
  }
}

extension ResolvedState {
  /// The section, name and root slot of a resolved id.
  fileprivate func member(_ symbol: SymbolID) -> (section: Section, name: String, root: Int)? {
    section(of: symbol).map {
      let id = symbols[Int(symbol.index)]
      return ($0, names[Int(id.name.index)], Int(id.first))
    }
  }

  fileprivate func key(of slot: Int) -> String { names[Int(slots[slot].key)] }

  /// The first resolved member of an object.
  fileprivate func firstMember(of object: Int) -> Int? { resolvedMember(from: object + 1, of: object) }

  /// The next resolved member of an object. Nil after the last.
  fileprivate func member(after slot: Int, of object: Int) -> Int? {
    resolvedMember(from: slot + Int(slots[slot].size), of: object)
  }

  private func resolvedMember(from start: Int, of object: Int) -> Int? {
    let end = object + Int(slots[object].size)
    var slot = start
    while slot < end {
      if outcome(of: slot).isResolved { return slot }
      slot += Int(slots[slot].size)
    }
    return nil
  }

  /// The resolved members of an object, from one on.
  fileprivate func members(from first: Int?, of object: Int) -> [Int] {
    Array(
      sequence(state: first) { next in
        defer { next = next.flatMap { member(after: $0, of: object) } }
        return next
      })
  }
}
