// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The groups and tokens of several sources as one tree. Of a token and a group at one path, the later counts.
struct TokenTree {
  struct Node {
    var children: BytewiseDictionary<Int> = [:]
    /// Children in the order of their first source.
    var names: [String] = []
    var isToken = false
    /// Whether some source has a group here.
    var isGroup = false
    var hasType = false
    var inherited: Inherited?
  }

  /// The groups that a group inherits, and the source with the reference.
  struct Inherited {
    var reference: TokenOutline.Inherited
    var source: Int
  }

  /// A token that a later source replaces by a group, or a group that it replaces by a token.
  struct Replaced {
    /// The path of the replaced token or group.
    let path: String
    let isToken: Bool
    /// The path of a token that took its place.
    var by: String
  }

  /// A token or group that lacks what it should have, with the place of the reason.
  struct Failing {
    let path: String
    let range: ByteRange
    let source: Int
  }

  private(set) var nodes = [Node()]
  /// Groups by their paths, for the next token in the same group. All nodes on the way there are groups.
  private var knownGroups: BytewiseDictionary<Int> = [:]
  /// The declarations of the sources that the tree lacks.
  private(set) var replaced: [Replaced] = []
  /// The tokens and groups of a wrong shape. They are not nodes.
  private(set) var misshapen: [Failing] = []

  init(_ sources: [TokenOutline]) {
    nodes[0].isGroup = true
    for (number, source) in sources.enumerated() { add(source, number) }
  }

  private mutating func add(_ source: TokenOutline, _ number: Int) {
    let before = replaced.count
    defer { nameReplacements(from: before, source) }
    for group in source.groups {
      // A reference may be a token or a group: its target decides later.
      let isReference = group.inherited?.isReference ?? false
      let node = self.node(group.path, isGroup: !isReference)
      if group.hasType { nodes[node].hasType = true }
      if let inherited = group.inherited { nodes[node].inherited = Inherited(reference: inherited, source: number) }
    }
    for place in source.misshapen {
      misshapen.append(Failing(path: place.path, range: place.range, source: number))
    }
    let references = BytewiseSet(source.groups.filter { $0.inherited?.isReference ?? false }.map(\.path))
    for token in source.tokens {
      let node = self.node(token, isGroup: false)
      if nodes[node].isGroup { knownGroups = [:] }
      if !references.contains(token) { nodes[node].inherited = nil }
      if !nodes[node].isToken, !nodes[node].names.isEmpty, nodes[node].inherited == nil {
        removeChildren(of: node, token)
      }
      nodes[node].isToken = true
      nodes[node].isGroup = nodes[node].inherited != nil
    }
  }

  /// Names a token where a group took the place of a token: a group has no place of its own.
  private mutating func nameReplacements(from start: Int, _ source: TokenOutline) {
    guard replaced[start...].contains(where: \.isToken) else { return }
    var first: BytewiseDictionary<String> = [:]
    for token in source.tokens {
      var group = TokenPath.parent(of: token)
      while !group.isEmpty, first[group] == nil {
        first[group] = token
        group = TokenPath.parent(of: group)
      }
    }
    for index in replaced.indices[start...] where replaced[index].isToken {
      if let token = first[replaced[index].by] { replaced[index].by = token }
    }
  }

  /// The node at a path. Missing nodes on the path are made, and a token on it becomes a group.
  private mutating func node(_ path: String, isGroup: Bool) -> Int {
    if path.isEmpty { return 0 }
    let group = TokenPath.parent(of: path)
    var parent = knownGroups[group]
    if parent == nil {
      var (node, walked) = (0, "")
      for name in TokenPath.names(of: group) {
        node = makeChild(name, of: node)
        walked = TokenPath.joined(walked, name)
        becomeGroup(node, walked, by: path)
      }
      knownGroups[group] = node
      parent = node
    }
    let node = makeChild(TokenPath.name(of: path), of: parent ?? 0)
    if isGroup { becomeGroup(node, path, by: path) }
    return node
  }

  /// The child of a node. A missing one is made.
  private mutating func makeChild(_ name: String, of node: Int) -> Int {
    if let child = nodes[node].children[name] { return child }
    nodes[node].children[name] = nodes.count
    nodes[node].names.append(name)
    nodes.append(Node())
    return nodes.count - 1
  }

  private mutating func becomeGroup(_ node: Int, _ path: String, by other: String) {
    if nodes[node].isToken, nodes[node].inherited == nil {
      replaced.append(Replaced(path: path, isToken: true, by: other))
      nodes[node].isToken = false
    }
    nodes[node].isGroup = true
  }

  private mutating func removeChildren(of node: Int, _ token: String) {
    var waiting = [(node: node, path: token)]
    while let (node, path) = waiting.popLast() {
      for name in nodes[node].names {
        guard let child = nodes[node].children[name] else { continue }
        let path = TokenPath.joined(path, name)
        replaced.append(Replaced(path: path, isToken: nodes[child].isToken, by: token))
        waiting.append((child, path))
      }
      nodes[node].children = [:]
      nodes[node].names = []
    }
  }

  // MARK: Reading

  /// The node at a path; nil without one.
  func node(at path: String) -> Int? {
    var node = 0
    for name in TokenPath.names(of: path) {
      guard let child = nodes[node].children[name] else { return nil }
      node = child
    }
    return node
  }

  /// Whether something is at a path, or a token is on the way there from a group around it.
  func hasToken(on path: String, from group: String) -> Bool {
    guard var node = node(at: group) else { return false }
    let names = TokenPath.names(of: path).dropFirst(TokenPath.names(of: group).count)
    for (depth, name) in names.enumerated() {
      if depth > 0, nodes[node].isToken { return true }
      guard let child = nodes[node].children[name] else { return false }
      node = child
    }
    return true
  }

  func child(_ name: String, of node: Int) -> Int? { nodes[node].children[name] }

  /// The groups that inherit, or that may inherit, with their paths, in the order of the sources.
  var inheriting: [(path: String, node: Int)] {
    var found: [(path: String, node: Int)] = []
    var waiting = [(path: "", node: 0)]
    while let next = waiting.popLast() {
      if nodes[next.node].inherited != nil { found.append(next) }
      waiting += nodes[next.node].names.reversed().compactMap { name in
        nodes[next.node].children[name].map { (TokenPath.joined(next.path, name), $0) }
      }
    }
    return found
  }

  /// Removes the inheritance of a group.
  mutating func dropInheritance(of node: Int) { nodes[node].inherited = nil }

  /// Makes a reference a token: its target is a token, or missing.
  mutating func makeToken(_ node: Int) {
    nodes[node].inherited = nil
    nodes[node].isGroup = false
    nodes[node].isToken = true
  }

  /// Makes a reference a group: its target is a group.
  mutating func makeGroup(_ node: Int) {
    nodes[node].isToken = false
    nodes[node].isGroup = true
  }
}
