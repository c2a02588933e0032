// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Bounds on what a theme can make the resolver build.
package struct ResolverLimits: Sendable, Hashable {
  /// Levels of an object, referenced and inherited ones included.
  package var depth: Int
  /// Values that one id may unfold to, referenced and inherited ones included.
  package var values: Int

  package init(depth: Int = 128, values: Int = 4_000_000) {
    self.depth = depth
    self.values = values
  }
}

/// What a bundle means under one load plan, kept up to date: the slots of all ids, who refers to whom, and in which order
/// they are executed.
///
/// An update has three steps, each of which stops where nothing differs:
/// 1. *Layout*: ids whose declarations changed are laid out anew, then those that inherit from them.
/// 2. *Order*: the topological order of the references is repaired where new edges break it.
/// 3. *Execution*: slots that differ are executed, upwards in that order; one that comes to the same value (it is
///    backdated) wakes nobody.
struct View: Sendable {
  private(set) var plan: LoadPlan
  let limits: ResolverLimits
  private var layers: Layers

  var state = ResolvedState()
  /// Slots by the id that they refer to.
  var references = Dependents()
  var referenceOrder = DependencyOrder()
  /// What is wrong with the values of an id, found when they were executed.
  var executionIssues: [SymbolID: [Issue]] = [:]
  /// What is wrong with the shape of an id.
  private(set) var layoutIssues: [SymbolID: [Issue]] = [:]
  /// Per id that contains whole other ids: how deep and how large it is with them.
  var extents: [SymbolID: Extent] = [:]

  private var inheritanceOrder = DependencyOrder()
  private var inherited: [SymbolID: [SymbolID]] = [:]
  private var inheritors: [SymbolID: Set<SymbolID>] = [:]
  private var freeSlots: [UInt32: [UInt32]] = [:]
  private var idleExecution = Execution()
  private var nextOrder: UInt32 = 0

  /// The members of each cycle, of references and of inheritance.
  var referenceCycles: [[SymbolID]] { referenceOrder.cycleMembers }
  var inheritanceCycles: [[SymbolID]] { inheritanceOrder.cycleMembers }

  init(limits: ResolverLimits) {
    plan = LoadPlan()
    layers = Layers(plan, suffixes: [])
    self.limits = limits
  }

  /// Takes over the plan and the ids whose declarations changed in any file, and brings everything up to date.
  /// Returns how many values were executed.
  mutating func update(plan newPlan: LoadPlan, changed: some Sequence<SymbolID>, database: inout Database) -> Int {
    var declared = changed.filter { isConcerned($0, database) }
    if newPlan != plan { declared.append(contentsOf: setPlan(newPlan, database)) }
    var dirty = Set(declared.map { database.base(of: $0) ?? $0 })
    dirty.formUnion(dirty.compactMap(database.baseStyle))
    grow(to: database)
    setOrder(of: dirty, database)
    let laidOut = layOut(dirty, database)
    let graph = ReferenceGraph(state: state, references: references)
    let touched = referenceOrder.update(laidOut, in: graph, symbolCount: database.symbolCount)
    // Taken out while it is worked off, so that there is one owner; nothing is allocated anew for each update.
    var execution = Execution()
    swap(&execution, &idleExecution)
    defer { swap(&execution, &idleExecution) }
    execution.begin(symbolCount: database.symbolCount)
    for symbol in laidOut { enqueueInstalled(symbol, &execution) }
    for symbol in touched { enqueueReferences(of: symbol, &execution) }
    run(&execution, &database)
    state = state.with(database)
    return execution.executed
  }

  private mutating func grow(to database: Database) {
    while state.symbols.count < database.symbolCount {
      let symbol = SymbolID(index: UInt32(state.symbols.count))
      state.symbols.append(SymbolState(name: database.name(symbol), space: database.space(symbol)))
    }
  }

  // MARK: Plan

  /// The ids that inherit from this one, in no particular order.
  func inheritors(of symbol: SymbolID) -> Set<SymbolID> { inheritors[symbol] ?? [] }

  /// Orders places by their file's rank in the plan, then by offset.
  func order(_ location: Location) -> (rank: Int32, offset: UInt32) {
    (layers.rank(of: location.file), location.range.start)
  }

  /// Whether an id has, or had, anything to do with this view.
  private func isConcerned(_ symbol: SymbolID, _ database: Database) -> Bool {
    let base = database.base(of: symbol) ?? symbol
    if state.symbol(base)?.isDeclared ?? false || layoutIssues[base] != nil { return true }
    return database.declarations(of: database.declared(symbol)).contains { layers.rank(of: database[$0].file) >= 0 }
  }

