// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

extension SourceTree {
  /// The members of an object that count: of several with one key the last, at the place of the first. Each key that is
  /// written again is reported as LV0007 with both places.
  ///
  /// Keys are equal as strings are. Costs O(members); a few members are compared with each other without hashing.
  package func effectiveMembers(of node: Node, reporting report: (Finding) -> Void) -> [Member] {
    var result: [Member] = []
    var places = KeyPlaces(tree: self)
    for member in members(of: node) where !isMadeUp(member.key) {
      if let place = places.place(of: member.key, among: result) {
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
      .duplicateKey, "the key \"\(key(of: later))\" is given twice in this object; the last one counts",
      range: range(of: later.key),
      related: [.init(message: "first given here", range: range(of: earlier.key))],
      help: "remove one of them")
  }
}

/// Finds keys among those seen before in one object.
private struct KeyPlaces {
  let tree: SourceTree
  /// Up to this many keys are compared one by one.
  private static let few = 12

  /// Open addressing over the bytes of plain keys; each slot holds a place plus one, and the hash's upper half.
  private var slots: [(place: UInt32, tag: UInt32)] = []
  /// Takes over for all keys once one is not plain: then texts can be equal that have different bytes.
  private var byText: [String: Int]?
  private var count = 0

  init(tree: SourceTree) { self.tree = tree }

  /// The place of an equal key; nil for a new one, which is then remembered at the end of the list.
  mutating func place(of key: SourceTree.Node, among members: [SourceTree.Member]) -> Int? {
    if byText == nil, members.count >= Self.few, !tree.isPlain(key) { turnToTexts(members) }
    if byText != nil { return placeByText(of: key, next: members.count) }
    guard members.count >= Self.few else { return members.firstIndex { areEqual($0.key, key) } }
    if slots.isEmpty, !members.allSatisfy({ tree.isPlain($0.key) }) {
      turnToTexts(members)
      return placeByText(of: key, next: members.count)
    }
    if (members.count + 1) * 2 > slots.count { grow(members) }
    return placeByBytes(of: key, among: members)
  }

  private func areEqual(_ left: SourceTree.Node, _ right: SourceTree.Node) -> Bool {
    if tree.isPlain(left), tree.isPlain(right) { return tree.content(of: left).elementsEqual(tree.content(of: right)) }
    return tree.string(of: left) == tree.string(of: right)
  }

  private mutating func turnToTexts(_ members: [SourceTree.Member]) {
    byText = Dictionary(
      members.enumerated().map { (tree.key(of: $0.element), $0.offset) }, uniquingKeysWith: { first, _ in first })
    slots = []
  }

  private mutating func placeByText(of key: SourceTree.Node, next: Int) -> Int? {
    let text = tree.string(of: key) ?? ""
    if let place = byText?[text] { return place }
    byText?[text] = next
    return nil
  }

  private mutating func grow(_ members: [SourceTree.Member]) {
    slots = Array(repeating: (0, 0), count: max(slots.count * 2, 64))
    for (place, member) in members.enumerated() {
      let hash = hash(of: member.key)
      insert(place, hash, at: freeSlot(hash))
    }
  }

  private mutating func placeByBytes(of key: SourceTree.Node, among members: [SourceTree.Member]) -> Int? {
    let hash = hash(of: key)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    // At most half of the slots are taken, so that the search ends.
    while slots[slot].place != 0 {
      let place = Int(slots[slot].place) - 1
      if slots[slot].tag == UInt32(hash >> 32), areEqual(members[place].key, key) { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    insert(members.count, hash, at: slot)
    return nil
  }

  private func freeSlot(_ hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot].place != 0 { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func insert(_ place: Int, _ hash: UInt64, at slot: Int) {
    slots[slot] = (UInt32(place + 1), UInt32(hash >> 32))
  }

  private func hash(of key: SourceTree.Node) -> UInt64 {
    var hash = Self.seed
    for byte in tree.content(of: key) { hash = (hash ^ UInt64(byte)) &* 0x9FB2_1C65_1E98_DF25 }
    hash ^= hash >> 32
    return hash &* 0x9FB2_1C65_1E98_DF25
  }

  /// Differs from process to process, so that no file can be written whose keys all fall together.
  private static let seed = UInt64.random(in: .min ... .max)
}
