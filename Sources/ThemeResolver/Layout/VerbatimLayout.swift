// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The short way for most ids of a bundle that is loaded: those that one file declares and that no rule concerns.
///
/// Their slots are the nodes of their declaration as they stand, so that they are written straight into the state, and
/// their literals need not be executed. What comes of it is what `Elaboration` and `Execution` would make.
extension View {
  /// The declaration whose nodes are the slots of an id that had none; nil where there is more to be done.
  func verbatimDeclaration(of symbol: SymbolID, _ layers: Layers, _ database: Database) -> DeclarationID? {
    let id = state.symbols[Int(symbol.index)]
    guard !id.isDeclared, id.space != .baseStyles, database.base(of: symbol) == nil,
      database.variants(of: symbol).isEmpty, layoutIssues[symbol] == nil
    else { return nil }
    var found: DeclarationID?
    var count = 0
    database.forEachDeclaration(of: symbol) { declaration in
      if layers.rank(of: database[declaration].file) < 0 { return }
      found = declaration
      count += 1
    }
    guard count == 1, let found, database[found].isVerbatim else { return nil }
    return found
  }

  /// Puts the nodes of a declaration into the slots of an id that had none.
  mutating func installVerbatim(_ declaration: DeclarationID, at symbol: SymbolID, _ database: Database) {
    let nodes = database.nodes(declaration)
    let first = allocate(UInt32(nodes.count), replacing: state.symbols[Int(symbol.index)])
    setPlace(of: symbol, first, count: UInt32(nodes.count), database)
    /// The slots whose last descendant is still to come.
    var open: [UInt32] = []
    var index = first
    for node in nodes {
      while let parent = open.last, parent + state.slots[Int(parent)].size <= index {
        open.removeLast()
        contribute(parent, database)
      }
      let position = index - first
      let reference = NodeReference(declaration: declaration, node: position)
      var slot = Slot(node, reference, key: position == 0 ? symbol.index : node.key)
      slot.size = node.end - UInt32(nodes.startIndex) - position
      slot.parent = open.last.map { index - $0 } ?? 0
      let outcome: Outcome
      switch slot.operation {
      case .object: outcome = Outcome(sum: 0)
      case .literal:
        outcome = Outcome(ResolvedValue(ValueID(index: slot.operand)))
        executedInLayout += 1
      case .reference, .lookup:
        outcome = Outcome(.waiting)
        references.add(index, to: SymbolID(index: slot.operand))
      case .array, .glyph, .font, .fontObject, .colorReference, .calls, .faultyLiteral, .held:
        outcome = Outcome(.waiting)
      case .invalid: outcome = Outcome(past == nil ? .unresolved : .waiting)
      }
      state.slots[Int(index)] = slot
      state.outcomes[Int(index)] = outcome
      if slot.size > 1 { open.append(index) } else { contribute(index, database) }
      index += 1
    }
    while let parent = open.popLast() { contribute(parent, database) }
  }

  /// Adds what a member comes to to its object, once all below it is known.
  private mutating func contribute(_ index: UInt32, _ database: Database) {
    let slot = state.slots[Int(index)]
    guard slot.parent != 0, state.slots[Int(index - slot.parent)].operation == .object else { return }
    let member = state.resolution(of: slot, at: index, database.values)
    if !member.value.isResolved { return }
    state.add(member, to: index - slot.parent, keyHash: database.names.hash(slot.name))
  }
}
