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
        let path = [memberBefore.section.rawValue, memberBefore.name]
        compare(memberBefore.root, memberAfter.root, path: path, into: &patch)
        return
      }
      if let memberBefore {
        remove(memberBefore.root, path: [memberBefore.section.rawValue, memberBefore.name], into: &patch)
      }
      if let memberAfter {
        add(memberAfter.root, path: [memberAfter.section.rawValue, memberAfter.name], into: &patch)
      }
    }

    func compare(_ before: Int, _ after: Int, path: [String], into patch: inout [PatchOperation]) {
      if old.contentHash(at: before) == new.contentHash(at: after),
        old.outcome(of: before).isObject == new.outcome(of: after).isObject
      {
        return
      }
      guard let leftObject = old.object(at: before), let rightObject = new.object(at: after) else {
        return compareValues(before, after, path: path, into: &patch)
      }
      switch selection.answer(path) {
      case .nothing: return
      case .whole: break
      case .within:
        // An object of which nothing is selected is not there for this reader.
        let wasThere = old.value(at: before, path: path, selecting: selection) != nil
        let isThere = new.value(at: after, path: path, selecting: selection) != nil
        guard wasThere, isThere else { return compareValues(before, after, path: path, into: &patch) }
      }
      let members = new.members(of: rightObject)
      let kept = BytewiseDictionary(members.map { ($0.key, $0.slot) }, uniquingKeysWith: { $1 })
      var common: BytewiseSet = []
      for member in old.members(of: leftObject) {
        if let counterpart = kept[member.key] {
          common.insert(member.key)
          compare(member.slot, counterpart, path: path + [member.key], into: &patch)
        } else {
          remove(member.slot, path: path + [member.key], into: &patch)
        }
      }
      for member in members where !common.contains(member.key) {
        add(member.slot, path: path + [member.key], into: &patch)
      }
    }

    func add(_ slot: Int, path: [String], into patch: inout [PatchOperation]) {
      guard let value = new.value(at: slot, path: path, selecting: selection) else { return }
      patch.append(.add(path: pointer(path), value: value))
    }

    func remove(_ slot: Int, path: [String], into patch: inout [PatchOperation]) {
      guard old.value(at: slot, path: path, selecting: selection) != nil else { return }
      patch.append(.remove(path: pointer(path)))
    }

    /// Compares what is selected of two slots, one of which stands for no object, or for one that is stored as a whole.
    private func compareValues(_ before: Int, _ after: Int, path: [String], into patch: inout [PatchOperation]) {
      compare(
        old.value(at: before, path: path, selecting: selection),
        new.value(at: after, path: path, selecting: selection), path: path, into: &patch)
    }

    private func compare(_ before: Value?, _ after: Value?, path: [String], into patch: inout [PatchOperation]) {
      switch (before, after) {
      case (nil, nil): break
      case (nil, let value?): patch.append(.add(path: pointer(path), value: value))
      case (_?, nil): patch.append(.remove(path: pointer(path)))
      case (.object(let left)?, .object(let right)?):
        let kept = BytewiseDictionary(right.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        let known = BytewiseSet(left.map(\.key))
        for member in left { compare(member.value, kept[member.key], path: path + [member.key], into: &patch) }
        for member in right where !known.contains(member.key) {
          compare(nil, member.value, path: path + [member.key], into: &patch)
        }
      case (let left?, let right?):
        if left != right { patch.append(.replace(path: pointer(path), value: right)) }
      }
    }

    private func pointer(_ path: [String]) -> String { "/" + path.map(Path.escape).joined(separator: "/") }
  }
}
