// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The declarations that count for an id under a load plan, and for a key within it: the files of the plan in their order,
/// device suffixes, and values that were set at run time.
struct EffectiveDeclarations {
  let database: Database
  let layers: Layers

  /// The members that several objects have under one key.
  struct Member {
    var key: NameID
    /// From the weakest to the strongest.
    var nodes: [NodeReference]
  }

  // MARK: Ids

  /// The declarations of an id in the files of the plan, from the weakest to the strongest, with any suffix or none.
  func ranked(_ symbol: SymbolID) -> [NodeReference] {
    let isBase = database.space(symbol) == .baseStyles
    var declarations: [NodeReference] = []
    for declaration in database.declarations(of: database.declared(symbol), in: layers) {
      if isBase, database[declaration].file != layers.base { continue }
      declarations.append(NodeReference(declaration: declaration, node: 0))
    }
    if declarations.count > 1 { declarations.sort { rank(of: $0) < rank(of: $1) } }
    return declarations
  }

  private func rank(of node: NodeReference) -> Int32 { layers.rank(of: database[node.declaration].file) }

  /// The declarations of an id once suffixes are settled, from the weakest to the strongest.
  func contributions(to symbol: SymbolID) -> [NodeReference] {
    if database.base(of: symbol) != nil { return [] }
    let own = ranked(symbol)
    if let last = own.last, database.node(last).operation == .absent { return [] }
    let variants = database.variants(of: symbol)
    if variants.isEmpty { return own }
    return replacing(
      own, with: variants.map { (suffix: $0.suffix, nodes: ranked($0.symbol)) }.filter { !$0.nodes.isEmpty })
  }

  /// The contributions from the last one on that replaces all weaker ones.
  func unreplaced(_ contributions: [NodeReference]) -> [NodeReference] {
    if contributions.count < 2 { return contributions }
    let last = contributions.lastIndex { database.node($0).flags.contains(.replaces) }
    return Array(contributions[(last ?? 0)...])
  }

  /// The id that an id refers to if its whole value is a reference.
  func alias(_ symbol: SymbolID) -> SymbolID? {
    guard let root = contributions(to: symbol).last else { return nil }
    let node = database.node(root)
    return node.operation == .reference ? SymbolID(index: node.operand) : nil
  }

  /// The ids from a name in `inherits` to the id whose object is inherited: each but the last is an alias of the next. The
  /// last repeats an earlier one when the aliases form a cycle.
  func aliasChain(from symbol: SymbolID) -> [SymbolID] {
    var chain = [symbol]
    var target = symbol
    while !chain.dropLast().contains(target), let next = alias(target) {
      target = next
      chain.append(target)
    }
    return chain
  }

  // MARK: Members

  /// The members of several objects. A member has the place of its first occurrence.
  func collect(_ objects: [NodeReference]) -> [Member] {
    var members: [Member] = []
    var places: [NameID: Int] = [:]
    for object in objects {
      for child in database.children(object) {
        let key = NameID(index: database.node(child).key)
        if let place = places[key] {
          members[place].nodes.append(child)
        } else {
          places[key] = members.count
          members.append(Member(key: key, nodes: [child]))
        }
      }
    }
    return members
  }

  /// Replaces members by their variant with the preferred active suffix, and drops the other variants.
  ///
  /// - Parameter issues: gets an issue for each key that exists with a suffix only.
  func settleSuffixes(_ members: [Member], _ issues: inout [Issue]) -> [Member] {
    guard members.contains(where: { database.names.suffix($0.key) != nil }) else { return members }
    var variants: [NameID: [(suffix: Int, nodes: [NodeReference])]] = [:]
    let plain = Set(members.map(\.key).filter { database.names.suffix($0) == nil })
    for member in members {
      guard let suffix = database.names.suffix(member.key) else { continue }
      variants[suffix.base, default: []].append((suffix.suffix, member.nodes))
      if !plain.contains(suffix.base), let node = member.nodes.last {
        issues.append(Issue(kind: .suffixWithoutBase, origin: node))
      }
    }
    var settled: [Member] = []
    var done: Set<NameID> = []
    for member in members {
      let suffix = database.names.suffix(member.key)
      let key = suffix?.base ?? member.key
      // A variant takes the place of its base. Without a base it keeps its own place.
      if suffix != nil, plain.contains(key) { continue }
      let nodes = replacing(suffix == nil ? member.nodes : [], with: variants[key] ?? [])
      guard !nodes.isEmpty, done.insert(key).inserted else { continue }
      settled.append(Member(key: key, nodes: nodes))
    }
    return settled
  }

  /// The nodes of the preferred active variant in place of those without a suffix. Values that were set at run time lie over
  /// both.
  private func replacing(
    _ plain: [NodeReference], with variants: [(suffix: Int, nodes: [NodeReference])]
  ) -> [NodeReference] {
    let ranked = variants.compactMap { variant in layers.suffixRanks[variant.suffix].map { ($0, variant.nodes) } }
    guard let (_, preferred) = ranked.min(by: { $0.0 < $1.0 }) else { return plain }
    return preferred + plain.filter(isModification)
  }

  // MARK: Nodes

  /// Whether a node was set at run time.
  func isModification(_ node: NodeReference) -> Bool {
    layers.isModification(database[node.declaration].file)
  }

  func isReference(_ node: NodeReference) -> Bool { database.node(node).operation == .reference }

  func isObject(_ node: NodeReference) -> Bool { database.node(node).operation.isObject }

  func isInherit(_ node: NodeReference) -> Bool { database.node(node).operation.isInherit }
}

extension Declarations.Operation {
  /// Without `==`, which is a call into another module.
  var isObject: Bool { if case .object = self { true } else { false } }

  /// Whether it names a parent, or fails to.
  var isInherit: Bool {
    switch self {
    case .inherit, .invalidInherit: true
    case .object, .array, .literal, .reference, .lookup, .glyph, .font, .colorReference, .calls, .typed, .part, .first,
      .absent, .invalid:
      false
    }
  }
}
