// SPDX-License-Identifier: MIT

import TextComparison

/// A node of a persistent map from texts to values: a trie over the bits of the keys' hashes whose leaves hold a few
/// entries each (Bagwell, "Ideal Hash Trees", 2001). Keys are told apart by their bytes.
///
/// ```
/// bits 0...3 of the hash      [ 0 | 1 | 2 | … | 15 ]
///                               |       |
/// bits 4...7                  leaf    [ 0 | 1 | … | 15 ]
///                                           |
///                                         leaf: at most 16 entries
/// ```
///
/// A node never changes, so that states share their common parts: a change makes new nodes along one path, and the difference of
/// two states skips shared nodes.
final class ObjectNode: Sendable {
  struct Entry: Sendable {
    let key: String
    let content: ObjectContent
  }

  /// Bits of the hash that select a child.
  private static let bits = 4
  private static let width = 1 << bits
  /// The entries of a leaf; more are spread over children.
  private static let maximumEntries = 16
  /// Below this depth a leaf has no limit: the hash has no further bits.
  private static let lastShift = 60

  static let empty = ObjectNode(entries: [], children: [])

  /// Of a leaf.
  private let entries: [Entry]
  /// Of a branch: `width` of them. A leaf has none.
  private let children: [ObjectNode]

  private init(entries: [Entry], children: [ObjectNode]) {
    self.entries = entries
    self.children = children
  }

  /// Builds a map at once; of two entries with one key, the later counts.
  convenience init(_ entries: [Entry]) {
    self.init(entries.map { (hash: Self.hash(of: $0.key), entry: $0) }, shift: 0)
  }

  private convenience init(_ hashed: [(hash: Int, entry: Entry)], shift: Int) {
    guard hashed.count > Self.maximumEntries, shift < Self.lastShift else {
      var entries: [Entry] = []
      entries.reserveCapacity(hashed.count)
      for (_, entry) in hashed {
        if let place = entries.firstIndex(where: { Bytewise($0.key) == Bytewise(entry.key) }) {
          entries[place] = entry
        } else {
          entries.append(entry)
        }
      }
      self.init(entries: entries, children: [])
      return
    }
    var spread = [[(hash: Int, entry: Entry)]](repeating: [], count: Self.width)
    for one in hashed { spread[Self.slot(one.hash, shift)].append(one) }
    self.init(
      entries: [],
      children: spread.map { $0.isEmpty ? .empty : ObjectNode($0, shift: shift + Self.bits) })
  }

  /// Seeded per process, so that chosen keys cannot collide.
  private static func hash(of key: String) -> Int { Bytewise(key).hashValue }

  private static func slot(_ hash: Int, _ shift: Int) -> Int { hash >> shift & (width - 1) }

  private var isLeaf: Bool { children.isEmpty }

  var isEmpty: Bool { isLeaf ? entries.isEmpty : children.allSatisfy(\.isEmpty) }

  // MARK: One key

  func content(of key: String) -> ObjectContent? {
    isLeaf ? entry(key)?.content : content(of: key, Self.hash(of: key), 0)
  }

  private func content(of key: String, _ hash: Int, _ shift: Int) -> ObjectContent? {
    var node = self
    var shift = shift
    while !node.isLeaf {
      node = node.children[Self.slot(hash, shift)]
      shift += Self.bits
    }
    return node.entry(key)?.content
  }

  private func entry(_ key: String) -> Entry? { entries.first { Bytewise($0.key) == Bytewise(key) } }

  func setting(_ key: String, to content: ObjectContent) -> ObjectNode {
    setting(Entry(key: key, content: content), Self.hash(of: key), 0)
  }

  private func setting(_ entry: Entry, _ hash: Int, _ shift: Int) -> ObjectNode {
    guard isLeaf else {
      var children = children
      let slot = Self.slot(hash, shift)
      children[slot] = children[slot].setting(entry, hash, shift + Self.bits)
      return ObjectNode(entries: [], children: children)
    }
    var entries = entries
    if let place = entries.firstIndex(where: { Bytewise($0.key) == Bytewise(entry.key) }) {
      entries[place] = entry
      return ObjectNode(entries: entries, children: [])
    }
    entries.append(entry)
    guard entries.count > Self.maximumEntries else { return ObjectNode(entries: entries, children: []) }
    return ObjectNode(entries.map { (hash: Self.hash(of: $0.key), entry: $0) }, shift: shift)
  }

  /// Nil without such a key.
  func removing(_ key: String) -> ObjectNode? { removing(key, Self.hash(of: key), 0) }

  private func removing(_ key: String, _ hash: Int, _ shift: Int) -> ObjectNode? {
    guard isLeaf else {
      var children = children
      let slot = Self.slot(hash, shift)
      guard let child = children[slot].removing(key, hash, shift + Self.bits) else { return nil }
      children[slot] = child
      return ObjectNode(entries: [], children: children)
    }
    guard let place = entries.firstIndex(where: { Bytewise($0.key) == Bytewise(key) }) else { return nil }
    var entries = entries
    entries.remove(at: place)
    return ObjectNode(entries: entries, children: [])
  }

  // MARK: All of it

  func reduce<Result>(into result: Result, _ step: (inout Result, Entry) -> Void) -> Result {
    var result = result
    forEach { step(&result, $0) }
    return result
  }

  func reduce<Result>(_ first: Result, _ step: (Result, Entry) -> Result) -> Result {
    reduce(into: first) { $0 = step($0, $1) }
  }

  func forEach(_ body: (Entry) -> Void) {
    entries.forEach(body)
    for child in children { child.forEach(body) }
  }

  /// Calls `body` for each key whose value may differ from the value in an older map, with both values. Shared nodes are skipped,
  /// so that the cost follows the differences if one map was made from the other.
  ///
  /// - Parameter body: false ends it.
  /// - Returns: whether no call ended it.
  func forEachDifference(
    from old: ObjectNode, _ body: (_ key: String, _ old: ObjectContent?, _ new: ObjectContent?) -> Bool
  ) -> Bool {
    forEachDifference(from: old, 0, body)
  }

  private func forEachDifference(
    from old: ObjectNode, _ shift: Int, _ body: (String, ObjectContent?, ObjectContent?) -> Bool
  ) -> Bool {
    if self === old { return true }
    if !isLeaf, !old.isLeaf {
      return zip(children, old.children).allSatisfy { $0.forEachDifference(from: $1, shift + Self.bits, body) }
    }
    // Of two maps with the same content one may be a leaf and one a branch: a map that shrinks stays a branch.
    return old.allSatisfy { entry in
      body(entry.key, entry.content, content(of: entry.key, Self.hash(of: entry.key), shift))
    }
      && allSatisfy { entry in
        old.content(of: entry.key, Self.hash(of: entry.key), shift) != nil || body(entry.key, nil, entry.content)
      }
  }

  private func allSatisfy(_ condition: (Entry) -> Bool) -> Bool {
    entries.allSatisfy(condition) && children.allSatisfy { $0.allSatisfy(condition) }
  }
}
