// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

extension SourceTree {
  /// The effective members of an object: of several with one key the last, at the place of the first. Each repeated key is
  /// reported as LV0007 with both places.
  ///
  /// Keys are compared by the bytes of their texts, see `Bytewise`. Costs O(members); a few members are compared with each
  /// other without hashing.
  package func effectiveMembers(of node: Node, reporting report: (Finding) -> Void) -> [Member] {
    var result: [Member] = []
    result.reserveCapacity(maximumMembers(of: node))
    var places = KeyPlaces()
    for member in members(of: node) where !isMadeUp(member.key) {
      if let place = places.place(of: member.key, among: result, in: self) {
        report(duplicate(member, of: result[place]))
        result[place] = member
      } else {
        result.append(member)
      }
    }
    return result
  }

  private func duplicate(_ later: Member, of earlier: Member) -> Finding {
    Finding(
      .duplicateKey, "the key \"\(key(of: later))\" occurs twice in this object; the last one counts",
      range: hasPlaces ? range(of: later.key) : nil,
      related: hasPlaces ? [.init(message: "first given here", range: range(of: earlier.key))] : [],
      help: "remove one of them")
  }
}

/// Finds keys among those seen before in one object. Takes the tree at each call: a tree is several references to count, and most
/// objects are small.
private struct KeyPlaces {
  /// Up to this many keys are compared one by one.
  private static let few = 12

  /// Open addressing over the hashes of plain keys; a slot holds a place plus one, 0 when it is free.
  private var slots: [(place: UInt32, hash: UInt32)] = []
  /// While there are few: a bit for each key, by its hash. Keys with different bits are different; one that
  /// is not plain may equal any other, and has all bits.
  private var marks: UInt64 = 0
  /// Used for all keys once one is not plain: then equal texts may be written differently.
  private var byText: BytewiseDictionary<Int>?

  /// The place of an equal key; nil for a new one, which is then remembered at the end of the list.
  mutating func place(of key: SourceTree.Node, among members: [SourceTree.Member], in tree: SourceTree) -> Int? {
    if byText == nil, members.count >= Self.few, !tree.isPlain(key) { turnToTexts(members, in: tree) }
    if byText != nil { return placeByText(of: key, next: members.count, in: tree) }
    if members.count < Self.few {
      let mark = tree.isPlain(key) ? 1 << UInt64(tree.hash(of: key, seed: Self.seed) & 63) : UInt64.max
      defer { marks |= mark }
      return marks & mark == 0 ? nil : members.firstIndex { tree.areEqual($0.key, key) }
    }
    if slots.isEmpty, !members.allSatisfy({ tree.isPlain($0.key) }) {
      turnToTexts(members, in: tree)
      return placeByText(of: key, next: members.count, in: tree)
    }
    if (members.count + 1) * 2 > slots.count { grow(members, in: tree) }
    return placeByBytes(of: key, among: members, in: tree)
  }

  private mutating func turnToTexts(_ members: [SourceTree.Member], in tree: SourceTree) {
    byText = BytewiseDictionary(
      members.enumerated().map { (tree.key(of: $0.element), $0.offset) }, uniquingKeysWith: { first, _ in first })
    slots = []
  }

  private mutating func placeByText(of key: SourceTree.Node, next: Int, in tree: SourceTree) -> Int? {
    let text = tree.string(of: key) ?? ""
    if let place = byText?[text] { return place }
    byText?[text] = next
    return nil
  }

  private mutating func placeByBytes(
    of key: SourceTree.Node, among members: [SourceTree.Member], in tree: SourceTree
  ) -> Int? {
    let hash = tree.hash(of: key, seed: Self.seed)
    var slot = Int(hash) & (slots.count - 1)
    // At most half of the slots are taken, so that the search ends.
    while slots[slot].place != 0 {
      let place = Int(slots[slot].place) - 1
      if slots[slot].hash == hash, tree.areEqual(members[place].key, key) { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = (UInt32(members.count + 1), hash)
    return nil
  }

  /// Doubles the slots; the first time, inserts the present members.
  private mutating func grow(_ members: [SourceTree.Member], in tree: SourceTree) {
    var taken = slots.filter { $0.place != 0 }
    if slots.isEmpty {
      taken = members.enumerated().map { (UInt32($0 + 1), tree.hash(of: $1.key, seed: Self.seed)) }
    }
    slots = Array(repeating: (0, 0), count: max(slots.count * 2, 64))
    for entry in taken {
      var slot = Int(entry.hash) & (slots.count - 1)
      while slots[slot].place != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  /// Differs from process to process, so that no file can be written with keys that all collide.
  private static let seed = UInt64.random(in: .min ... .max)
}
