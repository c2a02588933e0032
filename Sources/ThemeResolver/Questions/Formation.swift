// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// What several declarations make of one value, those included that do not count.
///
/// `Elaboration` keeps what counts, which is all that is executed. This is the same walk along one path, for somebody who
/// asks who else had something to say.
struct Formation {
  /// A declaration that says something of the value.
  struct Claim {
    var node: NodeReference
    /// The id that is laid out with it: the one that is declared, but for variants with a suffix.
    var owner: SymbolID
    /// What inherits it, the outermost first: nodes of the operation `inherit`.
    var inheritance: [NodeReference] = []
    /// The suffix that it, or an object around it, is written with.
    var suffix: Int?
    var standing = Standing.counts
    /// It lost together with an object around it or the whole id, so that it would not count without the others either.
    var isApart = false
  }

  enum Standing: Equatable {
    case counts
    case overridden(Explanation.Rule)
    /// It has a suffix that does not hold.
    case inactive
  }

  /// What the value is, as far as members are looked for.
  indirect enum Form {
    /// No object.
    case single
    /// The members that objects of several files give; claims that do not count say what those would have given.
    case object([Claim])
    case laid(Formation, over: Formation, by: Explanation.Rule)
    /// An inherited object of which it is not told how it came about.
    case slots(ArraySlice<Slot>)
  }

  /// The weakest first.
  var claims: [Claim] = []
  /// Nil when nobody says anything that counts.
  var form: Form?

  var winner: Claim? { claims.last { $0.standing == .counts } }

  var isObject: Bool {
    switch form {
    case .object, .laid, .slots: true
    case .single, nil: false
    }
  }
}

/// Forms the values of ids and their members under a view's plan, by the rules of `Elaboration`.
struct Tracing {
  let view: View
  let database: Database
  private var elaboration: Elaboration
  /// Inherited objects that are still told in full. Past that, and past as many levels as `mostLevels`, only what they
  /// end with is known.
  private var parentsLeft: Int

  static let mostParents = 512
  static let mostLevels = 64

  init(view: View, database: Database, mostParents: Int = mostParents) {
    self.view = view
    self.database = database
    elaboration = view.elaboration(database, parents: nil)
    parentsLeft = mostParents
  }

  /// - Parameter inheritance: what inherits the id, the outermost first.
  mutating func formation(of symbol: SymbolID, inheritance: [NodeReference] = []) -> Formation {
    let ranked = elaboration.contributions(to: symbol)
    let counting = elaboration.unreplaced(ranked)
    func claim(_ node: NodeReference, _ suffix: Int?) -> Formation.Claim {
      Formation.Claim(node: node, owner: symbol, inheritance: inheritance, suffix: suffix)
    }
    var claims = elaboration.ranked(symbol).map { claim($0, nil) }
    for variant in database.variants(of: symbol) {
      claims += elaboration.ranked(variant.symbol).map { claim($0, variant.suffix) }
    }
    for index in claims.indices where !counting.contains(claims[index].node) {
      // What counted but for a stronger declaration that replaces all before it lost to that one.
      claims[index].isApart = ranked.contains(claims[index].node)
      claims[index].standing =
        claims[index].isApart ? .overridden(rule(of: counting[0])) : unsettled(claims[index].suffix)
    }
    return value(inOrder(claims, counting))
  }

  /// What the objects of a formation have under a key.
  mutating func member(_ key: NameID, of formation: Formation) -> Formation {
    switch formation.form {
    case .single, nil: return Formation()
    case .object(let layers): return member(key, of: layers)
    case .laid(let own, let base, let rule): return lay(member(key, of: own), over: member(key, of: base), by: rule)
    case .slots(let slots):
      guard let claim = formation.claims.last,
        let member = Elaboration.members(of: slots).last(where: { $0.first?.name == key })
      else { return Formation() }
      return taken(member, claim.owner, claim.inheritance)
    }
  }

  private mutating func member(_ key: NameID, of layers: [Formation.Claim]) -> Formation {
    let counting = layers.filter { $0.standing == .counts }.map(\.node)
    let settled = elaboration.settleSuffixes(elaboration.collect(counting)).first { $0.key == key }?.nodes ?? []
    if let last = settled.last, elaboration.isInherit(last) { return Formation() }
    var claims: [Formation.Claim] = []
    for layer in layers {
      for child in database.children(layer.node) {
        let name = NameID(index: database.node(child).key)
        let suffix = database.names.suffix(name)
        guard name == key || suffix?.base == key else { continue }
        var claim = layer
        claim.node = child
        claim.suffix = suffix?.suffix ?? layer.suffix
        claim.isApart = layer.standing != .counts
        if !claim.isApart, !settled.contains(child) { claim.standing = unsettled(suffix?.suffix) }
        claims.append(claim)
      }
    }
    return value(inOrder(claims, settled))
  }

  // MARK: Own form

  /// The claims that do not count, those of other devices first, then those that do.
  private func inOrder(_ claims: [Formation.Claim], _ counting: [NodeReference]) -> [Formation.Claim] {
    claims.filter { $0.standing == .inactive }
      + claims.filter { $0.standing != .inactive && $0.standing != .counts }
      + counting.compactMap { node in claims.first { $0.node == node && $0.standing == .counts } }
  }

