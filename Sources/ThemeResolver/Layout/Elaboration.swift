// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Lays out the slots of one id: its declarations merged, suffixes settled, inherited objects laid under it.
///
/// References are not followed here. The layout depends on the id's own declarations and on the slots of the ids that it
/// inherits from, on nothing else.
struct Elaboration {
  let database: Database
  let layers: Layers
  let limits: ResolverLimits
  /// Where inherited objects are read from; nil to find out only which ids are inherited.
  let parents: (state: ResolvedState, order: DependencyOrder)?
  let lastGood: LastGood

  /// Of the id that is being laid out.
  var symbol = SymbolID(index: 0)
  var issues: [Issue] = []
  var inherited: [SymbolID] = []
  var layoutFailures: [LayoutFailure] = []
  /// Values of the past that its slots have, see `pending`.
  var values: [Value] = []
  /// The keys from the id to the object that is being laid out.
  var path: [UInt32] = []
  /// Whether that object is an element of a list or the like, which is one place as a whole.
  var isWithinPlace = false

  init(
    database: Database, layers: Layers, limits: ResolverLimits,
    parents: (state: ResolvedState, order: DependencyOrder)?, lastGood: LastGood = LastGood()
  ) {
    self.lastGood = lastGood
    self.database = database
    self.layers = layers
    self.limits = limits
    self.parents = parents
  }

  struct Layout {
    /// Empty when the id is not declared.
    var slots: [Slot]
    var issues: [Issue]
    /// The ids that it inherits from, anywhere in it.
    var inherited: [SymbolID]
    var layoutFailures: [LayoutFailure]
    /// Values of the past that its slots have, see `Elaboration.pending`.
    var values: [Value]
  }

  mutating func layout(of symbol: SymbolID) -> Layout {
    self.symbol = symbol
    issues = []
    inherited = []
    layoutFailures = []
    values = []
    noteMissingBase(of: symbol)
    var slots = value(unreplaced(contributions(to: symbol)), key: symbol.index, depth: 1)
    mark(&slots)
    return Layout(
      slots: slots, issues: issues, inherited: inherited, layoutFailures: layoutFailures, values: values)
  }

  /// The ids that an id inherits from, anywhere in it; what is inherited is not read.
  mutating func inheritance(of symbol: SymbolID) -> [SymbolID] {
    let contributions = unreplaced(contributions(to: symbol))
    guard contributions.count == 1, !database[contributions[0].declaration].hasSuffixes else {
      return layout(of: symbol).inherited
    }
    inherited = []
    issues = []
    for node in database.nodes(contributions[0].declaration) where node.operation == .inherit {
      _ = base(named: SymbolID(index: node.operand))
    }
    return inherited
  }

  /// The roots of the declarations that count for an id, the weakest first.
  func contributions(to symbol: SymbolID) -> [NodeReference] {
    if database.base(of: symbol) != nil { return [] }
    let own = ranked(symbol)
    let variants = database.variants(of: symbol)
    if variants.isEmpty { return own }
    return replacing(
      own, with: variants.map { (suffix: $0.suffix, nodes: ranked($0.symbol)) }.filter { !$0.nodes.isEmpty })
  }

  /// Notes what is declared with a suffix alone.
  private mutating func noteMissingBase(of symbol: SymbolID) {
    let variants = database.variants(of: symbol)
    guard !variants.isEmpty, database.base(of: symbol) == nil, ranked(symbol).isEmpty else { return }
    for variant in variants {
      if let origin = ranked(variant.symbol).first { issues.append(Issue(kind: .suffixWithoutBase, origin: origin)) }
    }
  }

  /// What counts of a value that is given with suffixes as well: what the most preferred of those that hold says in place of
  /// what is said without one. What was set at run time lies over both.
  private func replacing(
    _ plain: [NodeReference], with variants: [(suffix: Int, nodes: [NodeReference])]
  ) -> [NodeReference] {
    let preferred = layers.activeSuffixes.lazy.compactMap { active in variants.first { $0.suffix == active }?.nodes }
    guard let preferred = preferred.first else { return plain }
    return preferred + plain.filter(isModification)
  }

