// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// What fails keeps its last good value: where an evaluation or an inheritance comes to less than what is meant, the view's
/// past (`Past`) is one more input. Nothing else reads it, so that without a failure the state is that of a cold resolve.
///
/// A *place* is an id and keys below it. What is put together from parts (an array, a font, a glyph, calls) is one place.

/// A parent that cannot be inherited, or an id that its file calls wrong as a whole.
struct LayoutFailure: Hashable, Sendable {
  /// Where the object inherits it; the root of an id.
  var origin: NodeReference
  var isParent = true
  /// The id that is inherited; nil for an inheritance that names none.
  var target: SymbolID?
  /// The keys from the id to the object.
  var path: [NameID]
  /// Whether the object keeps what it had.
  var isHeld: Bool
}

/// What layout needs to know to keep what objects had whose parents fail.
struct LastGood {
  /// Nil while nothing was published.
  var past: Past?
  /// Ids as the base theme has them whose own parents fail: what inherits from one fails with it, as no snapshot shows them.
  var failedBases: [SymbolID: [LayoutFailure]] = [:]
}

extension View {
  /// A place that failed when it was executed.
  struct Failure: Hashable, Sendable {
    /// Of the place's slot, counted from the root of its id.
    var slot: UInt32
    /// Whether it keeps what it had; else it is what a cold resolve gives.
    var isHeld: Bool
  }

  /// Whether anything keeps an earlier value.
  var isHolding: Bool {
    !failures.isEmpty && failures.values.contains { $0.contains(where: \.isHeld) }
      || !layoutFailures.isEmpty && layoutFailures.values.contains { $0.contains(where: \.isHeld) }
  }

  /// How many places and parents keep an earlier value.
  var heldCount: Int {
    failures.values.reduce(0) { $0 + $1.count(where: \.isHeld) }
      + layoutFailures.values.reduce(0) { $0 + $1.count(where: \.isHeld) }
  }

  /// Gives a place that failed the value that it had in the past.
  ///
  /// - Parameter result: what the slot came to by itself.
  mutating func hold(
    _ result: inout Resolution, of slot: Slot, at index: UInt32, of symbol: SymbolID, root: UInt32,
    _ database: inout Database
  ) {
    if !failures.isEmpty { forgetFailure(of: symbol, index - root) }
    guard fails(slot, at: index, of: symbol, root: root, result), database.space(symbol) != .baseStyles,
      let keys = place(of: index)
    else { return }
    var failure = Failure(slot: index - root, isHeld: false)
    defer { failures[symbol, default: []].append(failure) }
    guard let past else { return }
    if result.value.isResolved, past.isUnheld(symbol, keys, parent: nil, database) { return }
    guard let value = past.value(of: symbol, at: keys, database) else { return }
    let number = database.intern(value)
    let isObject = if case .object = value { true } else { false }
    let held = Resolution(
      value: isObject ? ResolvedValue(copy: number) : ResolvedValue(number), hash: database.values.hash(number))
    // What never was better than this is not held.
    if held.hash == result.hash, result.value.isResolved { return }
    failure.isHeld = true
    result = held
  }

  /// Whether a slot came to less than what is meant, or to something else.
  private func fails(_ slot: Slot, at index: UInt32, of symbol: SymbolID, root: UInt32, _ result: Resolution) -> Bool {
    // A warning, and the bundle has no such font.
    if slot.flags.contains(.isHalf) { return false }
    let parts = index - root..<index - root + slot.size
    let known = executionIssues.isEmpty ? [] : executionIssues[symbol] ?? []
    let issues = known.filter { $0.slot.map(parts.contains) ?? false }
    if issues.contains(where: \.kind.isHalfFont) { return false }
    if !result.value.isResolved || hasNotedError || slot.operation == .faultyLiteral { return true }
    guard slot.isComputed, slot.size > 1 else { return false }
    for child in index + 1..<index + slot.size {
      if state.slots[Int(child)].operation == .faultyLiteral || !state.outcome(of: Int(child)).isResolved {
        return true
      }
    }
    return issues.contains(where: \.kind.isFailure)
  }

  /// The keys from an id down to a slot; nil for what is a part of a place.
  func place(of slot: UInt32) -> [NameID]? {
    var keys: [NameID] = []
    var slot = slot
    while state.slots[Int(slot)].parent != 0 {
      let key = state.slots[Int(slot)].name
      slot -= state.slots[Int(slot)].parent
      if state.slots[Int(slot)].isComputed { return nil }
      keys.append(key)
    }
    return keys.reversed()
  }

  private mutating func forgetFailure(of symbol: SymbolID, _ slot: UInt32) {
    guard let known = failures[symbol] else { return }
    let left = known.filter { $0.slot != slot }
    failures[symbol] = left.isEmpty ? nil : left
  }

  // MARK: Publication

  /// Makes the state, as it is published now, the past of what comes.
  mutating func becomePast(_ database: Database) {
    let unheld = failures.isEmpty && layoutFailures.isEmpty ? [] : Set(failedPlaces(database) { !$0 })
    past = Past(.state(state), unheld: unheld)
    // What these inherit instead of a parent is what they were in the past.
    staleHeirs =
      layoutFailures.isEmpty ? [] : layoutFailures.filter { $0.value.contains(where: \.isHeld) }.map(\.key)
  }

