// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
package import ThemeModel

extension ResolvedState {
  /// The patch from an older state to this one. Between states of one resolver, the cost is proportional to the difference:
  /// shared storage is skipped. Between states of two resolvers, ids are matched by name.
  ///
  /// - Parameters:
  ///   - maximum: ends the comparison when it is exceeded; then the patch is incomplete. A change of one object shows at each
  ///     place that refers to it, so that a few lines unfold to millions of operations.
  ///   - members: the number of members that may be looked at, as a limit of time: the same.
  package func patch(
    from old: ResolvedState, selecting selection: Selection, maximum: PatchSize = .unlimited,
    looksAt members: Int = .max
  ) -> Patch {
    var comparison = StateComparison(
      old: old, new: self, selection: selection, Patch(maximum: maximum, looksAt: members))
    if old.origin == origin {
      func compare(_ index: Int) {
        let symbol = SymbolID(index: UInt32(index))
        comparison.compare(symbol, symbol)
      }
      if comparison.isNumberedAlike {
        ChunkedArray.forEachDifferentIndex(old.results, results, compare)
      } else {
        ChunkedArray.forEachUnsharedIndex(old.results, results, compare)
      }
    } else {
      let before = old.symbolsByName()
      let after = symbolsByName()
      for name in BytewiseSet(before.keys + after.keys).sorted() {
        comparison.compare(before[name], after[name])
      }
    }
    return comparison.patch
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
  private let old: ResolvedState
  private let new: ResolvedState
  /// Whether numbers of names and ids mean the same in both states.
  let isNumberedAlike: Bool
  private(set) var patch: Patch
  /// The places of the sections; nil for one in which nothing is selected.
  private let constants: SelectedPlace?
  private let styles: SelectedPlace?
  /// The objects that were read out of each state, by their slot.
  private var oldObjects: [Int: Value] = [:]
  private var newObjects: [Int: Value] = [:]

  init(old: ResolvedState, new: ResolvedState, selection: Selection, _ patch: Patch) {
    (self.old, self.new, self.patch) = (old, new, patch)
    isNumberedAlike = old.origin == new.origin && old.reclamations == new.reclamations
    constants = SelectedPlace(of: .constants, in: selection)
    styles = SelectedPlace(of: .styles, in: selection)
  }

  /// Compares the values of an id. Nil if a state does not have the id.
  mutating func compare(_ before: SymbolID?, _ after: SymbolID?) {
    if patch.isIncomplete { return }
    let memberBefore = before.flatMap(old.member)
    let memberAfter = after.flatMap(new.member)
    // The number may have been freed and belong to another id now.
    if let before, let after, let memberBefore, let memberAfter, memberBefore.section == memberAfter.section,
      Bytewise(memberBefore.name) == Bytewise(memberAfter.name)
    {
      if old.contentHash(of: before) == new.contentHash(of: after) { return }
      if let place = place(of: memberBefore) { compareDifferent(memberBefore.root, memberAfter.root, at: place) }
      return
    }
    if let memberBefore, let place = place(of: memberBefore) { remove(memberBefore.root, at: place) }
    if let memberAfter, let place = place(of: memberAfter) { add(memberAfter.root, at: place) }
  }

  /// Nil if nothing is selected there.
  private func place(of member: (section: ResolvedState.Section, name: String, root: Int)) -> SelectedPlace? {
    switch member.section {
    case .constants: constants?.descending(to: member.name)
    case .styles: styles?.descending(to: member.name)
    }
  }

  /// Whether two slots have the same value.
  private func isSame(_ before: Int, _ after: Int) -> Bool {
    if isNumberedAlike {
      let outcome = old.outcomes[before]
      if outcome == new.outcomes[after], !outcome.excludesContent { return true }
    }
    return old.contentHash(at: before) == new.contentHash(at: after)
      && old.outcomes[before].isObject == new.outcomes[after].isObject
  }

  /// Compares two members with one key.
  ///
  /// - Parameter place: that of their objects.
  private mutating func compare(_ before: Int, _ after: Int, in place: SelectedPlace) {
    patch.membersLeft -= 1
    if patch.isIncomplete || isSame(before, after) { return }
    guard let place = place.descending(to: old.key(of: before)) else { return }
    // The text of a place costs its length.
    patch.membersLeft -= place.pointer.utf8.count >> 6
    compareDifferent(before, after, at: place)
  }

  /// Compares two slots that are not the same.
  private mutating func compareDifferent(_ before: Int, _ after: Int, at place: SelectedPlace) {
    guard let leftObject = old.object(at: before), let rightObject = new.object(at: after) else {
      return compareValues(before, after, at: place)
    }
    if place.position.answer == .within {
      // For this reader, an object without a selected part does not exist.
      let hadValue = old.hasValue(at: before, place.position, &patch.membersLeft)
      let hasValue = new.hasValue(at: after, place.position, &patch.membersLeft)
      guard hadValue, hasValue else {
        if hadValue { patch.append(.remove(path: place.pointer)) }
        if hasValue { add(after, at: place) }
        return
      }
    }
    compareMembers(leftObject, rightObject, at: place)
  }

  /// Compares the members of an object whose slots both states share, so that only outcomes differ: this is most of a save that
  /// changes many values.
  private mutating func compareOutcomes(of object: Int, at place: SelectedPlace) {
    let end = object + Int(new.slots[object].size)
    var member = object + 1
    while member < end, !patch.isIncomplete {
      let slot = new.slots[member]
      let outcome = new.outcomes[member]
      if outcome != old.outcomes[member] || outcome.excludesContent {
        compare(member, member, in: place)
      } else {
        patch.membersLeft -= 1
      }
      member += Int(slot.size)
    }
  }

  /// Compares the members of two objects side by side while their keys are equal, which is up to the end if only values
  /// changed. Finds the members behind the first different key by their names.
  private mutating func compareMembers(_ before: Int, _ after: Int, at place: SelectedPlace) {
    if before == after, isNumberedAlike,
      old.slots.isShared(with: new.slots, in: before..<before + Int(new.slots[before].size))
    {
      return compareOutcomes(of: before, at: place)
    }
    var left = old.firstMember(of: before)
    var right = new.firstMember(of: after)
    while let one = left, let other = right, haveSameKey(one, other), !patch.isIncomplete {
      compare(one, other, in: place)
      left = old.member(after: one, of: before)
      right = new.member(after: other, of: after)
    }
    if patch.isIncomplete || left == nil && right == nil { return }
    let added = new.members(from: right, of: after)
    patch.membersLeft -= added.count
    let kept = BytewiseDictionary(added.map { (new.key(of: $0), $0) }, uniquingKeysWith: { $1 })
    var common: BytewiseSet = []
    for member in old.members(from: left, of: before) {
      let key = old.key(of: member)
      if let counterpart = kept[key] {
        common.insert(key)
        compare(member, counterpart, in: place)
      } else if let place = place.descending(to: key) {
        remove(member, at: place)
      }
    }
    for member in added where !common.contains(new.key(of: member)) {
      if let place = place.descending(to: new.key(of: member)) { add(member, at: place) }
    }
  }

  private func haveSameKey(_ before: Int, _ after: Int) -> Bool {
    isNumberedAlike
      ? old.slots[before].key == new.slots[after].key
      : Bytewise(old.key(of: before)) == Bytewise(new.key(of: after))
  }

  private mutating func add(_ slot: Int, at place: SelectedPlace) {
    if patch.isIncomplete { return }
    patch.membersLeft -= 1
    guard let value = new.value(at: slot, place.position, &patch.membersLeft, sharing: &newObjects) else { return }
    patch.append(.add(path: place.pointer, value: value))
  }

  private mutating func remove(_ slot: Int, at place: SelectedPlace) {
    if patch.isIncomplete { return }
    patch.membersLeft -= 1
    guard old.hasValue(at: slot, place.position, &patch.membersLeft) else { return }
    patch.append(.remove(path: place.pointer))
  }

  /// Compares the selected values of two slots, one of which is not an object or is stored whole.
  private mutating func compareValues(_ before: Int, _ after: Int, at place: SelectedPlace) {
    let left = old.value(at: before, place.position, &patch.membersLeft, sharing: &oldObjects)
    let right = new.value(at: after, place.position, &patch.membersLeft, sharing: &newObjects)
    // Values that are not compared by their members are different if their hashes are: arrays need not be unfolded.
    if left?.isObject == false, let right, old.contentHash(at: before) != new.contentHash(at: after) {
      patch.append(.replace(path: place.pointer, value: right))
    } else {
      compare(left, right, at: place)
    }
  }

  private mutating func compare(_ before: Value?, _ after: Value?, at place: SelectedPlace) {
    patch.membersLeft -= 1
    if patch.isIncomplete { return }
    switch (before, after) {
    case (nil, nil): break
    case (nil, let value?): patch.append(.add(path: place.pointer, value: value))
    case (_?, nil): patch.append(.remove(path: place.pointer))
    case (.object(let left)?, .object(let right)?):
      let kept = BytewiseDictionary(right.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
      let known = BytewiseSet(left.map(\.key))
      for member in left {
        if let place = place.descending(to: member.key) { compare(member.value, kept[member.key], at: place) }
      }
      for member in right where !known.contains(member.key) {
        if let place = place.descending(to: member.key) { compare(nil, member.value, at: place) }
      }
    case (let left?, let right?):
      guard !left.isEqual(to: right, &patch.membersLeft) else { return }
      patch.append(.replace(path: place.pointer, value: right))
    }
  }
}

/// A JSON Pointer with the selection at that place, where something is selected.
private struct SelectedPlace {
  let pointer: String
  let position: Selection.Position

  private init(_ pointer: String, _ position: Selection.Position) {
    (self.pointer, self.position) = (pointer, position)
  }

  /// Nil if nothing of the section is selected.
  init?(of section: ResolvedState.Section, in selection: Selection) {
    let position = selection.root.descending(to: section.rawValue)
    if position.answer == .nothing { return nil }
    self.init("/\(section.rawValue)", position)
  }

  /// The place of a member. Nil if nothing is selected there.
  func descending(to key: String) -> SelectedPlace? {
    let position = position.descending(to: key)
    if position.answer == .nothing { return nil }
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
    return SelectedPlace(text, position)
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

  /// The resolved members of an object, from one on.
  fileprivate func members(from first: Int?, of object: Int) -> [Int] {
    Array(
      sequence(state: first) { next in
        defer { next = next.flatMap { member(after: $0, of: object) } }
        return next
      })
  }
}
