// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
package import ThemeModel

/// The resolved values of all ids in one view. A copy is immutable and cheap.
///
/// The type stores the values, and has more than 400 lines over its extensions, which read the same chunked arrays: outcomes,
/// values, names, digests. A type around a state would copy or retain these arrays for each value that it reads. `StateComparison`
/// and `MemberWriting`, which do many reads with one copy, are types of their own.
package struct ResolvedState: Sendable {
  /// The two parts of a snapshot.
  package enum Section: String, Sendable, CaseIterable { case constants, styles }

  var symbols = ChunkedArray<SymbolState>()
  /// By id: the resolution of the root when the id was executed last.
  private(set) var results = ChunkedArray<Resolution>()
  var slots = ChunkedArray<Slot>()
  /// By slot.
  var outcomes = ChunkedArray<ResolvedValue>()
  /// By slot, for objects: the sum of the members' hashes, see `ContentHash`. For references to objects: the hash of the object, as of
  /// the last execution.
  var objectHashes = SparseArray<UInt64>()
  /// By slot, for ids without `SymbolState.declaration`: the nodes that the slots are made of.
  var origins = SparseArray<NodeReference>()
  /// The values and names of the database, shared with it.
  var values = ChunkedArray<Value>()
  private var valueHashes = ChunkedArray<UInt64>()
  var names = ChunkedArray<String>()
  /// The sum of the ids' contributions; see `count`.
  private var digestSum: UInt64 = 0
  /// The number of styles.
  package private(set) var styleCount = 0
  /// The id whose value is the order of styles. Nil where the order does not decide.
  private var orderSymbol: SymbolID?
  /// The identity of the database whose numbers the state uses.
  private(set) var origin = 0
  /// The database's count of reclamations when the state was made.
  private(set) var reclamations = 0

  /// The state of an empty bundle.
  package init() {}

  /// A hash of the content of both sections. Kept with each change, so that reading it costs O(1).
  package var digest: String {
    let text = String(ContentHash.mix(digestSum), radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  /// Adds an id as not declared: the next one, or one that gets a freed number.
  mutating func set(_ symbol: SymbolID, to id: SymbolState) {
    symbols.set(Int(symbol.index), to: id)
    results.set(Int(symbol.index), to: .undeclared)
  }

  /// Adds all ids of a load. None has a value yet.
  mutating func add(_ ids: ContiguousArray<SymbolState>) {
    symbols.append(contentsOf: ids)
    results.append(contentsOf: ContiguousArray(repeating: .undeclared, count: ids.count))
  }

  /// Sets the resolution of an id.
  ///
  /// - Parameters:
  ///   - old: the previous resolution.
  ///   - nameHash: the hash of the id's name.
  mutating func setResult(
    of symbol: SymbolID, _ id: SymbolState, from old: Resolution, to new: Resolution, nameHash: UInt64
  ) {
    results[Int(symbol.index)] = new
    recount(symbol, id, from: old, to: new, nameHash: nameHash)
  }

  /// Sets the resolutions of many ids that consist of one slot each, and the outcomes of these slots: reads array by array, then writes
  /// array by array. Returns the ids that had another resolution.
  mutating func setResults(
    of symbols: [UInt32], to new: [Resolution], slots: [UInt32], _ names: NameTable
  ) -> [UInt32] {
    let old = results.elements(at: symbols)
    let changed = symbols.indices.filter { old[$0] != new[$0] }
    let allChanged = changed.count == symbols.count
    // A slot that was laid out anew has no outcome, although its id keeps its resolution.
    let outcomes = allChanged ? [] : self.outcomes.elements(at: slots)
    let rewritten = allChanged ? changed : slots.indices.filter { outcomes[$0] != new[$0].value }
    self.outcomes.replace(slots.elements(at: rewritten), with: rewritten.map { new[$0].value })

    let written = symbols.elements(at: changed)
    let ids = self.symbols.elements(at: written)
    let hashes = names.hashes(of: ids.map(\.name.index))
    for (number, place) in changed.enumerated() {
      recount(
        SymbolID(index: written[number]), ids[number], from: old[place], to: new[place], nameHash: hashes[number])
    }
    results.replace(written, with: new.elements(at: changed))
    return written
  }

  /// Follows a new resolution of an id in what is known of all ids: the digest, the number of styles, and their order.
  @inline(__always) private mutating func recount(
    _ symbol: SymbolID, _ id: SymbolState, from old: Resolution, to new: Resolution, nameHash: UInt64
  ) {
    count(old, in: id.space, nameHash, -1)
    count(new, in: id.space, nameHash, 1)
    if case .order = id.space { orderSymbol = new.value.isResolved ? symbol : nil }
  }

  /// Adds the contribution of an id to the digest, or subtracts it.
  @inline(__always)
  private mutating func count(_ result: Resolution, in space: Declarations.Space, _ nameHash: UInt64, _ sign: Int) {
    guard result.value.isResolved, let section = Self.section(result.value, in: space) else { return }
    let number: UInt64
    switch section {
    case .constants: number = 1
    case .styles:
      number = 2
      styleCount += sign
    }
    let contribution = ContentHash.combine(ContentHash.member(nameHash, result.hash), number)
    digestSum = sign < 0 ? digestSum &- contribution : digestSum &+ contribution
  }

  /// The section of a resolved id. Nil for base styles and the order of styles.
  private static func section(_ value: ResolvedValue, in space: Declarations.Space) -> Section? {
    switch space {
    case .shared: value.isObject ? .styles : .constants
    case .constants: .constants
    case .styles: .styles
    case .baseStyles, .order, .ownTypes, .types: nil
    }
  }

  /// The order of styles where it decides, see `OracleOrder`. Empty where it does not.
  package var order: [String] {
    guard let orderSymbol, case .array(let keys)? = value(of: orderSymbol) else { return [] }
    return keys.compactMap { if case .string(let key) = $0 { key } else { nil } }
  }

  /// Whether another state has the same order of styles. Costs O(1).
  package func hasSameOrder(as other: Self) -> Bool {
    orderSymbol.map(contentHash) == other.orderSymbol.map(other.contentHash)
  }

  /// The state with the present values and names of the database.
  func with(_ database: Database) -> ResolvedState {
    var state = self
    state.values = database.values.values
    state.valueHashes = database.values.hashes
    state.names = database.names.texts
    state.origin = database.identity
    state.reclamations = database.reclamations
    return state
  }

  /// Shares storage with the state of another view again, as `ChunkedArray.share` does.
  mutating func share(with other: Self, since old: Self) {
    symbols.share(with: other.symbols, since: old.symbols)
    results.share(with: other.results, since: old.results)
    slots.share(with: other.slots, since: old.slots)
    outcomes.share(with: other.outcomes, since: old.outcomes)
    objectHashes.share(with: other.objectHashes, since: old.objectHashes)
    origins.share(with: other.origins, since: old.origins)
  }

  /// The number of values, of which references to objects may show each many times.
  package var slotCount: Int { slots.count }

  /// Whether both are copies of one state, without a write since: all values and their places are the same. Equal states need not
  /// be. Costs O(1).
  package func isShared(with other: Self) -> Bool {
    origin == other.origin && reclamations == other.reclamations && symbols.isShared(with: other.symbols)
      && results.isShared(with: other.results) && slots.isShared(with: other.slots)
      && outcomes.isShared(with: other.outcomes) && objectHashes.isShared(with: other.objectHashes)
      && origins.isShared(with: other.origins)
  }

  func symbol(_ symbol: SymbolID) -> SymbolState? {
    Int(symbol.index) < symbols.count ? symbols[Int(symbol.index)] : nil
  }

  /// The root slot of an id. Nil if it is not declared.
  func root(of symbol: SymbolID) -> Slot? {
    guard let id = self.symbol(symbol), id.isDeclared else { return nil }
    return slots[Int(id.first)]
  }

  /// The slots of an id, the root first. Empty if it is not declared.
  func slots(of symbol: SymbolID) -> [Slot] {
    slotIndices(of: symbol).map { slots[$0] }
  }

  /// The places of the slots of an id in `slots`. Empty if it is not declared.
  func slotIndices(of symbol: SymbolID) -> Range<Int> {
    guard let state = self.symbol(symbol), state.isDeclared else { return 0..<0 }
    return Int(state.first)..<Int(state.first + slots[Int(state.first)].size)
  }
}

// MARK: Reading

extension ResolvedState {
  /// The resolved ids with their section, in the order of definition.
  package func resolvedSymbols() -> [(symbol: SymbolID, name: String, section: Section)] {
    resolved((0..<UInt32(symbols.count)).lazy.map(SymbolID.init(index:)))
  }

  /// The resolved ids of a section, in the order of definition.
  package func resolvedSymbols(in section: Section) -> [SymbolID] {
    inOrder((0..<UInt32(symbols.count)).lazy.map(SymbolID.init(index:)).filter { self.section(of: $0) == section })
  }

  /// Those of some ids that are resolved, with their section, in the order of definition.
  func resolved(_ some: some Sequence<SymbolID>) -> [(symbol: SymbolID, name: String, section: Section)] {
    inOrder(some.lazy.filter { section(of: $0) != nil }).compactMap { symbol in
      section(of: symbol).map { (symbol, names[Int(symbols[Int(symbol.index)].name.index)], $0) }
    }
  }

  /// Ids in the order of definition.
  private func inOrder(_ ids: some Sequence<SymbolID>) -> [SymbolID] {
    // The place and the id in one number: a comparison of pairs takes several times as long.
    var places = ids.map { UInt64(symbols[Int($0.index)].order) << 32 | UInt64($0.index) }
    places.sort()
    return places.map { SymbolID(index: UInt32(truncatingIfNeeded: $0)) }
  }

  /// Visits the resolved ids with their section, in no order, until `visit` returns false.
  package func forEachSymbol(_ visit: (_ symbol: SymbolID, _ name: String, _ section: Section) -> Bool) {
    for symbol in (0..<UInt32(symbols.count)).lazy.map(SymbolID.init(index:)) {
      guard let section = section(of: symbol) else { continue }
      if !visit(symbol, names[Int(symbols[Int(symbol.index)].name.index)], section) { return }
    }
  }

  /// The section of a resolved id. Nil if it has no value.
  func section(of symbol: SymbolID) -> Section? {
    guard Int(symbol.index) < symbols.count else { return nil }
    let value = results[Int(symbol.index)].value
    return value.isResolved ? Self.section(value, in: symbols[Int(symbol.index)].space) : nil
  }

  /// The id of this name in a section. Costs O(ids).
  func symbol(named name: String, in section: Section) -> SymbolID? {
    (0..<UInt32(symbols.count)).lazy.map(SymbolID.init(index:)).first {
      self.section(of: $0) == section && Bytewise(names[Int(symbols[Int($0.index)].name.index)]) == Bytewise(name)
    }
  }

  /// The content hash of a resolved id. Equal content has equal hashes, also in states of other resolvers.
  package func contentHash(of symbol: SymbolID) -> UInt64 {
    Int(symbol.index) < results.count ? results[Int(symbol.index)].hash : 0
  }

  /// The selected ids whose whole value is a reference to another id that has a value: the paths of both.
  ///
  /// - Parameter ids: those that are looked at.
  package func references(
    selecting selection: Selection, among ids: [(symbol: SymbolID, name: String, section: Section)]
  ) -> [(path: String, target: String)] {
    ids.compactMap { id in
      let position = selection.root.descending(to: id.section.rawValue).descending(to: id.name)
      guard position.answer == .whole, let target = wholeReference(of: id.symbol), let section = section(of: target),
        // With a modifier, or while the value is held back, the values differ.
        contentHash(of: target) == contentHash(of: id.symbol)
      else { return nil }
      let name = names[Int(symbols[Int(target.index)].name.index)]
      return (
        "\(id.section.rawValue)/\(Path.escape(id.name))", "\(section.rawValue)/\(Path.escape(name))"
      )
    }
  }

  /// The id that the value of an id is, as it is written: by a reference, or as a design token whose value is one.
  private func wholeReference(of symbol: SymbolID) -> SymbolID? {
    let indices = slotIndices(of: symbol)
    guard let root = indices.first.map({ slots[$0] }) else { return nil }
    if root.operation == .reference { return SymbolID(index: root.operand) }
    // The slots of a token are its own, those of its type, and those of its written value.
    guard root.operation == .typed, indices.count > 2 else { return nil }
    let type = indices.lowerBound + 1
    let written = slots[type + Int(slots[type].size)]
    return written.operation == .reference ? SymbolID(index: written.operand) : nil
  }

  /// The value of a resolved id. Costs O(size of the value, including referenced objects).
  package func value(of symbol: SymbolID) -> Value? {
    self.symbol(symbol).flatMap { $0.isDeclared ? value(at: Int($0.first)) : nil }
  }

  /// The value at a path that begins with a section and the name of the id.
  package func value(of symbol: SymbolID, at path: [String]) -> Value? {
    guard path.count >= 2, section(of: symbol)?.rawValue == path[0] else { return nil }
    return path.dropFirst(2).reduce(value(of: symbol)) { value, segment in
      guard case .object(let members)? = value else { return nil }
      return members.first { Bytewise($0.key) == Bytewise(segment) }?.value
    }
  }

  /// The slot whose children are the members of an object. Nil if the slot has no object, or one that is stored whole.
  func object(at slot: Int) -> Int? {
    var slot = slot
    while true {
      switch outcomes[slot].kind {
      case .object: return slot
      case .alias(let symbol):
        guard let state = self.symbol(symbol), state.isDeclared else { return nil }
        slot = Int(state.first)
      case .leaf, .copy, .unresolved: return nil
      }
    }
  }

  /// The content hash of a slot.
  func contentHash(at slot: Int) -> UInt64 {
    outcomes[slot].contentHash(objectHash: objectHashes[slot] ?? 0, valueHashes)
  }

  /// The resolved members of an object.
  func members(of object: Int) -> [(key: String, slot: Int)] {
    var members: [(key: String, slot: Int)] = []
    var child = object + 1
    let end = object + Int(slots[object].size)
    while child < end {
      let slot = slots[child]
      if outcomes[child].isResolved { members.append((names[Int(slot.key)], child)) }
      child += Int(slot.size)
    }
    return members
  }
}