  /// The places and parents that failed, by whether they are held.
  func failedPlaces(_ database: Database, where isWanted: (_ isHeld: Bool) -> Bool) -> [HeldPlace] {
    var places: [HeldPlace] = []
    for (symbol, failures) in failures {
      let first = state.symbols[Int(symbol.index)].first
      for failure in failures where isWanted(failure.isHeld) {
        guard let keys = place(of: first + failure.slot) else { continue }
        places.append(heldPlace(symbol, keys, database))
      }
    }
    for (symbol, parents) in layoutFailures where database.space(symbol) != .baseStyles {
      for parent in parents where isWanted(parent.isHeld) {
        places.append(heldPlace(symbol, parent, database))
      }
    }
    return places
  }

  func heldPlace(_ symbol: SymbolID, _ parent: LayoutFailure, _ database: Database) -> HeldPlace {
    var place = heldPlace(symbol, parent.path, database)
    if parent.isParent { place.parent = parent.target.map(database.text) ?? "" }
    return place
  }

  func heldPlace(_ symbol: SymbolID, _ keys: [NameID], _ database: Database) -> HeldPlace {
    let section = state.section(of: symbol) ?? Resolver.sections(of: database.space(symbol)).first ?? .styles
    return HeldPlace(path: [section.rawValue, database.text(symbol)] + keys.map(database.names.text))
  }
}

extension Past {
  /// Whether a failure kept nothing in the last snapshot already. Looked at for a place that has a value all the same, and for
  /// parents.
  func isUnheld(_ symbol: SymbolID, _ keys: [NameID], parent: String?, _ database: Database) -> Bool {
    if unheld.isEmpty { return false }
    return Resolver.sections(of: database.space(symbol)).contains { section in
      let id = [section.rawValue, database.text(symbol)]
      if unheld.contains(HeldPlace(path: id + keys.map(database.names.text), parent: parent)) { return true }
      // A snapshot names the id that has a parent, and not the parent.
      return parent != nil && unheld.contains(HeldPlace(path: id))
    }
  }
}

extension Elaboration {
  /// What stands in for a parent that fails.
  enum Substitute {
    /// The object that the heir was, to be laid like a parent.
    case object([Slot])
    /// The heir was no object: it is that value as a whole.
    case whole(Slot)
  }

  /// Whether a parent is a base style of which a parent fails: as no snapshot shows it, its heirs keep what they were.
  func isBrokenBase(_ parent: NodeReference) -> Bool {
    let node = database.node(parent)
    guard !lastGood.failedBases.isEmpty, node.operation == .inherit else { return false }
    return lastGood.failedBases[SymbolID(index: node.operand)] != nil
  }

  /// What the object that is being laid out was in the past, in place of a parent that fails; nil when nothing is to be kept.
  mutating func substitute(for parent: NodeReference, key: UInt32) -> Substitute? {
    let node = database.node(parent)
    let target = node.operation == .invalidInherit ? nil : SymbolID(index: node.operand)
    var failed = LayoutFailure(origin: parent, target: target, path: path.map(NameID.init(index:)), isHeld: false)
    defer { layoutFailures.append(failed) }
    guard let past = lastGood.past, !isWithinPlace,
      !past.isUnheld(symbol, failed.path, parent: target.map(database.text) ?? "", database),
      let value = past.value(of: symbol, at: failed.path, database)
    else { return nil }
    failed.isHeld = true
    if case .object = value { return .object(slots(of: value, key: key, parent)) }
    return .whole(held(value, key: key, parent))
  }

  /// The object that the id at the end of a chain of references was in the past, when that id fails by itself: then its heirs
  /// go on seeing it, as all that refers to it does.
  mutating func heldObject(at chain: ArraySlice<SymbolID>, _ parent: NodeReference) -> [Slot]? {
    guard let past = lastGood.past, let end = chain.last else { return nil }
    // The last id of the chain that is declared.
    let isDeclared = parents?.state.symbol(end)?.isDeclared ?? false
    guard let failing = isDeclared ? end : chain.dropLast().last,
      let root = parents?.state.root(of: failing),
      root.operation == .invalid || root.operation == .reference || root.operation == .faultyLiteral,
      case .object? = past.value(of: failing, at: [], database)
    else { return nil }
    return past.value(of: failing, at: [], database).map { slots(of: $0, key: failing.index, parent) }
  }

  /// What an id that its file calls wrong as a whole was in the past.
  mutating func keptObject(_ node: NodeReference, key: UInt32) -> [Slot]? {
    guard path.isEmpty, parents != nil else { return nil }
    var failure = LayoutFailure(origin: node, isParent: false, target: nil, path: [], isHeld: false)
    defer { layoutFailures.append(failure) }
    guard let past = lastGood.past, !past.isUnheld(symbol, [], parent: nil, database),
      let value = past.value(of: symbol, at: [], database)
    else { return nil }
    failure.isHeld = true
    return slots(of: value, key: key, node)
  }

  /// A value of the past as slots: its objects merge with others, all else is as it was.
  private mutating func slots(of value: Value, key: UInt32, _ origin: NodeReference) -> [Slot] {
    guard case .object(let members) = value else { return [held(value, key: key, origin)] }
    var slots = [
      Slot(key: key, size: 1, parent: 0, origin: origin, operand: 0, operation: .object, flags: [])
    ]
    for member in members {
      guard let name = database.names.find(member.key) else { continue }
      append(self.slots(of: member.value, key: name.index, origin), to: &slots)
    }
    return slots
  }

  /// A slot whose operand is a number in `values`, until `View.intern` gives it another one.
  private mutating func held(_ value: Value, key: UInt32, _ origin: NodeReference) -> Slot {
    values.append(value)
    return Slot(
      key: key, size: 1, parent: 0, origin: origin, operand: Self.pending | UInt32(values.count - 1), operation: .held,
      flags: [])
  }

  /// Marks operands that are numbers in `values`.
  static let pending: UInt32 = 1 << 31
}
