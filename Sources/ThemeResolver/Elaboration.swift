// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Lays out the slots of one id: its declarations merged, suffixes settled, inherited objects laid under it.
///
/// References are not followed here. The layout depends on the id's own declarations and on the slots of the ids that it
/// inherits from, on nothing else.
struct Elaboration {
  let database: Database
  let ranks: [Int32]
  /// Which of the bundle's suffixes hold, as indices into `NameTable.suffixes`, most preferred first.
  let activeSuffixes: [Int]
  let limits: ResolverLimits
  /// Where inherited objects are read from; nil to find out only which ids are inherited.
  let parents: (state: ResolvedState, order: DependencyOrder)?

  /// Of the id that is being laid out.
  var symbol = SymbolID(index: 0)
  var issues: [Issue] = []
  var inherited: [SymbolID] = []

  init(
    database: Database, ranks: [Int32], activeSuffixes: [Int], limits: ResolverLimits,
    parents: (state: ResolvedState, order: DependencyOrder)?
  ) {
    self.database = database
    self.ranks = ranks
    self.activeSuffixes = activeSuffixes
    self.limits = limits
    self.parents = parents
  }

  struct Layout {
    /// Empty when the id is not declared.
    var slots: [Slot]
    var issues: [Issue]
    /// The ids that it inherits from, anywhere in it.
    var inherited: [SymbolID]
  }

  mutating func layout(of symbol: SymbolID) -> Layout {
    self.symbol = symbol
    issues = []
    inherited = []
    var slots = value(contributions(to: symbol), key: symbol.index, depth: 1)
    mark(&slots)
    return Layout(slots: slots, issues: issues, inherited: inherited)
  }

  /// The roots of the declarations that count for an id, the weakest first.
  mutating func contributions(to symbol: SymbolID) -> [NodeReference] {
    if database.base(of: symbol) != nil { return [] }
    let own = ranked(symbol)
    let variants = database.variants(of: symbol)
    if variants.isEmpty { return own }
    let declared = variants.map { (suffix: $0.suffix, nodes: ranked($0.symbol)) }.filter { !$0.nodes.isEmpty }
    if own.isEmpty {
      for variant in declared { issues.append(Issue(kind: .suffixWithoutBase, origin: variant.nodes[0])) }
    }
    return preferred(declared) ?? own
  }

  /// What the most preferred of the suffixes that hold says.
  private func preferred(_ variants: [(suffix: Int, nodes: [NodeReference])]) -> [NodeReference]? {
    activeSuffixes.lazy.compactMap { active in variants.first { $0.suffix == active }?.nodes }.first
  }

  private func ranked(_ symbol: SymbolID) -> [NodeReference] {
    let declarations = database.declarations(of: symbol).compactMap { declaration in
      let rank = rank(of: database[declaration].file)
      return rank < 0 ? nil : (rank: rank, root: NodeReference(declaration: declaration, node: 0))
    }
    if declarations.count < 2 { return declarations.map(\.root) }
    return declarations.sorted { $0.rank < $1.rank }.map(\.root)
  }

  private func rank(of file: FileID) -> Int32 {
    Int(file.index) < ranks.count ? ranks[Int(file.index)] : -1
  }

  // MARK: Own form

  /// The slots of what several declarations say of one value, the weakest first: the last says what it is, and objects
  /// merge with those directly before them.
  private mutating func value(_ contributions: [NodeReference], key: UInt32, depth: Int) -> [Slot] {
    guard let last = contributions.last else { return [] }
    for (earlier, later) in zip(contributions, contributions.dropFirst())
    where isObject(earlier) != isObject(later) {
      issues.append(Issue(kind: .kindClash(earlier: earlier), origin: later))
    }
    if isObject(last) {
      let layers = contributions.suffix(from: contributions.lastIndex { !isObject($0) }.map { $0 + 1 } ?? 0)
      return object(Array(layers), key: key, depth: depth)
    }
    return single(last, key: key, depth: depth)
  }

  private func isObject(_ node: NodeReference) -> Bool { database.node(node).operation == .object }

  /// The slots of one node that is no object.
  private mutating func single(_ reference: NodeReference, key: UInt32, depth: Int) -> [Slot] {
    let node = database.node(reference)
    var slots = [slot(node, reference, key: key)]
    for child in database.children(reference) {
      append(value([child], key: NameID.none.index, depth: depth + 1), to: &slots)
    }
    return slots
  }