  func isModification(_ node: NodeReference) -> Bool {
    layers.isModification(database[node.declaration].file)
  }

  func ranked(_ symbol: SymbolID) -> [NodeReference] {
    let isBase = database.space(symbol) == .baseStyles
    var declarations: [NodeReference] = []
    database.forEachDeclaration(of: database.declared(symbol)) { declaration in
      let file = database[declaration].file
      guard layers.rank(of: file) >= 0, !isBase || file == layers.base else { return }
      declarations.append(NodeReference(declaration: declaration, node: 0))
    }
    if declarations.count > 1 { declarations.sort { rank(of: $0) < rank(of: $1) } }
    return declarations
  }

  private func rank(of node: NodeReference) -> Int32 { layers.rank(of: database[node.declaration].file) }

  /// Without what a stronger declaration replaces.
  func unreplaced(_ contributions: [NodeReference]) -> [NodeReference] {
    if contributions.count < 2 { return contributions }
    let last = contributions.lastIndex { database.node($0).flags.contains(.replaces) }
    return Array(contributions[(last ?? 0)...])
  }

  // MARK: Own form

  /// The slots of what several declarations say of one value, the weakest first: the last says what it is, and objects
  /// merge with those directly before them.
  private mutating func value(_ contributions: [NodeReference], key: UInt32, depth: Int) -> [Slot] {
    guard let last = contributions.last else { return [] }
    for (earlier, later) in zip(contributions, contributions.dropFirst())
    where isObject(earlier) != isObject(later) && !isModification(later) {
      issues.append(Issue(kind: .kindClash(earlier: earlier), origin: later))
    }
    guard isObject(last) else { return single(last, key: key, depth: depth) }
    if database.node(last).flags.contains(.isFaulty), let slots = keptObject(last, key: key) { return slots }
    let start = contributions.lastIndex { !isObject($0) }
    let layers = Array(contributions.suffix(from: start.map { $0 + 1 } ?? 0))
    // Members that are set at run time keep the rest of an object that is only referred to.
    let below = start.map { contributions[$0] }.flatMap { isReference($0) && isModification(layers[0]) ? $0 : nil }
    return object(layers, over: below, key: key, depth: depth)
  }

  func isReference(_ node: NodeReference) -> Bool { database.node(node).operation == .reference }

  func isObject(_ node: NodeReference) -> Bool { database.node(node).operation == .object }

  /// The slots of one node that is no object.
  private mutating func single(_ reference: NodeReference, key: UInt32, depth: Int) -> [Slot] {
    let node = database.node(reference)
    var slots = [slot(node, reference, key: key)]
    let wasWithinPlace = isWithinPlace
    isWithinPlace = true
    for child in database.children(reference) {
      append(value([child], key: database.node(child).key, depth: depth + 1), to: &slots)
    }
    isWithinPlace = wasWithinPlace
    return slots
  }

  /// - Parameter below: a reference to an object that everything else lies over.
  private mutating func object(
    _ layers: [NodeReference], over below: NodeReference?, key: UInt32, depth: Int
  ) -> [Slot] {
    if below == nil, layers.count == 1, layers[0].node == 0, database[layers[0].declaration].isPlain {
      return copy(layers[0].declaration, key: key)
    }
    var parents = [below].compactMap(\.self)
    var own = [slot(database.node(layers[layers.count - 1]), layers[layers.count - 1], key: key)]
    if layers.count == 1, let children = soleMembers(of: layers[0]) {
      for child in children {
        let node = database.node(child)
        if isInherit(child) {
          parents.append(child)
        } else if isLeaf(child, node) {
          own[0].size += 1
          own.append(slot(node, child, key: node.key))
          own[own.count - 1].parent = UInt32(own.count - 1)
        } else {
          append(member([child], key: node.key, depth: depth + 1), to: &own)
        }
      }
      return lay(own, overInherited: parents, depth: depth)
    }
    for member in settleSuffixes(collect(layers)) {
      if let last = member.nodes.last, isInherit(last) {
        // Of several files that say what to inherit, the last is heard.
        parents += member.nodes.filter { $0.declaration == last.declaration }
      } else {
        append(self.member(member.nodes, key: member.key.index, depth: depth + 1), to: &own)
      }
    }
    return lay(own, overInherited: parents, depth: depth)
  }

