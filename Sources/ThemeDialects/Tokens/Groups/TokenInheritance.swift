// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The tokens that groups inherit by `$extends`, path by path.
///
/// A group consists of layers: itself, the group that it extends, and the layers that the group around it inherits. The strongest
/// layer comes first.
struct TokenInheritance {
  private(set) var tree: TokenTree
  /// The paths of the groups that inherit, or that may inherit.
  let paths: [Int: String]
  private(set) var problems: [Problem] = []
  private var known: BytewiseDictionary<[Layer]> = [:]
  /// The groups whose layers were asked for and have no end.
  private var failed: BytewiseDictionary<Failure> = [:]
  /// The number of all known layers, and of the groups in known failures.
  private var knownLayers = 0
  /// The groups whose layers are being found.
  private var open: [String] = []
  /// The calls that find them.
  private var depth = 0

  /// A group that gives a path its tokens.
  struct Layer {
    let node: Int
    let path: String
    /// Nil for the group itself.
    let way: Way?
  }

  /// The inheriting groups on the way to a layer, the first one first. The ways to the layers of a chain share their ends.
  final class Way: Sendable {
    let first: Int
    private let rest: Way?
    let count: Int

    init(_ first: Int, _ rest: Way?) {
      self.first = first
      self.rest = rest
      count = (rest?.count ?? 0) + 1
    }

    /// This way, and then another one.
    func appending(_ other: Way) -> Way { Way(first, rest?.appending(other) ?? other) }

    /// The groups from one on; nil if it is not on the way.
    func suffix(from group: Int) -> [Int]? {
      var way: Way? = self
      while let start = way {
        if start.first == group { return Array(sequence(first: start) { $0.rest }.map(\.first)) }
        way = start.rest
      }
      return nil
    }
  }

  /// An invalid reference to a group.
  struct Problem {
    enum Kind {
      case notAGroup(target: String, isToken: Bool)
      case related(target: String)
      case cycle([Int])
      case tooLong
      case membersBesideToken
      case missing(target: String)
    }

    let kind: Kind
    let group: Int
    let path: String

    var isTooLong: Bool { if case .tooLong = kind { true } else { false } }
  }

  /// The groups that lack tokens, since their reference leads nowhere or round a cycle.
  private(set) var failures: [TokenTree.Failing] = []

  /// Layers of one group at most, and groups that lead to each other.
  private static let maximumLayers = 256
  /// Calls at most: those groups, and the groups around each of them. A call takes up to three kilobytes of the stack, without
  /// optimization.
  private static let maximumDepth = 1_024
  /// Inherited tokens of a plan at most.
  private let maximumInherited: Int
  /// With more of them, known layers are forgotten before those of a further group are found. A layer has some hundred bytes, a chain
  /// of groups up to 32,896 layers, and a file may have hundreds of such chains.
  private let maximumKnownLayers: Int

  init(_ tree: TokenTree, maximumInherited: Int = 100_000, maximumKnownLayers: Int = 200_000) {
    self.tree = tree
    self.maximumKnownLayers = maximumKnownLayers
    paths = Dictionary(uniqueKeysWithValues: tree.inheriting.map { ($0.node, $0.path) })
    self.maximumInherited = maximumInherited
    for (_, node) in tree.inheriting where tree.nodes[node].inherited?.reference.isFaulty ?? false {
      self.tree.dropInheritance(of: node)
    }
    let missing = settleReferences()
    dropUnusable()
    dropCycles()
    for (path, node) in tree.inheriting
    where missing.contains(node) || self.tree.nodes[node].inherited == nil && !self.tree.nodes[node].isToken {
      guard let inherited = tree.nodes[node].inherited else { continue }
      failures.append(.init(path: path, range: inherited.reference.range, source: inherited.source))
    }
  }

  // MARK: Preparations

  /// Decides for each `$ref` without `$value` whether it is an alias of a token or a group that extends a group.
  /// Returns those that lead nowhere and have no members.
  private mutating func settleReferences() -> Set<Int> {
    var missing: Set<Int> = []
    let references = tree.inheriting.filter { tree.nodes[$0.node].inherited?.reference.isReference ?? false }
    var kinds: [(path: String, node: Int, kind: Kind)] = []
    for (path, node) in references {
      guard let target = tree.nodes[node].inherited?.reference.target else { continue }
      kinds.append((path, node, kind(of: target)))
    }
    for (path, node, kind) in kinds {
      let hasMembers = !tree.nodes[node].names.isEmpty
      switch kind {
      case .token:
        if hasMembers { problems.append(Problem(kind: .membersBesideToken, group: node, path: path)) }
        tree.makeToken(node)
      case .group: tree.makeGroup(node)
      case .missing:
        if hasMembers, let target = tree.nodes[node].inherited?.reference.target {
          problems.append(Problem(kind: .missing(target: target), group: node, path: path))
          tree.makeGroup(node)
          tree.dropInheritance(of: node)
        } else {
          tree.makeToken(node)
          missing.insert(node)
        }
      }
    }
    forgetLayers()
    return missing
  }