  /// Returns the ids of the files that came, went or moved; all of them when other suffixes hold.
  private mutating func setPlan(_ new: LoadPlan, _ database: Database) -> Set<SymbolID> {
    let old = plan
    plan = new
    layers = Layers(new, suffixes: database.names.suffixes)
    let prefix = zip(old.files, new.files).prefix { $0 == $1 }.count
    let suffix = zip(old.files.dropFirst(prefix).reversed(), new.files.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
    var moved = Set(old.files.dropFirst(prefix).dropLast(suffix) + new.files.dropFirst(prefix).dropLast(suffix))
    if old.activeSuffixes != new.activeSuffixes || old.base != new.base {
      moved = Set(old.files + new.files)
    }
    if old.modifications != new.modifications {
      moved.formUnion([old.modifications, new.modifications].compactMap(\.self))
    }
    return moved.reduce(into: []) { $0.formUnion(database.symbols(in: $1)) }
  }

  /// Gives new ids their place in the order of definition: the place of their first declaration.
  private mutating func setOrder(of dirty: Set<SymbolID>, _ database: Database) {
    let new = dirty.filter { state.symbols[Int($0.index)].order == .max }
    var places: [(place: UInt64, symbol: SymbolID)] = []
    for symbol in new {
      let declarations = [database.declared(symbol)] + database.variants(of: symbol).map(\.symbol)
      let first = declarations.flatMap { database.declarations(of: $0) }.compactMap { place(of: $0, database) }.min()
      if let first { places.append((first, symbol)) }
    }
    for (_, symbol) in places.sorted(by: { $0.place < $1.place }) {
      state.symbols[Int(symbol.index)].order = nextOrder
      nextOrder += 1
    }
  }

  /// The rank of a declaration's file, then where it stands in it; nil when the file is not in the plan.
  private func place(of declaration: DeclarationID, _ database: Database) -> UInt64? {
    let rank = layers.rank(of: database[declaration].file)
    return rank < 0 ? nil : UInt64(rank) << 32 | UInt64(database[declaration].start)
  }

  // MARK: Layout

  /// Lays out the dirty ids, then those that inherit from one whose layout changed, each after what it inherits from.
  /// Returns the ids whose slots changed.
  private mutating func layOut(_ dirty: Set<SymbolID>, _ database: Database) -> [SymbolID] {
    var scan = elaboration(database, parents: nil)
    // What inherits through an id that is but a reference may inherit from another id now.
    let dirty = dirty.reduce(into: dirty) { result, symbol in
      let wasAlias = state.slots(of: symbol).first?.operation == .reference
      if let inheritors = inheritors[symbol], wasAlias || scan.alias(symbol) != nil { result.formUnion(inheritors) }
    }
    for symbol in dirty {
      setInherited(symbol, mayInherit(symbol, database) ? scan.layout(of: symbol).inherited : [])
    }
    let graph = InheritanceGraph(inherited: inherited, inheritors: inheritors)
    let touched = inheritanceOrder.update(dirty.sorted(), in: graph, symbolCount: database.symbolCount)

    var waiting: [Int: Set<SymbolID>] = [:]
    for symbol in dirty.union(touched) { waiting[inheritanceOrder.height(symbol), default: []].insert(symbol) }
    var changed: [SymbolID] = []
    while let height = waiting.keys.min(), let level = waiting.removeValue(forKey: height) {
      var elaboration = elaboration(database, parents: (state, inheritanceOrder))
      let layouts = level.sorted().map { ($0, elaboration.layout(of: $0)) }
      elaboration = scan  // Lets go of the state, so that installing does not copy it.
      for (symbol, layout) in layouts {
        layoutIssues[symbol] = layout.issues.isEmpty ? nil : layout.issues
        guard install(layout.slots, at: symbol, database) else { continue }
        changed.append(symbol)
        for inheritor in inheritors[symbol] ?? [] {
          let height = inheritanceOrder.height(inheritor)
          if inheritor != symbol, !inheritanceOrder.isCut(from: inheritor, to: symbol) {
            waiting[height, default: []].insert(inheritor)
          }
        }
      }
    }
    return changed
  }

  func elaboration(
    _ database: Database, parents: (state: ResolvedState, order: DependencyOrder)?
  ) -> Elaboration {
    Elaboration(database: database, layers: layers, limits: limits, parents: parents)
  }

  /// Whether the id may inherit from others: most ids need not be looked through for it.
  private func mayInherit(_ symbol: SymbolID, _ database: Database) -> Bool {
    let variants = database.variants(of: symbol).map(\.symbol)
    return ([database.declared(symbol)] + variants).contains { symbol in
      database.declarations(of: symbol).contains {
        !database[$0].isPlain || layers.isModification(database[$0].file)
      }
    }
  }

  private mutating func setInherited(_ symbol: SymbolID, _ targets: [SymbolID]) {
    for target in inherited[symbol] ?? [] {
      inheritors[target]?.remove(symbol)
      if inheritors[target]?.isEmpty ?? false { inheritors[target] = nil }
    }
    inherited[symbol] = targets.isEmpty ? nil : targets
    for target in targets { inheritors[target, default: []].insert(symbol) }
  }

  /// Puts the slots of an id in place of those it had, and marks those to be executed that mean something else. False when the new
  /// slots say just what the old ones said, places included.
  private mutating func install(_ new: [Slot], at symbol: SymbolID, _ database: Database) -> Bool {
    let old = state.slots(of: symbol)
    if old.count == new.count, zip(old, new).allSatisfy({ $0.isSame(as: $1) }) {
      return false
    }
    let previous = state.symbols[Int(symbol.index)]
    for (index, slot) in old.enumerated() {
      if let target = slot.target { references.remove(previous.first + UInt32(index), from: target) }
    }
    let first = new.isEmpty ? SymbolState.noSlots : allocate(UInt32(new.count), replacing: previous)
    state.symbols[Int(symbol.index)].first = first
    state.symbols[Int(symbol.index)].count = UInt32(new.count)
    let hadIssues = executionIssues.removeValue(forKey: symbol) != nil
    let slots = takeOver(hadIssues ? [] : old, new, database)
    for (index, slot) in slots.enumerated() {
      let position = first + UInt32(index)
      state.slots[Int(position)] = slot
      if let target = slot.target { references.add(position, to: target) }
    }
    return true
  }

  /// The new slots with the values of the old ones where they are the same expressions: those of the common beginning and
  /// of the common end. The others are marked to be executed.
  private func takeOver(_ old: [Slot], _ new: [Slot], _ database: Database) -> [Slot] {
    let head = zip(old, new).prefix { $0.isSameExpression(as: $1) }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed())
      .prefix { $0.isSameExpression(as: $1) }.count
    var slots = new
    for index in slots.indices.reversed() {
      slots[index].value = .unresolved
      slots[index].hash = 0
      slots[index].flags.remove(.isQueued)
      let source = index < head ? index : index >= new.count - tail ? index - new.count + old.count : nil
      // A modifier may have changed elsewhere in the object, and what is below a computed slot may be new.
      let isKept =
        source.map {
          old[$0].value.isResolved && !slots[index].flags.contains(.hasModifier)
            && (!slots[index].isComputed || slots[index].size == old[$0].size && isTaken(slots, below: index))
        } ?? false
      if slots[index].operation == .object {
        slots[index].value = .object
        slots[index].hash = sum(slots, below: index, database)
      } else if isKept, let source {
        slots[index].value = old[source].value
        slots[index].hash = old[source].hash
      } else if slots[index].operation != .invalid {
        slots[index].flags.insert(.isQueued)
      }
    }
    return slots
  }

