// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// Lays out the slots of one id: merges its declarations, settles suffixes, and lays own members over inherited objects.
///
/// References are not followed here. The layout depends on the declarations of the id and on the slots of the ids that it
/// inherits from, on nothing else.
struct SymbolLayout {
  let database: Database
  let declarations: EffectiveDeclarations
  let limits: ResolverLimits
  /// The slots of inherited objects. Nil in a scan that only finds which ids are inherited.
  let parents: (state: ResolvedState, order: DependencyOrder)?
  let lastGood: LastGood

  /// The id that is being laid out.
  var symbol = SymbolID(index: 0)
  var issues: [Issue] = []
  var inherited: [SymbolID] = []
  var failures: [LayoutFailure] = []
  /// Last good values of its slots, see `pending`.
  var values: [Value] = []
  /// The keys from the id to the object that is being laid out.
  var path: [UInt32] = []
  /// Whether that object is a part of a computed value, such as an element of an array.
  var isWithinPlace = false

  init(
    database: Database, layers: Layers, limits: ResolverLimits,
    parents: (state: ResolvedState, order: DependencyOrder)?, lastGood: LastGood = LastGood()
  ) {
    self.lastGood = lastGood
    self.database = database
    declarations = EffectiveDeclarations(database: database, layers: layers)
    self.limits = limits
    self.parents = parents
  }

  struct Result {
    /// Empty when the id is not declared.
    var slots: [DeclaredSlot]
    var issues: [Issue]
    /// The ids that the id or a member inherits from.
    var inherited: [SymbolID]
    var failures: [LayoutFailure]
    /// Last good values of the slots, see `SymbolLayout.pending`.
    var values: [Value]
  }

  mutating func layout(of symbol: SymbolID) -> Result {
    self.symbol = symbol
    issues = []
    inherited = []
    failures = []
    values = []
    noteMissingBase(of: symbol)
    noteReplaced(symbol)
    let contributions = declarations.unreplaced(declarations.contributions(to: symbol))
    var slots = value(contributions, key: symbol.index, depth: 1)
    if slots.contains(where: \.slot.isObject) { issues += ObjectRules(database: database).apply(to: &slots) }
    return Result(slots: slots, issues: issues, inherited: inherited, failures: failures, values: values)
  }

  /// The ids that an id or a member of it inherits from. Reads no inherited object.
  mutating func inheritance(of symbol: SymbolID) -> [SymbolID] {
    let contributions = declarations.unreplaced(declarations.contributions(to: symbol))
    guard contributions.count == 1, !database[contributions[0].declaration].hasSuffixes else {
      return layout(of: symbol).inherited
    }
    return database.nodes(contributions[0].declaration).filter { $0.operation == .inherit }.flatMap {
      declarations.aliasChain(from: SymbolID(index: $0.operand))
    }
  }

  /// Adds an issue for each declaration of an id that exists with a suffix only.
  private mutating func noteMissingBase(of symbol: SymbolID) {
    let variants = database.variants(of: symbol)
    guard !variants.isEmpty, database.base(of: symbol) == nil, declarations.ranked(symbol).isEmpty else { return }
    for variant in variants {
      if let origin = declarations.ranked(variant.symbol).first {
        issues.append(Issue(kind: .suffixWithoutBase, origin: origin))
      }
    }
  }

  /// Adds an issue for a token that several files give, and for one that a later file replaces by a group or the reverse.
  private mutating func noteReplaced(_ symbol: SymbolID) {
    guard database.space(symbol) == .constants, parents != nil else { return }
    let ranked = declarations.ranked(symbol).filter { !declarations.isModification($0) }
    guard ranked.count > 1, let last = ranked.last else { return }
    let earlier = ranked[ranked.count - 2]
    let node = database.node(last)
    if node.operation == .absent {
      guard node.operand != SymbolID.none.index else { return }
      issues.append(Issue(kind: .replaced(by: SymbolID(index: node.operand)), origin: earlier))
    } else if declarations.layers.reportsRepeated {
      issues.append(Issue(kind: .repeated(earlier: earlier), origin: last))
    }
  }

  // MARK: Own members

  /// The slots of one value from its declarations, the weakest first. The last one decides the kind of the value; objects
  /// merge with the objects directly before them.
  private mutating func value(_ contributions: [NodeReference], key: UInt32, depth: Int) -> [DeclaredSlot] {
    guard let last = contributions.last else { return [] }
    for (earlier, later) in zip(contributions, contributions.dropFirst())
    where declarations.isObject(earlier) != declarations.isObject(later) && !declarations.isModification(later) {
      issues.append(Issue(kind: .kindClash(earlier: earlier), origin: later))
    }
    guard declarations.isObject(last) else { return single(last, key: key, depth: depth) }
    if database.node(last).flags.contains(.isFaulty), let slots = keptObject(last, key: key) { return slots }
    let start = contributions.lastIndex { !declarations.isObject($0) }
    let objects = Array(contributions.suffix(from: start.map { $0 + 1 } ?? 0))
    // Members that are set at run time keep the other members of an object that is only a reference.
    let below = start.map { contributions[$0] }
      .flatMap { declarations.isReference($0) && declarations.isModification(objects[0]) ? $0 : nil }
    return object(objects, over: below, key: key, depth: depth)
  }