  private enum Kind { case token, group, missing }

  /// The node at a path, inherited or its own. References are followed.
  private mutating func kind(of path: String) -> Kind {
    var path = path
    /// For the last of several references that lead to each other.
    var hasMembers = false
    for _ in 0..<Self.maximumLayers {
      if path.isEmpty { return .group }
      guard let parents = try? boundedLayers(of: TokenPath.parent(of: path)) else { return .missing }
      let name = TokenPath.name(of: path)
      guard let child = parents.compactMap({ tree.child(name, of: $0.node) }).first else { return .missing }
      guard let reference = tree.nodes[child].inherited?.reference, reference.isReference else {
        return tree.nodes[child].isToken && !tree.nodes[child].isGroup ? .token : .group
      }
      path = reference.target
      hasMembers = !tree.nodes[child].names.isEmpty
    }
    return hasMembers ? .group : .token
  }

  /// Forgets references to anything but a group, to the group itself, and to groups around or within it.
  private mutating func dropUnusable() {
    for (path, node) in tree.inheriting {
      guard let target = tree.nodes[node].inherited?.reference.target else { continue }
      let isRelated =
        target.isEmpty || path.isEmpty || Bytewise(target) == Bytewise(path) || target.hasBytePrefix(path + ".")
        || path.hasBytePrefix(target + ".")
      guard isRelated else { continue }
      problems.append(Problem(kind: .related(target: target), group: node, path: path))
    }
    for problem in problems {
      if case .related = problem.kind { tree.dropInheritance(of: problem.group) }
    }
    for (path, node) in tree.inheriting {
      guard let target = tree.nodes[node].inherited?.reference.target else { continue }
      let kind = self.kind(of: target)
      if kind == .group { continue }
      // A group that is reachable only through itself is a cycle.
      if isOnCycle(target) { continue }
      problems.append(Problem(kind: .notAGroup(target: target, isToken: kind == .token), group: node, path: path))
    }
    for problem in problems {
      if case .notAGroup = problem.kind { tree.dropInheritance(of: problem.group) }
    }
    forgetLayers()
  }

  private mutating func isOnCycle(_ target: String) -> Bool {
    do {
      _ = try boundedLayers(of: target)
      return false
    } catch {
      return true
    }
  }

  /// Removes the references of all cycles.
  private mutating func dropCycles() {
    var seen = BytewiseSet()
    var count = 0
    for (path, node) in tree.inheriting where tree.nodes[node].inherited != nil {
      while let cycle = findCycle(below: path, &seen, &count) {
        let members = cycle.edges.isEmpty ? [node] : cycle.edges
        let first = members.min() ?? node
        problems.append(
          Problem(kind: cycle.isTooLong ? .tooLong : .cycle(members), group: first, path: paths[first] ?? ""))
        for member in members { tree.dropInheritance(of: member) }
        forgetLayers()
      }
    }
  }

  /// - Parameters:
  ///   - seen: the groups that were visited before, without a cycle.
  ///   - count: the tokens in them.
  private mutating func findCycle(below path: String, _ seen: inout BytewiseSet, _ count: inout Int) -> Failure? {
    let before = count
    do {
      try walk(path, &seen, &count) { _, _, _ in }
      return nil
    } catch {
      seen = []
      count = before
      return error
    }
  }

  // MARK: Layers

  private struct Failure: Error {
    var edges: [Int]
    var isTooLong = false
  }

  /// The layers of a group, of which not too many are remembered.
  private mutating func boundedLayers(of path: String) throws(Failure) -> [Layer] {
    if let failure = failed[path] { throw failure }
    if knownLayers > maximumKnownLayers { forgetLayers() }
    do {
      return try layers(of: path, from: nil)
    } catch {
      open = []
      depth = 0
      failed[path] = error
      knownLayers += error.edges.count
      throw error
    }
  }

  private mutating func forgetLayers() {
    known.removeAll()
    failed.removeAll()
    knownLayers = 0
  }

