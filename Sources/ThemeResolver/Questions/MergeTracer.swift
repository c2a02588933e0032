// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// Traces the merge of values along one path, for `explain`.
///
/// Layout keeps winners alone, since only these are executed. This is the same merge with the losers. Both read
/// `EffectiveDeclarations`, so that files, suffixes and run-time values are decided in one place. A property test compares
/// each winner with the origin of its slot. It is a walk of its own because it makes members on demand, where `SymbolLayout`
/// makes all slots of an id at once.
struct MergeTracer {
  let view: View
  let database: Database
  private let declarations: EffectiveDeclarations
  /// The inherited objects that may still be traced. The others, and those below `maximumLevels` levels, have their final
  /// slots only.
  private var parentsLeft: Int

  static let maximumParents = 512
  static let maximumLevels = 64

  init(view: View, database: Database, maximumParents: Int = maximumParents) {
    self.view = view
    self.database = database
    declarations = EffectiveDeclarations(database: database, layers: view.layout.layers)
    parentsLeft = maximumParents
  }

  /// - Parameter inheritance: the nodes that inherit the id, the outermost first.
  mutating func trace(of symbol: SymbolID, inheritance: [NodeReference] = []) -> MergeTrace {
    let ranked = declarations.contributions(to: symbol)
    let counting = declarations.unreplaced(ranked)
    func candidate(_ node: NodeReference, _ suffix: Int?) -> MergeTrace.Candidate {
      MergeTrace.Candidate(node: node, owner: symbol, inheritance: inheritance, suffix: suffix)
    }
    var candidates = declarations.ranked(symbol).map { candidate($0, nil) }
    for variant in database.variants(of: symbol) {
      candidates += declarations.ranked(variant.symbol).map { candidate($0, variant.suffix) }
    }
    for index in candidates.indices where !counting.contains(candidates[index].node) {
      // It lost to a stronger declaration that replaces all weaker ones.
      candidates[index].lostWithObject = ranked.contains(candidates[index].node)
      candidates[index].status =
        candidates[index].lostWithObject ? .overridden(rule(of: counting[0])) : unsettled(candidates[index].suffix)
    }
    return value(inOrder(candidates, counting))
  }

  /// The trace of a member of an object.
  mutating func member(_ key: NameID, of trace: MergeTrace) -> MergeTrace {
    switch trace.form {
    case .single, nil: return MergeTrace()
    case .object(let layers): return member(key, of: layers)
    case .laid(let own, let base, let rule): return lay(member(key, of: own), over: member(key, of: base), by: rule)
    case .slots(let slots):
      guard let candidate = trace.candidates.last,
        let member = Self.members(of: slots).last(where: { $0.first?.slot.name == key })
      else { return MergeTrace() }
      return untraced(member, candidate.owner, candidate.inheritance)
    }
  }

  /// The members of an object, each with the slots below it.
  static func members(of object: ArraySlice<DeclaredSlot>) -> [ArraySlice<DeclaredSlot>] {
    var members: [ArraySlice<DeclaredSlot>] = []
    var index = object.startIndex + 1
    while index < object.endIndex {
      let end = index + Int(object[index].slot.size)
      members.append(object[index..<end])
      index = end
    }
    return members
  }

  private func settle(_ objects: [NodeReference]) -> [EffectiveDeclarations.Member] {
    var issues: [Issue] = []
    return declarations.settleSuffixes(declarations.collect(objects), &issues)
  }

  private mutating func member(_ key: NameID, of layers: [MergeTrace.Candidate]) -> MergeTrace {
    let counting = layers.filter { $0.status == .counts }.map(\.node)
    let settled = settle(counting).first { $0.key == key }?.nodes ?? []
    if let last = settled.last, declarations.isInherit(last) { return MergeTrace() }
    var candidates: [MergeTrace.Candidate] = []
    for layer in layers {
      for child in database.children(layer.node) {
        let name = NameID(index: database.node(child).key)
        let suffix = database.names.suffix(name)
        guard name == key || suffix?.base == key else { continue }
        var candidate = layer
        candidate.node = child
        candidate.suffix = suffix?.suffix ?? layer.suffix
        candidate.lostWithObject = layer.status != .counts
        if !candidate.lostWithObject, !settled.contains(child) { candidate.status = unsettled(suffix?.suffix) }
        candidates.append(candidate)
      }
    }
    return value(inOrder(candidates, settled))
  }

  // MARK: Own members

  /// Candidates with an inactive suffix first, then other losers, then those that count.
  private func inOrder(_ candidates: [MergeTrace.Candidate], _ counting: [NodeReference]) -> [MergeTrace.Candidate] {
    candidates.filter { $0.status == .inactive }
      + candidates.filter { $0.status != .inactive && $0.status != .counts }
      + counting.compactMap { node in candidates.first { $0.node == node && $0.status == .counts } }
  }

  /// The status of a candidate that lost when suffixes were settled.
  private func unsettled(_ suffix: Int?) -> MergeTrace.Status {
    guard let suffix, declarations.layers.suffixRanks[suffix] == nil else { return .overridden(.suffix) }
    return .inactive
  }