  /// The slots of one node that is not an object.
  private mutating func single(_ reference: NodeReference, key: UInt32, depth: Int) -> [DeclaredSlot] {
    let node = database.node(reference)
    var slots = [DeclaredSlot(node, reference, key: key)]
    let wasWithinPlace = isWithinPlace
    isWithinPlace = true
    for child in database.children(reference) {
      Self.append(value([child], key: database.node(child).key, depth: depth + 1), to: &slots)
    }
    isWithinPlace = wasWithinPlace
    return slots
  }

  /// - Parameter below: a reference to an object, under all members of `objects`.
  private mutating func object(
    _ objects: [NodeReference], over below: NodeReference?, key: UInt32, depth: Int
  ) -> [DeclaredSlot] {
    if below == nil, objects.count == 1, objects[0].node == 0, database[objects[0].declaration].isPlain {
      return database.slots(of: objects[0].declaration, key: key)
    }
    var parents = [below].compactMap(\.self)
    var own = [DeclaredSlot(database.node(objects[objects.count - 1]), objects[objects.count - 1], key: key)]
    if objects.count == 1, let children = soleMembers(of: objects[0]) {
      own.reserveCapacity(children.count + 1)
      for (child, node, isLeaf) in children {
        if node.operation.isInherit {
          parents.append(child)
        } else if isLeaf {
          var leaf = DeclaredSlot(node, child, key: node.key)
          leaf.slot.parent = UInt32(own.count)
          own.append(leaf)
          own[0].slot.size += 1
        } else {
          Self.append(member([child], key: node.key, depth: depth + 1), to: &own)
        }
      }
      return lay(own, overInherited: parents, depth: depth)
    }
    for member in declarations.settleSuffixes(declarations.collect(objects), &issues) {
      if let last = member.nodes.last, declarations.isInherit(last) {
        // Of several files that name parents, the strongest counts.
        parents += member.nodes.filter { $0.declaration == last.declaration }
      } else {
        Self.append(self.member(member.nodes, key: member.key.index, depth: depth + 1), to: &own)
      }
    }
    return lay(own, overInherited: parents, depth: depth)
  }

  /// The slots of a member of the object that is being laid out.
  private mutating func member(_ contributions: [NodeReference], key: UInt32, depth: Int) -> [DeclaredSlot] {
    path.append(key)
    defer { path.removeLast() }
    return value(contributions, key: key, depth: depth)
  }

  /// A member of a single object. A leaf has no slots below it.
  private typealias SoleMember = (reference: NodeReference, node: Database.Node, isLeaf: Bool)

  /// The members of a single object, if no key has a suffix and no key repeats except in a list of parents. Nil otherwise,
  /// and for objects that are large enough to be worth a table.
  private func soleMembers(of object: NodeReference) -> [SoleMember]? {
    if database[object.declaration].hasSuffixes { return nil }
    let nodes = database.nodes(object.declaration)
    var members: [SoleMember] = []
    /// A bit for each key. Keys with different bits are different.
    var marks: UInt64 = 0
    var index = nodes.startIndex + Int(object.node) + 1
    let end = index - 1 + Int(nodes[index - 1].count)
    while index < end {
      if members.count == 32 { return nil }
      let node = nodes[index]
      let mark = UInt64(1) << UInt64(node.key & 63)
      if marks & mark != 0, members.contains(where: { $0.node.key == node.key }) {
        let last = members[members.count - 1].node
        guard last.key == node.key, last.operation.isInherit, node.operation.isInherit else { return nil }
      }
      marks |= mark
      let reference = NodeReference(declaration: object.declaration, node: UInt32(index - nodes.startIndex))
      members.append((reference, node, isLeaf: node.count == 1 && !node.operation.isObject))
      index += Int(node.count)
    }
    return members
  }

  /// Appends the slots of a member to those of its object.
  static func append(_ child: some RandomAccessCollection<DeclaredSlot>, to slots: inout [DeclaredSlot]) {
    guard !child.isEmpty else { return }
    let root = slots.count
    slots.append(contentsOf: child)
    slots[root].slot.parent = UInt32(root)
    guard slots[0].slot.hasVariableSize else { return assert(child.count == 1, "a glyph and a part have one child") }
    slots[0].slot.size += UInt32(child.count)
  }
}