  /// The layers of a group; empty without a group.
  ///
  /// - Parameter edge: the inheriting group that leads to it.
  private mutating func layers(of path: String, from edge: Int?) throws(Failure) -> [Layer] {
    if let known = known[path] { return known }
    if path.isEmpty { return [Layer(node: 0, path: "", way: nil)] }
    if let start = open.firstIndex(where: { Bytewise($0) == Bytewise(path) }) {
      let edges = open[start...].compactMap { tree.node(at: $0) }.filter { tree.nodes[$0].inherited != nil }
      throw Failure(edges: edges)
    }
    guard open.count < Self.maximumLayers, depth < Self.maximumDepth else {
      throw Failure(edges: edge.map { [$0] } ?? [], isTooLong: true)
    }
    depth += 1
    let parents = try layers(of: TokenPath.parent(of: path), from: edge)
    open.append(path)
    let name = TokenPath.name(of: path)
    var layers: [Layer] = []
    var seen: Set<Int> = []
    for parent in parents {
      guard let child = tree.child(name, of: parent.node) else { continue }
      // The strongest layer decides whether it is a token or a group.
      if !tree.nodes[child].isGroup || tree.nodes[child].isToken && tree.nodes[child].inherited == nil {
        if layers.isEmpty { break } else { continue }
      }
      if seen.insert(child).inserted {
        layers.append(Layer(node: child, path: TokenPath.joined(parent.path, name), way: parent.way))
      }
      guard let inherited = tree.nodes[child].inherited else { continue }
      if let cycle = parent.way?.suffix(from: child) { throw Failure(edges: cycle) }
      for layer in try self.layers(of: inherited.reference.target, from: child) where seen.insert(layer.node).inserted {
        let way = Way(child, layer.way)
        layers.append(Layer(node: layer.node, path: layer.path, way: parent.way?.appending(way) ?? way))
      }
      if layers.count > Self.maximumLayers || parent.way?.count ?? 0 > Self.maximumLayers {
        throw Failure(edges: [child], isTooLong: true)
      }
    }
    open.removeLast()
    depth -= 1
    known[path] = layers
    knownLayers += layers.count
    return layers
  }

  // MARK: Inherited tokens

  /// A token or group that a group has only by inheritance.
  enum Inherited {
    /// A token, with the path where it is written.
    case token(home: String)
    /// A group, and the path of the group that gives it a type.
    case group(typeFrom: String?, isWritten: Bool)
  }

  /// The paths of all inherited tokens.
  mutating func inheritedTokens() -> BytewiseSet {
    var tokens = BytewiseSet()
    forEachInherited { path, inherited, _ in
      if case .token = inherited { tokens.insert(path) }
    }
    return tokens
  }

  /// Calls `body` with each inherited token and group.
  ///
  /// - Parameter body: gets the path, the inherited node, and the inheriting group.
  mutating func forEachInherited(_ body: (_ path: String, _ inherited: Inherited, _ edge: Int) -> Void) {
    var seen = BytewiseSet()
    var count = 0
    for (path, _) in tree.inheriting {
      do {
        try walk(path, &seen, &count, body)
      } catch {
        // Cycles are dropped before.
        return
      }
    }
  }

  private mutating func walk(
    _ start: String, _ seen: inout BytewiseSet, _ count: inout Int,
    _ body: (_ path: String, _ inherited: Inherited, _ edge: Int) -> Void
  ) throws(Failure) {
    var waiting = [start]
    while let path = waiting.popLast() {
      guard seen.insert(path) else { continue }
      let layers = try boundedLayers(of: path)
      guard layers.count > 1 || layers.first?.way != nil else { continue }
      visitGroup(path, layers, body)
      var names = BytewiseSet()
      for layer in layers {
        for name in tree.nodes[layer.node].names where names.insert(name) {
          guard let child = tree.child(name, of: layer.node) else { continue }
          let childPath = TokenPath.joined(path, name)
          count += 1
          if count > maximumInherited { throw Failure(edges: layer.way.map { [$0.first] } ?? [], isTooLong: true) }
          if tree.nodes[child].isToken, !tree.nodes[child].isGroup {
            if let edge = layer.way?.first {
              body(childPath, .token(home: TokenPath.joined(layer.path, name)), edge)
            }
          } else {
            waiting.append(childPath)
          }
        }
      }
    }
  }

  private func visitGroup(
    _ path: String, _ layers: [Layer], _ body: (_ path: String, _ inherited: Inherited, _ edge: Int) -> Void
  ) {
    let isWritten = layers.first.map { $0.way == nil } ?? false
    guard let edge = layers.lazy.compactMap({ $0.way?.first }).first else { return }
    let typed = layers.first { tree.nodes[$0.node].hasType }
    let isOwn = typed.map { $0.way == nil } ?? true
    if isWritten, isOwn { return }
    body(path, .group(typeFrom: isOwn ? nil : typed?.path, isWritten: isWritten), edge)
  }
}

extension String {
  /// Whether the text begins with the bytes of the prefix.
  func hasBytePrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}
