// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

/// Everything that a bundle's ids resolve to in one view: an immutable value once copied, and a copy is cheap.
package struct ResolvedState: Sendable {
  /// The two parts of a snapshot.
  package enum Section: String, Sendable, CaseIterable { case constants, styles }

  var symbols = ChunkedArray<SymbolState>()
  /// By id: what the root resolved to when the id was last executed.
  private(set) var results = ChunkedArray<Resolution>()
  var slots = ChunkedArray<Slot>()
  /// By slot.
  var outcomes = ChunkedArray<Outcome>()
  /// The hashes of the objects that references came to, by slot: of when they were executed.
  var aliasHashes = SparseHashes()
  /// The database's values and names as far as the slots use them; shared with it.
  var values = ChunkedArray<Value>()
  private var valueHashes = ChunkedArray<UInt64>()
  var names = ChunkedArray<String>()
  /// The sum of what the ids contribute; see `contribution`.
  private var digestSum: UInt64 = 0
  /// Ids that are styles.
  package private(set) var styleCount = 0
  /// Which resolver's numbers the state speaks in.
  private(set) var origin = 0
  /// How often ids were forgotten by then.
  private(set) var reclamations = 0

  /// The state of a bundle that declares nothing.
  package init() {}

  /// Depends on the content of both sections alone, and is kept as they change.
  package var digest: String {
    let text = String(ContentHash.mix(digestSum), radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  /// Puts an id in its place, which is the next or one that another id had. It is not declared.
  mutating func set(_ symbol: SymbolID, to id: SymbolState) {
    symbols.set(Int(symbol.index), to: id)
    results.set(Int(symbol.index), to: .undeclared)
  }

  /// Notes what an id resolved to.
  ///
  /// - Parameters:
  ///   - old: what it resolved to before.
  ///   - nameHash: of the id's name.
  mutating func setResult(of symbol: SymbolID, from old: Resolution, to new: Resolution, nameHash: UInt64) {
    let space = symbols[Int(symbol.index)].space
    results[Int(symbol.index)] = new
    count(old, in: space, nameHash, -1)
    count(new, in: space, nameHash, 1)
  }

  /// Adds what an id contributes to the sums, or takes it away.
  private mutating func count(_ result: Resolution, in space: Declarations.Space, _ nameHash: UInt64, _ sign: Int) {
    guard result.value.isResolved, let section = Self.section(result.value, in: space) else { return }
    if section == .styles { styleCount += sign }
    let contribution = ContentHash.combine(ContentHash.member(nameHash, result.hash), section == .styles ? 2 : 1)
    digestSum = sign < 0 ? digestSum &- contribution : digestSum &+ contribution
  }

  /// Where an id that resolved to something belongs; nil for what no snapshot shows.
  private static func section(_ value: ResolvedValue, in space: Declarations.Space) -> Section? {
    switch space {
    case .shared: value.isObject ? .styles : .constants
    case .constants: .constants
    case .styles: .styles
    case .baseStyles: nil
    }
  }

  /// The state with the values and names that the database has by now.
  func with(_ database: Database) -> ResolvedState {
    var state = self
    state.values = database.values.values
    state.valueHashes = database.values.hashes
    state.names = database.names.texts
    state.origin = database.identity
    state.reclamations = database.reclamations
    return state
  }

  /// Shares storage again with the state of another view, as `ChunkedArray.share` does.
  mutating func share(with other: Self, since old: Self) {
    symbols.share(with: other.symbols, since: old.symbols)
    results.share(with: other.results, since: old.results)
    slots.share(with: other.slots, since: old.slots)
    outcomes.share(with: other.outcomes, since: old.outcomes)
    aliasHashes.share(with: other.aliasHashes, since: old.aliasHashes)
  }

  func symbol(_ symbol: SymbolID) -> SymbolState? {
    Int(symbol.index) < symbols.count ? symbols[Int(symbol.index)] : nil
  }

  /// The root of an id; nil while it is not declared.
  func root(of symbol: SymbolID) -> Slot? {
    guard let id = self.symbol(symbol), id.isDeclared else { return nil }
    return slots[Int(id.first)]
  }

  /// The slots of an id, its root first; empty while it is not declared.
  func slots(of symbol: SymbolID) -> [Slot] {
    guard let state = self.symbol(symbol), state.isDeclared else { return [] }
    return (state.first..<state.first + state.count).map { slots[Int($0)] }
  }
}

// MARK: Reading

extension ResolvedState {
  /// The ids that resolved to something, with their section, in the order of definition.
  package func resolvedSymbols() -> [(symbol: SymbolID, name: String, section: Section)] {
    var places: [(order: UInt32, symbol: SymbolID)] = []
    for symbol in (0..<UInt32(symbols.count)).lazy.map(SymbolID.init(index:)) where section(of: symbol) != nil {
      places.append((symbols[Int(symbol.index)].order, symbol))
    }
    places.sort { ($0.order, $0.symbol) < ($1.order, $1.symbol) }
    return places.compactMap { _, symbol in
      section(of: symbol).map { (symbol, names[Int(symbols[Int(symbol.index)].name.index)], $0) }
    }
  }

  /// Where an id belongs; nil for one that resolved to nothing.
  func section(of symbol: SymbolID) -> Section? {
    guard Int(symbol.index) < symbols.count else { return nil }
    let value = results[Int(symbol.index)].value
    return value.isResolved ? Self.section(value, in: symbols[Int(symbol.index)].space) : nil
  }

  /// The id of that name in a section. Costs a walk over the ids.
  func symbol(named name: String, in section: Section) -> SymbolID? {
    (0..<UInt32(symbols.count)).lazy.map(SymbolID.init(index:)).first {
      self.section(of: $0) == section && Bytewise(names[Int(symbols[Int($0.index)].name.index)]) == Bytewise(name)
    }
  }

  /// The hash of what a resolved id came to: equal content has equal hashes, in whatever state of whatever resolver.
  package func contentHash(of symbol: SymbolID) -> UInt64 {
    Int(symbol.index) < results.count ? results[Int(symbol.index)].hash : 0
  }

  /// The value of a resolved id. Costs the size of the value, referenced objects included.
  package func value(of symbol: SymbolID) -> Value? {
    self.symbol(symbol).flatMap { $0.isDeclared ? value(at: Int($0.first)) : nil }
  }

  /// The value at a path that begins with a section and the id's name.
  package func value(of symbol: SymbolID, at path: [String]) -> Value? {
    guard path.count >= 2, section(of: symbol)?.rawValue == path[0] else { return nil }
    return path.dropFirst(2).reduce(value(of: symbol)) { value, segment in
      guard case .object(let members)? = value else { return nil }
      return members.first { Bytewise($0.key) == Bytewise(segment) }?.value
    }
  }

  /// Where the value at a path of keys in an id comes from; of a path that leads nowhere, where its beginning does.
  func origin(of symbol: SymbolID, at keyPath: some Sequence<String>) -> NodeReference? {
    guard let id = self.symbol(symbol), id.isDeclared else { return nil }
    var slot = Int(id.first)
    for key in keyPath {
      guard let object = object(at: slot),
        let member = members(of: object).last(where: { Bytewise($0.key) == Bytewise(key) })
      else {
        break
      }
      slot = member.slot
    }
    return slots[slot].origin
  }

  /// The part of a resolved id that a selection asks for.
  ///
  /// - Parameter position: that of the id.
  package func value(of symbol: SymbolID, at position: Selection.Position) -> Value? {
    guard let state = self.symbol(symbol), state.isDeclared else { return nil }
    return value(at: Int(state.first), position)
  }

  func value(at slot: Int, _ position: Selection.Position) -> Value? {
    switch position.answer {
    case .nothing: return nil
    case .whole: return value(at: slot)
    case .within:
      if case .copy(let value) = outcome(of: slot).kind { return values[Int(value.index)].part(at: position) }
      guard let object = object(at: slot) else { return nil }
      let members = members(of: object).compactMap { member in
        value(at: member.slot, position.descending(to: member.key)).map {
          Value.Member(key: member.key, value: $0)
        }
      }
      return members.isEmpty ? nil : .object(members)
    }
  }

  /// What a slot came to.
  @inline(__always) func outcome(of slot: Int) -> ResolvedValue {
    slots[slot].operation == .object ? .object : outcomes[slot].value
  }

  /// The value of a slot; nil when it is unresolved. Depth is bounded by the resolver's limit.
  func value(at slot: Int) -> Value? {
    switch outcome(of: slot).kind {
    case .unresolved: return nil
    case .leaf(let value), .copy(let value): return values[Int(value.index)]
    case .alias, .object:
      guard let object = object(at: slot) else { return nil }
      return .object(
        members(of: object).compactMap { member in
          value(at: member.slot).map { Value.Member(key: member.key, value: $0) }
        })
    }
  }

  /// The slot whose children are the members of the object that a slot stands for; nil as well for one that is stored as a
  /// whole.
  func object(at slot: Int) -> Int? {
    var slot = slot
    while true {
      switch outcome(of: slot).kind {
      case .object: return slot
      case .alias(let symbol):
        guard let state = self.symbol(symbol), state.isDeclared else { return nil }
        slot = Int(state.first)
      case .leaf, .copy, .unresolved: return nil
      }
    }
  }

  /// The hash of what a slot came to.
  func contentHash(at slot: Int) -> UInt64 {
    switch outcome(of: slot).kind {
    case .leaf(let value), .copy(let value): valueHashes[Int(value.index)]
    case .alias: aliasHashes[slot]
    case .object: ContentHash.object(sum: outcomes[slot].sum)
    case .unresolved: 0
    }
  }

  /// The members of an object that resolved to something.
  func members(of object: Int) -> [(key: String, slot: Int)] {
    var members: [(key: String, slot: Int)] = []
    var child = object + 1
    let end = object + Int(slots[object].size)
    while child < end {
      let slot = slots[child]
      if outcome(of: child).isResolved { members.append((names[Int(slot.key)], child)) }
      child += Int(slot.size)
    }
    return members
  }
}