  /// How a claim stands that lost when suffixes were settled.
  private func unsettled(_ suffix: Int?) -> Formation.Standing {
    guard let suffix, !elaboration.layers.activeSuffixes.contains(suffix) else { return .overridden(.suffix) }
    return .inactive
  }

  /// By what a declaration wins over a weaker one that is written the same way.
  private func rule(of winner: NodeReference) -> Explanation.Rule {
    if elaboration.isModification(winner) { return .setAtRunTime }
    guard let base = elaboration.layers.base else { return .laterFile }
    return database[winner.declaration].file == base ? .laterFile : .chosenTheme
  }

  /// Compare `Elaboration.value`.
  private mutating func value(_ claims: [Formation.Claim]) -> Formation {
    var claims = claims
    let counting = claims.indices.filter { claims[$0].standing == .counts }
    guard let last = counting.last else { return Formation(claims: claims) }
    guard elaboration.isObject(claims[last].node) else {
      for index in counting.dropLast() { claims[index].standing = .overridden(rule(of: claims[last].node)) }
      return Formation(claims: claims, form: .single)
    }
    let start = counting.lastIndex { !elaboration.isObject(claims[$0].node) }
    let layers = counting[(start.map { $0 + 1 } ?? 0)...].map { claims[$0] }
    var below: NodeReference?
    if let start {
      let node = claims[counting[start]].node
      let isKept = elaboration.isReference(node) && elaboration.isModification(layers[0].node)
      if isKept { below = node }
      for index in counting[..<(isKept ? start : start + 1)] {
        claims[index].standing = .overridden(rule(of: layers[0].node))
      }
    }
    let objects = claims.filter { elaboration.isObject($0.node) }
    return object(Formation(claims: claims, form: .object(objects)), layers, over: below)
  }

  /// Compare `Elaboration.object`.
  private mutating func object(
    _ own: Formation, _ layers: [Formation.Claim], over below: NodeReference?
  ) -> Formation {
    var parents = [below].compactMap(\.self)
    for member in elaboration.settleSuffixes(elaboration.collect(layers.map(\.node))) {
      guard let last = member.nodes.last, elaboration.isInherit(last) else { continue }
      parents += member.nodes.filter { $0.declaration == last.declaration }
    }
    var base = Formation()
    for parent in parents { base = lay(inherited(parent, by: layers[0]), over: base, by: .laterParent) }
    return lay(own, over: base, by: .ownKey)
  }

  // MARK: Inheritance

  private mutating func inherited(_ node: NodeReference, by heir: Formation.Claim) -> Formation {
    if database.node(node).operation == .invalidInherit || isRefused(node, by: heir.owner) { return Formation() }
    let target = elaboration.base(named: SymbolID(index: database.node(node).operand))
    let inheritance = heir.inheritance + [node]
    guard parentsLeft > 0, inheritance.count <= Self.mostLevels else {
      return taken(view.state.slots(of: target)[...], target, inheritance)
    }
    parentsLeft -= 1
    return formation(of: target, inheritance: inheritance)
  }

  /// Whether nothing could be inherited there, and why was noted.
  private func isRefused(_ node: NodeReference, by symbol: SymbolID) -> Bool {
    (view.layoutIssues[symbol] ?? []).contains { issue in
      guard issue.origin == node else { return false }
      switch issue.kind {
      case .missingParent, .badInherits, .inheritCycle, .tooDeep, .tooLarge: return true
      case .unknownReference, .looksLikeConstant, .halfFont, .kindClash, .suffixWithoutBase, .wrongType, .badColor,
        .alphaOutOfRange, .fontSizeOutOfRange:
        return false
      }
    }
  }

  private func taken(
    _ slots: ArraySlice<Slot>, _ owner: SymbolID, _ inheritance: [NodeReference]
  ) -> Formation {
    guard let root = slots.first else { return Formation() }
    let claim = Formation.Claim(node: root.origin, owner: owner, inheritance: inheritance)
    return Formation(claims: [claim], form: root.isObject ? .slots(slots) : .single)
  }

  /// Compare `Elaboration.lay`.
  private func lay(_ own: Formation, over base: Formation, by rule: Explanation.Rule) -> Formation {
    let apart = own.claims.filter { $0.isApart || $0.standing == .inactive }
    let others = own.claims.filter { !$0.isApart && $0.standing != .inactive }
    guard base.form != nil else { return Formation(claims: apart + base.claims + others, form: own.form) }
    guard let winner = own.winner else { return Formation(claims: own.claims + base.claims, form: base.form) }
    if own.isObject, base.isObject {
      return Formation(claims: apart + base.claims + others, form: .laid(own, over: base, by: rule))
    }
    var beaten = base.claims
    let rule = elaboration.isModification(winner.node) ? .setAtRunTime : rule
    for index in beaten.indices where beaten[index].standing == .counts { beaten[index].standing = .overridden(rule) }
    return Formation(claims: apart + beaten + others, form: own.form)
  }
}
