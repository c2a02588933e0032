// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

extension Resolver {
  /// Explains the value at a path of a view, as of the last `resolve`. Nil if no file declares it. Values that failed are
  /// explained as well.
  ///
  /// Costs O(declarations of the id and of the ids that it inherits and refers to).
  ///
  /// - Parameter path: a section, the name of an id, keys.
  package func explain(_ path: [String], in view: ViewID) -> ValueExplanation? {
    guard let view = views[view] else { preconditionFailure("the view is open") }
    guard path.count >= 2, let section = ResolvedState.Section(rawValue: path[0]),
      let symbol = symbol(declared: path[1], in: section, of: view.state)
    else { return nil }
    var builder = ExplanationBuilder(view: view, database: database)
    return builder.explain(symbol, path.dropFirst(2)) ? builder.explanation : nil
  }

  /// The declared id of this name that belongs to the section, or has no value and might.
  private func symbol(
    declared name: String, in section: ResolvedState.Section, of state: ResolvedState
  ) -> SymbolID? {
    let declared = Self.spaces(of: section).compactMap { database.symbol(named: name, in: $0) }
      .filter { state.symbol($0)?.isDeclared ?? false }
    return declared.first { state.section(of: $0) == section } ?? declared.first { state.section(of: $0) == nil }
  }
}

/// Builds an explanation step by step.
private struct ExplanationBuilder {
  private(set) var explanation = ValueExplanation()
  private let view: View
  private let database: Database
  private var tracer: MergeTracer
  private var explained: Set<SymbolID> = []

  private var state: ResolvedState { view.state }

  init(view: View, database: Database) {
    self.view = view
    self.database = database
    tracer = MergeTracer(view: view, database: database)
  }

  /// Adds the steps for the value at keys in an id. False if the keys lead nowhere.
  mutating func explain(_ symbol: SymbolID, _ keys: ArraySlice<String>) -> Bool {
    var owner = symbol
    var passed: [String] = []
    var position = state.symbols[Int(owner.index)].first
    var trace = tracer.trace(of: owner)
    var depth = 0
    for (index, key) in keys.enumerated() {
      if case .copy(let value) = state.outcomes[Int(position)].kind {
        // A kept object of an earlier state, of which only the value is known.
        guard let part = state.values[Int(value.index)].part(at: keys.dropFirst(index)) else { return false }
        append(trace, path(owner, passed), depth, result: part)
        return true
      }
      while case .alias = state.outcomes[Int(position)].kind, let target = state.slots[Int(position)].target {
        append(trace, path(owner, passed), depth)
        owner = target
        passed = []
        position = state.symbols[Int(owner.index)].first
        trace = tracer.trace(of: owner)
        depth += 1
      }
      guard state.outcomes[Int(position)] == .object, let name = database.names.find(key),
        let member = view.graph.member(of: position, named: name)
      else { return false }
      passed.append(key)
      position = member
      trace = tracer.member(name, of: trace)
    }
    let slot = state.slots[Int(position)]
    append(trace, path(owner, passed), depth, result: state.value(at: Int(position)))
    explained.insert(owner)
    follow(position, of: owner, depth)
    if slot.flags.contains(.hasModifier), let name = database.names.modifier(of: slot.name),
      let modifier = view.graph.member(of: position - slot.parent, named: name)
    {
      let path = path(owner, passed.dropLast() + [database.names.text(name)])
      append(step(.modifier, path, depth, .won, state.origin(of: Int(modifier))))
      follow(modifier, of: owner, depth)
    }
    return true
  }

  // MARK: Declarations

  private mutating func append(_ trace: MergeTrace, _ path: String, _ depth: Int, result: Value? = nil) {
    let winner = trace.candidates.lastIndex { $0.status == .counts }
    var strongest: ValueExplanation.Rule?
    for (index, candidate) in trace.candidates.enumerated() {
      var step = step(.declaration, path, depth, .merged, candidate.node)
      step.suffix = candidate.suffix.map { database.names.suffixes[$0] }
      // The nearest to the path first.
      step.inheritance = candidate.inheritance.map { node in
        .init(
          parent: database.text(SymbolID(index: database.node(node).operand)), location: database.location(of: node))
      }
      switch candidate.status {
      case .inactive: step.status = .inactive
      case .overridden(let rule):
        step.status = .overridden
        step.rule = rule
        strongest = rule
      case .counts:
        guard index == winner else { break }
        step.status = .won
        step.rule = strongest
        step.result = result
      }
      append(step)
    }
  }

