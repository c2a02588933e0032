// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

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
  /// How many files the plan has, each counted once.
  private(set) var fileCount = 0
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
  /// The last snapshot of what the view means; nil before there was one.
  var past: Past?
  /// Places that failed when they were executed.
  var failures: [SymbolID: [Failure]] = [:]
  /// Parents that cannot be inherited, by their heirs.
  private(set) var layoutFailures: [SymbolID: [LayoutFailure]] = [:]
  /// Heirs to be laid out anew, since the past that they keep is another one.
  var staleHeirs: [SymbolID] = []
  /// Whether evaluating noted an error, see `Issue.Kind.isFailure`.
  var hasNotedError = false
  /// Per id that contains whole other ids: how deep and how large it is with them.
  var extents = SymbolMap<Extent>()

  private var inheritanceOrder = DependencyOrder()
  private var inherited = SymbolMap<[SymbolID]>()
  private var inheritors = SymbolMap<Set<SymbolID>>()
  private var waitingForLayout = HeightQueue<[SymbolID]>(empty: [])
  var freeSlots: [UInt32: [UInt32]] = [:]
  private var idleExecution = Execution()
  /// Values that were known as soon as they were laid out, since the last update began.
  var executedInLayout = 0
  private var nextOrder: UInt32 = 0

  /// The members of each cycle, of references and of inheritance.
  var referenceCycles: [[SymbolID]] { referenceOrder.cycleMembers }
  var inheritanceCycles: [[SymbolID]] { inheritanceOrder.cycleMembers }

  /// Whether anything is to be reported. Most bundles are well, and are asked about it several times a save.
  var hasIssues: Bool {
    !(layoutIssues.isEmpty && executionIssues.isEmpty && referenceCycles.isEmpty && inheritanceCycles.isEmpty)
  }

  init(limits: ResolverLimits) {
    plan = LoadPlan()
    layers = Layers(plan, suffixes: [])
    self.limits = limits
  }

  /// Takes over the plan and the ids whose declarations changed in any file, and brings everything up to date.
  /// Returns how many values were executed.
  ///
  /// - Parameter renamed: numbers that mean another id than the view knows.
  mutating func update(
    plan newPlan: LoadPlan, changed: [SymbolID], renamed: [SymbolID], database: inout Database
  ) -> Int {
    executedInLayout = 0
    for symbol in renamed where Int(symbol.index) < state.symbols.count {
      state.set(symbol, to: SymbolState(name: database.name(symbol), space: database.space(symbol)))
    }
    var dirty = changed.filter { isConcerned($0, database) }
    if newPlan != plan { dirty += setPlan(newPlan, database) }
    for index in dirty.indices { dirty[index] = database.base(of: dirty[index]) ?? dirty[index] }
    dirty += dirty.compactMap(database.baseStyle)
    dirty += staleHeirs
    staleHeirs = []
    dirty.sortUniquely()
    grow(to: database)
    setOrder(of: dirty, database)
    let laidOut = layOut(dirty, &database)
    references.settle()
    let graph = ReferenceGraph(state: state, references: references)
    let touched = referenceOrder.update(laidOut, in: graph, symbolCount: database.symbolCount)
    // Taken out while it is worked off, so that there is one owner; nothing is allocated anew for each update.
    var execution = Execution()
    swap(&execution, &idleExecution)
    defer { swap(&execution, &idleExecution) }
    execution.begin()
    for symbol in laidOut { enqueueInstalled(symbol, &execution) }
    for symbol in touched { enqueueReferences(of: symbol, &execution) }
    run(&execution, &database)
    state = state.with(database)
    return execution.executed + executedInLayout
  }

  /// What a view has for each id and each slot, which may be shared with other views.
  struct Storage: Sendable {
    fileprivate var state: ResolvedState
    fileprivate var references: Dependents
    fileprivate var referenceOrder: DependencyOrder
    fileprivate var inheritanceOrder: DependencyOrder
  }

  var storage: Storage {
    Storage(
      state: state, references: references, referenceOrder: referenceOrder, inheritanceOrder: inheritanceOrder)
  }

  /// Shares with another view again what an update made the same in both, each for itself. Costs O(what was written).
  ///
  /// - Parameter old: what this view had before that.
  mutating func share(with other: View, since old: Storage) {
    state.share(with: other.state, since: old.state)
    references.share(with: other.references, since: old.references)
    referenceOrder.share(with: other.referenceOrder, since: old.referenceOrder)
    inheritanceOrder.share(with: other.inheritanceOrder, since: old.inheritanceOrder)
  }

  private mutating func grow(to database: Database) {
    while state.symbols.count < database.symbolCount {
      let symbol = SymbolID(index: UInt32(state.symbols.count))
      state.set(symbol, to: SymbolState(name: database.name(symbol), space: database.space(symbol)))
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
    var isInPlan = false
    database.forEachDeclaration(of: database.declared(symbol)) { declaration in
      if layers.rank(of: database[declaration].file) >= 0 { isInPlan = true }
    }
    return isInPlan
  }

  /// Returns the ids that may mean something else, in no particular order, and some repeatedly.
  private mutating func setPlan(_ new: LoadPlan, _ database: Database) -> [SymbolID] {
    let difference = PlanDifference(from: plan, to: new)
    plan = new
    fileCount = Set(new.files).count
    layers = Layers(new, suffixes: database.names.suffixes)
    return difference.symbols(database)
  }

  /// Gives new ids their place in the order of definition: the place of their first declaration.
  private mutating func setOrder(of dirty: [SymbolID], _ database: Database) {
    var places: [(place: UInt64, symbol: SymbolID)] = []
    for symbol in dirty where state.symbols[Int(symbol.index)].order == .max {
      var first = UInt64.max
      func look(_ declaration: DeclarationID) { first = min(first, place(of: declaration, database) ?? .max) }
      database.forEachDeclaration(of: database.declared(symbol), look)
      for variant in database.variants(of: symbol) { database.forEachDeclaration(of: variant.symbol, look) }
      if first < .max { places.append((first, symbol)) }
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
  ///
  /// - Parameter dirty: sorted, each once.
  private mutating func layOut(_ dirty: [SymbolID], _ database: inout Database) -> [SymbolID] {
    var scan = elaboration(database, parents: nil)
    var dirty = dirty
    if !inheritors.isEmpty {
      // What inherits through an id that is but a reference may inherit from another id now.
      for symbol in dirty {
        guard let inheritors = inheritors[symbol] else { continue }
        let wasAlias = state.root(of: symbol)?.operation == .reference
        if wasAlias || scan.alias(symbol) != nil { dirty += inheritors }
      }
      dirty.sortUniquely()
    }
    for symbol in dirty {
      setInherited(symbol, mayInherit(symbol, database) ? scan.inheritance(of: symbol) : [])
    }
    let graph = InheritanceGraph(inherited: inherited, inheritors: inheritors)
    let touched = inheritanceOrder.update(dirty, in: graph, symbolCount: database.symbolCount)

    for symbol in dirty { waitingForLayout[inheritanceOrder.height(symbol)].append(symbol) }
    for symbol in touched { waitingForLayout[inheritanceOrder.height(symbol)].append(symbol) }
    var changed: [SymbolID] = []
    while var (_, level) = waitingForLayout.popFirst() {
      level.sortUniquely()
      let laidOut = layOutLevel(level, scan, &database)
      for symbol in laidOut {
        for inheritor in inheritors[symbol] ?? []
        where inheritor != symbol && !inheritanceOrder.isCut(from: inheritor, to: symbol) {
          waitingForLayout[inheritanceOrder.height(inheritor)].append(inheritor)
        }
      }
      changed += laidOut
    }
    return changed
  }

  /// Lays out ids that do not inherit from each other. Returns those whose slots changed.
  private mutating func layOutLevel(
    _ level: [SymbolID], _ scan: Elaboration, _ database: inout Database
  ) -> [SymbolID] {
    var changed: [SymbolID] = []
    var others: [SymbolID] = []
    for symbol in level {
      if let declaration = verbatimDeclaration(of: symbol, layers, database) {
        installVerbatim(declaration, at: symbol, database)
        changed.append(symbol)
      } else {
        others.append(symbol)
      }
    }
    var elaboration = elaboration(database, parents: (state, inheritanceOrder))
    let layouts = others.map { ($0, elaboration.layout(of: $0)) }
    elaboration = scan  // Lets go of the state, so that installing does not copy it.
    for (symbol, layout) in layouts {
      layoutIssues[symbol] = layout.issues.isEmpty ? nil : layout.issues
      let isBrokenOtherwise = (layoutFailures[symbol] == nil) != layout.layoutFailures.isEmpty
      layoutFailures[symbol] = layout.layoutFailures.isEmpty ? nil : layout.layoutFailures
      let slots = layout.values.isEmpty ? layout.slots : intern(layout.values, in: layout.slots, &database)
      // Heirs of a base style fail with it, see `Elaboration.isBrokenBase`.
      let concernsHeirs = isBrokenOtherwise && database.space(symbol) == .baseStyles
      if install(slots, at: symbol, database) || concernsHeirs { changed.append(symbol) }
    }
    return changed
  }

  func elaboration(
    _ database: Database, parents: (state: ResolvedState, order: DependencyOrder)?
  ) -> Elaboration {
    guard parents != nil else { return Elaboration(database: database, layers: layers, limits: limits, parents: nil) }
    let failedBases = layoutFailures.filter { database.space($0.key) == .baseStyles }
    return Elaboration(
      database: database, layers: layers, limits: limits, parents: parents,
      lastGood: LastGood(past: past, failedBases: failedBases))
  }

  /// Gives values of the past, which slots have by their places in a list, the database's numbers.
  private func intern(_ values: [Value], in slots: [Slot], _ database: inout Database) -> [Slot] {
    slots.map { slot in
      guard slot.operation == .held, slot.operand & Elaboration.pending != 0 else { return slot }
      var slot = slot
      slot.operand = database.intern(values[Int(slot.operand & ~Elaboration.pending)]).index
      return slot
    }
  }

  /// Whether the id may inherit from others: most ids need not be looked through for it.
  private func mayInherit(_ symbol: SymbolID, _ database: Database) -> Bool {
    var mayInherit = false
    func look(_ declaration: DeclarationID) {
      let declaration = database[declaration]
      if !declaration.isPlain || layers.isModification(declaration.file) { mayInherit = true }
    }
    database.forEachDeclaration(of: database.declared(symbol), look)
    for variant in database.variants(of: symbol) { database.forEachDeclaration(of: variant.symbol, look) }
    return mayInherit
  }

  private mutating func setInherited(_ symbol: SymbolID, _ targets: [SymbolID]) {
    let old = inherited[symbol] ?? []
    if old == targets { return }
    for target in old {
      inheritors[target, default: []].remove(symbol)
      if inheritors[target, default: []].isEmpty { inheritors[target] = nil }
    }
    inherited[symbol] = targets.isEmpty ? nil : targets
    for target in targets { inheritors[target, default: []].insert(symbol) }
  }
}

private struct InheritanceGraph: DependencyGraph {
  let inherited: SymbolMap<[SymbolID]>
  let inheritors: SymbolMap<Set<SymbolID>>

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