  /// The rule by which a declaration wins over a weaker one with the same suffix.
  private func rule(of winner: NodeReference) -> ValueExplanation.Rule {
    if declarations.isModification(winner) { return .setAtRunTime }
    guard let base = declarations.layers.base else { return .laterFile }
    return database[winner.declaration].file == base ? .laterFile : .chosenTheme
  }

  /// Follows `SymbolLayout.value`.
  private mutating func value(_ candidates: [MergeTrace.Candidate]) -> MergeTrace {
    var candidates = candidates
    let counting = candidates.indices.filter { candidates[$0].status == .counts }
    guard let last = counting.last else { return MergeTrace(candidates: candidates) }
    guard declarations.isObject(candidates[last].node) else {
      for index in counting.dropLast() { candidates[index].status = .overridden(rule(of: candidates[last].node)) }
      return MergeTrace(candidates: candidates, form: .single)
    }
    let start = counting.lastIndex { !declarations.isObject(candidates[$0].node) }
    let layers = counting[(start.map { $0 + 1 } ?? 0)...].map { candidates[$0] }
    var below: NodeReference?
    if let start {
      let node = candidates[counting[start]].node
      let isKept = declarations.isReference(node) && declarations.isModification(layers[0].node)
      if isKept { below = node }
      for index in counting[..<(isKept ? start : start + 1)] {
        candidates[index].status = .overridden(rule(of: layers[0].node))
      }
    }
    let objects = candidates.filter { declarations.isObject($0.node) }
    return object(MergeTrace(candidates: candidates, form: .object(objects)), layers, over: below)
  }

  /// Follows `SymbolLayout.object`.
  private mutating func object(
    _ own: MergeTrace, _ layers: [MergeTrace.Candidate], over below: NodeReference?
  ) -> MergeTrace {
    var parents = [below].compactMap(\.self)
    for member in settle(layers.map(\.node)) {
      guard let last = member.nodes.last, declarations.isInherit(last) else { continue }
      parents += member.nodes.filter { $0.declaration == last.declaration }
    }
    var base = MergeTrace()
    for parent in parents { base = lay(inherited(parent, by: layers[0]), over: base, by: .laterParent) }
    return lay(own, over: base, by: .ownKey)
  }

  // MARK: Inheritance

  private mutating func inherited(_ node: NodeReference, by heir: MergeTrace.Candidate) -> MergeTrace {
    if database.node(node).operation == .invalidInherit || isRefused(node, by: heir.owner) { return MergeTrace() }
    let chain = declarations.aliasChain(from: SymbolID(index: database.node(node).operand))
    let target = chain[chain.count - 1]
    let inheritance = heir.inheritance + [node]
    guard parentsLeft > 0, inheritance.count <= Self.maximumLevels else {
      return untraced(view.state.declaredSlots(of: target)[...], target, inheritance)
    }
    parentsLeft -= 1
    return trace(of: target, inheritance: inheritance)
  }

  /// Whether the layout recorded an issue because the node has no parent.
  private func isRefused(_ node: NodeReference, by symbol: SymbolID) -> Bool {
    (view.layout.issues[symbol] ?? []).contains { issue in
      guard issue.origin == node else { return false }
      switch issue.kind {
      case .missingParent, .badInherits, .inheritCycle, .tooDeep, .tooLarge: return true
      case .unknownReference, .looksLikeConstant, .halfFont, .badFontName, .badFontSize, .kindClash, .repeated,
        .replaced, .suffixWithoutBase, .wrongType, .badFontPart, .badColor, .alphaOutOfRange, .fontSizeOutOfRange,
        .token, .badPointer:
        return false
      }
    }
  }

  /// The trace of an inherited value from its final slots.
  private func untraced(
    _ slots: ArraySlice<DeclaredSlot>, _ owner: SymbolID, _ inheritance: [NodeReference]
  ) -> MergeTrace {
    guard let root = slots.first else { return MergeTrace() }
    let candidate = MergeTrace.Candidate(node: root.origin, owner: owner, inheritance: inheritance)
    return MergeTrace(candidates: [candidate], form: root.slot.isObject ? .slots(slots) : .single)
  }

  /// Follows `SymbolLayout.lay`.
  private func lay(_ own: MergeTrace, over base: MergeTrace, by rule: ValueExplanation.Rule) -> MergeTrace {
    let apart = own.candidates.filter { $0.lostWithObject || $0.status == .inactive }
    let others = own.candidates.filter { !$0.lostWithObject && $0.status != .inactive }
    guard base.form != nil else { return MergeTrace(candidates: apart + base.candidates + others, form: own.form) }
    guard let winner = own.winner else {
      return MergeTrace(candidates: own.candidates + base.candidates, form: base.form)
    }
    if own.isObject, base.isObject {
      return MergeTrace(candidates: apart + base.candidates + others, form: .laid(own, over: base, by: rule))
    }
    var beaten = base.candidates
    let rule = declarations.isModification(winner.node) ? .setAtRunTime : rule
    for index in beaten.indices where beaten[index].status == .counts { beaten[index].status = .overridden(rule) }
    return MergeTrace(candidates: apart + beaten + others, form: own.form)
  }
}