  private func isTaken(_ slots: [Slot], below index: Int) -> Bool {
    slots[(index + 1)..<(index + Int(slots[index].size))].allSatisfy { !$0.flags.contains(.isQueued) }
  }

  /// The sum of the members' hashes, those that are still to be executed left out.
  private func sum(_ slots: [Slot], below index: Int, _ database: Database) -> UInt64 {
    var sum: UInt64 = 0
    var child = index + 1
    while child < index + Int(slots[index].size) {
      sum &+= Self.contribution(database.names.hash(slots[child].name), slots[child])
      child += Int(slots[child].size)
    }
    return sum
  }

  /// A run of slots for an id: where it was when the length is the same, else one that another id left, else at the end.
  private mutating func allocate(_ count: UInt32, replacing previous: SymbolState) -> UInt32 {
    if previous.isDeclared {
      if previous.count == count { return previous.first }
      freeSlots[previous.count, default: []].append(previous.first)
    }
    if let free = freeSlots[count]?.popLast() { return free }
    let first = UInt32(state.slots.count)
    let blank = Slot(
      key: 0, size: 1, parent: 0, origin: NodeReference(declaration: DeclarationID(index: 0), node: 0), operand: 0,
      operation: .invalid, flags: [])
    state.slots.grow(to: Int(first + count), with: blank)
    return first
  }
}

private struct InheritanceGraph: DependencyGraph {
  let inherited: [SymbolID: [SymbolID]]
  let inheritors: [SymbolID: Set<SymbolID>]

  func forEachDependency(of symbol: SymbolID, _ body: (SymbolID) -> Void) { inherited[symbol]?.forEach(body) }

  func forEachDependent(of symbol: SymbolID, _ body: (SymbolID) -> Void) { inheritors[symbol]?.forEach(body) }
}

private struct ReferenceGraph: DependencyGraph {
  let state: ResolvedState
  let references: Dependents

  func forEachDependency(of symbol: SymbolID, _ body: (SymbolID) -> Void) {
    guard let id = state.symbol(symbol), id.isDeclared else { return }
    for index in id.first..<id.first + id.count {
      if let target = state.slots[Int(index)].target { body(target) }
    }
  }

  func forEachDependent(of symbol: SymbolID, _ body: (SymbolID) -> Void) {
    references.forEach(of: symbol) { body(state.owner(of: $0)) }
  }
}
