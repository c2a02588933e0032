// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

extension ResolvedState {
  /// The patch that leads from an older state to this one. Between states of one resolver the costs follow what differs:
  /// storage that both share is passed over. Between states of two, ids are matched by name.
  package func patch(from old: ResolvedState, selecting selection: Selection) -> [PatchOperation] {
    let comparison = Comparison(old: old, new: self, selection: selection)
    var patch: [PatchOperation] = []
    if old.origin == origin {
      ChunkedArray.forEachUnsharedIndex(old.results, results) { index in
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

  /// The ids that resolved to something, by section and name. Costs a walk over the ids.
  func symbolsByName() -> BytewiseDictionary<SymbolID> {
    var result: BytewiseDictionary<SymbolID> = [:]
    for symbol in (0..<UInt32(symbols.count)).lazy.map(SymbolID.init(index:)) {
      guard let section = section(of: symbol) else { continue }
      result["\(section.rawValue)/\(names[Int(symbols[Int(symbol.index)].name.index)])"] = symbol
    }
    return result
  }

  /// An id that resolved to something: where it belongs, its name, and its root.
  private func member(_ symbol: SymbolID) -> (section: Section, name: String, root: Int)? {
    section(of: symbol).map {
      let id = symbols[Int(symbol.index)]
      return ($0, names[Int(id.name.index)], Int(id.first))
    }
  }

  /// A path, and what is selected of it.
  private struct Place {
    let path: [String]
    let position: Selection.Position

    func descending(to key: String) -> Place {
      Place(path: path + [key], position: position.descending(to: key))
    }

    var pointer: String { "/" + path.map(Path.escape).joined(separator: "/") }
  }

  /// Compares two trees of slots, and follows only what has another hash.
  private struct Comparison {
    let old: ResolvedState
    let new: ResolvedState
    let selection: Selection

    /// Compares what an id resolved to; nil where it is not known.
    func compare(_ before: SymbolID?, _ after: SymbolID?, into patch: inout [PatchOperation]) {
      let memberBefore = before.flatMap(old.member)
      let memberAfter = after.flatMap(new.member)
      // A number may mean another id by now, when it was given back in between.
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

    private func place(of member: (section: Section, name: String, root: Int)) -> Place {
      let path = [member.section.rawValue, member.name]
      return Place(path: path, position: selection.position(of: path))
    }

    func compare(_ before: Int, _ after: Int, at place: Place, into patch: inout [PatchOperation]) {
      if old.contentHash(at: before) == new.contentHash(at: after),
        old.outcome(of: before).isObject == new.outcome(of: after).isObject
      {
        return
      }
      guard let leftObject = old.object(at: before), let rightObject = new.object(at: after) else {
        return compareValues(before, after, at: place, into: &patch)
      }
      switch place.position.answer {
      case .nothing: return
      case .whole: break
      case .within:
        // An object of which nothing is selected is not there for this reader.
        let wasThere = old.value(at: before, place.position) != nil
        let isThere = new.value(at: after, place.position) != nil
        guard wasThere, isThere else { return compareValues(before, after, at: place, into: &patch) }
      }
      let members = new.members(of: rightObject)
      let kept = BytewiseDictionary(members.map { ($0.key, $0.slot) }, uniquingKeysWith: { $1 })
      var common: BytewiseSet = []
      for member in old.members(of: leftObject) {
        if let counterpart = kept[member.key] {
          common.insert(member.key)
          compare(member.slot, counterpart, at: place.descending(to: member.key), into: &patch)
        } else {
          remove(member.slot, at: place.descending(to: member.key), into: &patch)
        }
      }
      for member in members where !common.contains(member.key) {
        add(member.slot, at: place.descending(to: member.key), into: &patch)
      }
    }

    func add(_ slot: Int, at place: Place, into patch: inout [PatchOperation]) {
      guard let value = new.value(at: slot, place.position) else { return }
      patch.append(.add(path: place.pointer, value: value))
    }

    func remove(_ slot: Int, at place: Place, into patch: inout [PatchOperation]) {
      guard old.value(at: slot, place.position) != nil else { return }
      patch.append(.remove(path: place.pointer))
    }

    /// Compares what is selected of two slots, one of which stands for no object, or for one that is stored as a whole.
    private func compareValues(_ before: Int, _ after: Int, at place: Place, into patch: inout [PatchOperation]) {
      compare(
        old.value(at: before, place.position),
        new.value(at: after, place.position), at: place, into: &patch)
    }

    private func compare(_ before: Value?, _ after: Value?, at place: Place, into patch: inout [PatchOperation]) {
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
}
