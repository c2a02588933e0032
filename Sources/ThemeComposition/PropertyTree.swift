// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

/// The merged properties of several layers, each with the layer and the place that it came from.
struct PropertyTree {
  /// A value other than an object; nil for an object.
  private var leaf: Value?
  /// Of an object, in the order in which the keys came first.
  private var members: [(key: String, tree: PropertyTree)] = []
  private var places: BytewiseDictionary<Int> = [:]
  /// The layers that gave the leaf, or the object as long as it has no members. Empty while nothing was laid.
  private var givers: [(layer: Int, source: String?)] = []

  /// Merges a value over the present one. O(size of the value).
  ///
  /// - Parameter source: the value's path in the snapshot, if it has one.
  mutating func lay(_ value: Value, layer: Int, source: String?) {
    guard case .object(let inner) = value else {
      if case .calls(let more) = value, case .calls(let calls)? = leaf {
        leaf = .calls(calls + more)
        givers.append((layer, source))
      } else {
        self = PropertyTree()
        leaf = value
        givers = [(layer, source)]
      }
      return
    }
    if leaf != nil || givers.isEmpty {
      self = PropertyTree()
      givers = [(layer, source)]
    }
    for member in inner {
      let place = place(of: member.key)
      members[place].tree.lay(member.value, layer: layer, source: source.map { "\($0)/\(Path.escape(member.key))" })
    }
  }

  /// Lays the properties of this tree over those of the other one.
  mutating func lay(under other: PropertyTree) {
    var result = other
    result.lay(over: self)
    self = result
  }

  private mutating func lay(over tree: PropertyTree) {
    guard leaf == nil, tree.leaf == nil, !givers.isEmpty else {
      self = tree
      return
    }
    for member in tree.members {
      let place = place(of: member.key)
      members[place].tree.lay(over: member.tree)
    }
  }

  /// The index of a key in an object; a new key is added at the end.
  private mutating func place(of key: String) -> Int {
    if let place = places[key] { return place }
    places[key] = members.count
    members.append((key, PropertyTree()))
    return members.count - 1
  }

  /// The member of an object.
  subscript(key: String) -> PropertyTree? { places[key].map { members[$0].tree } }

  mutating func removeMember(_ key: String) {
    guard let place = places.removeValue(forKey: key) else { return }
    members.remove(at: place)
    for index in members.indices.dropFirst(place) { places[members[index].key] = index }
  }

  /// Calls `body` with each object that is a member of this one.
  mutating func changeObjects(_ body: (String, inout PropertyTree) -> Void) {
    for index in members.indices where members[index].tree.leaf == nil {
      body(members[index].key, &members[index].tree)
    }
  }

  /// The layer of the value, or the first layer of the object; nil without one.
  var giver: (layer: Int, source: String?)? { givers.first }

  var value: Value {
    leaf ?? .object(members.map { Value.Member(key: $0.key, value: $0.tree.value) })
  }

  /// The origins of all leaves, in order, without the whole itself.
  var origins: [Composition.Origin] {
    var origins: [Composition.Origin] = []
    for member in members { member.tree.addOrigins(to: &origins, path: Path.escape(member.key)) }
    return origins
  }

  private func addOrigins(to origins: inout [Composition.Origin], path: String) {
    if members.isEmpty {
      origins += givers.map { Composition.Origin(path: path, layer: $0.layer, source: $0.source) }
    }
    for member in members { member.tree.addOrigins(to: &origins, path: "\(path)/\(Path.escape(member.key))") }
  }
}