  private mutating func object(_ layers: [NodeReference], key: UInt32, depth: Int) -> [Slot] {
    if layers.count == 1, layers[0].node == 0, database[layers[0].declaration].isPlain {
      return copy(layers[0].declaration, key: key)
    }
    var members = settleSuffixes(collect(layers))
    let inheritance = members.first { $0.nodes.last.map(isInherit) ?? false }?.nodes.last
    members.removeAll { $0.nodes.last.map(isInherit) ?? false }

    var own = [slot(database.node(layers[layers.count - 1]), layers[layers.count - 1], key: key)]
    for member in members {
      append(value(member.nodes, key: member.key.index, depth: depth + 1), to: &own)
    }
    guard let inheritance, let base = inheritedSlots(inheritance, depth: depth, ownCount: own.count) else { return own }
    return lay(own[...], over: base)
  }

  private func isInherit(_ node: NodeReference) -> Bool { database.node(node).operation == .inherit }

  private struct Member {
    var key: NameID
    var nodes: [NodeReference]
  }

  /// The members of several objects, each with what every object says of it; a member keeps its first place.
  private func collect(_ layers: [NodeReference]) -> [Member] {
    var members: [Member] = []
    var places: [NameID: Int] = [:]
    for layer in layers {
      for child in database.children(layer) {
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

  /// Puts members with an active suffix in the place of those without, and drops the other suffixed ones.
  private mutating func settleSuffixes(_ members: [Member]) -> [Member] {
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
      // A suffixed member stands in for its base where the base stands; without one, where it stands itself.
      if suffix != nil, plain.contains(key) { continue }
      guard let nodes = preferred(variants[key] ?? []) ?? (suffix == nil ? member.nodes : nil),
        done.insert(key).inserted
      else { continue }
      settled.append(Member(key: key, nodes: nodes))
    }
    return settled
  }

  /// The slots of a declaration that has neither suffixes nor inheritance: its nodes as they stand.
  private func copy(_ declaration: DeclarationID, key: UInt32) -> [Slot] {
    let nodes = database.nodes(declaration)
    var slots: [Slot] = []
    slots.reserveCapacity(nodes.count)
    var open: [Int] = []
    for (position, node) in nodes.enumerated() {
      while let parent = open.last, Int(nodes[nodes.startIndex + parent].end) <= nodes.startIndex + position {
        open.removeLast()
      }
      let reference = NodeReference(declaration: declaration, node: UInt32(position))
      var slot = slot(node, reference, key: position == 0 ? key : node.key)
      slot.size = node.end - UInt32(nodes.startIndex + position)
      slot.parent = open.last.map { UInt32(position - $0) } ?? 0
      slots.append(slot)
      open.append(position)
    }
    return slots
  }

  private func slot(_ node: Declarations.Node, _ reference: NodeReference, key: UInt32) -> Slot {
    let operation: Slot.Operation
    switch node.operation {
    case .object: operation = .object
    case .array: operation = .array
    case .literal: operation = .literal
    case .reference: operation = .reference
    case .glyph: operation = .glyph
    case .invalid, .inherit: operation = .invalid
    }
    return Slot(
      key: key, size: 1, parent: 0, origin: reference, operand: node.operand, operation: operation,
      flags: node.needsColor ? .needsColor : [])
  }

  func append(_ child: [Slot], to slots: inout [Slot]) {
    guard !child.isEmpty else { return }
    let root = slots.count
    slots.append(contentsOf: child)
    slots[root].parent = UInt32(root)
    slots[0].size += UInt32(child.count)
  }

  // MARK: Rules over whole objects

  /// Tells fonts from other objects, and colours from the numbers that multiply their alpha.
  private func mark(_ slots: inout [Slot]) {
    for index in slots.indices where slots[index].operation == .object || slots[index].operation == .font {
      var children: [Int] = []
      var child = index + 1
      while child < index + Int(slots[index].size) {
        slots[child].flags.subtract([.hasAlpha, .isAlpha])
        children.append(child)
        child += Int(slots[child].size)
      }
      slots[index].operation = isFont(children.map { NameID(index: slots[$0].key) }) ? .font : .object
      for child in children {
        guard let color = database.names.color(of: NameID(index: slots[child].key)),
          let sibling = children.first(where: { slots[$0].key == color.index })
        else { continue }
        slots[child].flags.insert(.isAlpha)
        slots[sibling].flags.insert(.hasAlpha)
      }
    }
  }

  private func isFont(_ keys: [NameID]) -> Bool {
    guard let font = database.fontKeys else { return false }
    return keys.contains { $0 == font.name || $0 == font.textStyle }
      && keys.allSatisfy { $0 == font.name || $0 == font.textStyle || $0 == font.size }
  }
}