  /// The slots of a member of the object that is being laid out.
  private mutating func member(_ contributions: [NodeReference], key: UInt32, depth: Int) -> [Slot] {
    path.append(key)
    defer { path.removeLast() }
    return value(contributions, key: key, depth: depth)
  }

  /// The members of an object that alone says what a value is, when none has a suffix and each has a key of its own, apart
  /// from what is inherited as one list.
  private func soleMembers(of object: NodeReference) -> [NodeReference]? {
    if database[object.declaration].hasSuffixes { return nil }
    let children = database.children(object)
    // Larger objects are looked through with a table.
    guard children.count <= 32 else { return nil }
    let keys = children.map { database.node($0).key }
    for index in keys.indices where keys[..<index].contains(keys[index]) {
      let isList = keys[index - 1] == keys[index] && isInherit(children[index - 1]) && isInherit(children[index])
      if !isList { return nil }
    }
    return children
  }

  private func isLeaf(_ reference: NodeReference, _ node: Database.Node) -> Bool {
    node.operation != .object && node.end == database[reference.declaration].start + reference.node + 1
  }

  /// The slots of an object laid over those of the objects that it inherits.
  private mutating func lay(_ own: [Slot], overInherited parents: [NodeReference], depth: Int) -> [Slot] {
    var own = own
    var base: [Slot]?
    for parent in parents {
      let ownCount = own.count + (base?.count ?? 0)
      var inherited = inheritedSlots(parent, depth: depth, ownCount: ownCount)
      // Ids are laid out without parents to find out which they are.
      if self.parents != nil, inherited == nil || isBrokenBase(parent) {
        switch substitute(for: parent, key: own[0].key) {
        case .object(let slots): inherited = slots
        case .whole(let slot): return [slot]
        case nil: break
        }
      }
      guard let inherited else {
        if isWithinPlace { noteFailure(parent, in: &own) }
        continue
      }
      base = base.map { lay(inherited[...], over: $0[...]) } ?? inherited
    }
    return base.map { lay(own[...], over: $0[...]) } ?? own
  }

  /// Has what is put together from an object fail with a parent of it.
  private func noteFailure(_ parent: NodeReference, in object: inout [Slot]) {
    var slot = slot(database.node(parent), parent, key: database.parentKey.index)
    slot.operation = .invalid
    append([slot], to: &object)
  }

  func isInherit(_ node: NodeReference) -> Bool {
    switch database.node(node).operation {
    case .inherit, .invalidInherit: true
    case .object, .array, .literal, .reference, .lookup, .glyph, .font, .colorReference, .calls, .invalid: false
    }
  }

  struct Member {
    var key: NameID
    var nodes: [NodeReference]
  }

  /// The members of several objects, each with what every object says of it; a member keeps its first place.
  func collect(_ layers: [NodeReference]) -> [Member] {
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
  mutating func settleSuffixes(_ members: [Member]) -> [Member] {
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
      let nodes = replacing(suffix == nil ? member.nodes : [], with: variants[key] ?? [])
      guard !nodes.isEmpty, done.insert(key).inserted else { continue }
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

  private func slot(_ node: Database.Node, _ reference: NodeReference, key: UInt32) -> Slot {
    Slot(node, reference, key: key)
  }

  func append(_ child: some RandomAccessCollection<Slot>, to slots: inout [Slot]) {
    guard !child.isEmpty else { return }
    let root = slots.count
    slots.append(contentsOf: child)
    slots[root].parent = UInt32(root)
    slots[0].size += UInt32(child.count)
  }
}