  // MARK: The chain

  /// Adds the steps for the references below a slot, each id once.
  private mutating func follow(_ position: UInt32, of owner: SymbolID, _ depth: Int) {
    var waiting = [(position: position, owner: owner, depth: depth)]
    while let (position, owner, depth) = waiting.popLast() {
      let slot = state.slots[Int(position)]
      guard let target = slot.target else {
        if slot.isComputed { waiting += view.graph.children(of: position).reversed().map { ($0, owner, depth) } }
        continue
      }
      // The type of a token is not a step of its value.
      if database.space(target) == .types { continue }
      let id = state.symbols[Int(target.index)]
      guard id.isDeclared else {
        // A lookup without a declaration is a text.
        if slot.operation == .reference { append(missing(target, depth + 1)) }
        continue
      }
      let isCut = view.graph.order.isCut(from: owner, to: target)
      let isNew = explained.insert(target).inserted
      guard isCut || isNew else { continue }
      let origin = state.origin(of: Int(id.first))
      append(step(.reference, path(target), depth + 1, isCut ? .cycle : .won, origin))
      if isNew { waiting.append((id.first, target, depth + 1)) }
    }
  }

  private func missing(_ target: SymbolID, _ depth: Int) -> ValueExplanation.Step {
    ValueExplanation.Step(
      kind: .reference, path: path(target), depth: depth, status: .missing, id: database.text(target))
  }

  // MARK: Steps

  private mutating func append(_ step: ValueExplanation.Step) { explanation.steps.append(step) }

  private func step(
    _ kind: ValueExplanation.Kind, _ path: String, _ depth: Int, _ status: ValueExplanation.Status,
    _ node: NodeReference
  ) -> ValueExplanation.Step {
    ValueExplanation.Step(
      kind: kind, path: path, depth: depth, status: status, content: content(of: node),
      id: database.text(database[node.declaration].symbol), keys: keys(of: node), location: database.location(of: node))
  }

  private func content(of reference: NodeReference) -> ValueExplanation.Content {
    let node = database.node(reference)
    switch node.operation {
    case .literal: return .literal(database.values[ValueID(index: node.operand)])
    case .reference: return .reference(database.text(SymbolID(index: node.operand)))
    case .lookup:
      let name = SymbolID(index: node.operand)
      let isFound = state.symbol(name)?.isDeclared ?? false
      return isFound ? .lookup(database.text(name)) : .literal(.string(database.text(name)))
    case .object: return .object
    case .array: return .array
    case .font: return .font
    case .glyph: return .glyph
    case .colorReference: return .colorReference
    case .calls: return .calls
    case .typed:
      // The type comes first, then the written value.
      return database.children(reference).last.map(content) ?? .invalid
    case .part: return .reference(database.text(SymbolID(index: node.operand)))
    case .inherit, .invalidInherit, .invalid, .first, .absent: return .invalid
    }
  }

  /// The keys from a declaration to a node, as written.
  private func keys(of node: NodeReference) -> [String] {
    var keys: [String] = []
    var place = NodeReference(declaration: node.declaration, node: 0)
    while place != node, let child = database.children(place).last(where: { $0.node <= node.node }) {
      let key = NameID(index: database.node(child).key)
      if key != .none { keys.append(database.names.text(key)) }
      place = child
    }
    return keys
  }

  private func path(_ symbol: SymbolID, _ keys: [String] = []) -> String {
    ([section(of: symbol).rawValue, database.text(symbol)] + keys).map(Path.escape).joined(separator: "/")
  }

  /// The section of an id. For an id without a value, the section that it would probably have.
  private func section(of symbol: SymbolID) -> ResolvedState.Section {
    switch database.space(symbol) {
    case .constants, .ownTypes, .types: .constants
    case .styles, .baseStyles, .order: .styles
    case .shared: state.section(of: symbol) ?? .constants
    }
  }
}
