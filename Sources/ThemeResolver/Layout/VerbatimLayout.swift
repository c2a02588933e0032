// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The short way for the most frequent new ids of an update: one file declares them, and no rule concerns them.
///
/// Their slots are the nodes of the declaration, so that these are written straight into the state, and their literals need
/// no execution. The result is the same as that of `SymbolLayout`, `SlotGraph.install` and `ExecutionStage`. The first load of
/// a view does the same for all ids of a plan at once (`View.load`).
extension LayoutStage {
  /// The declaration whose nodes become the slots of an id without slots. Nil if the id needs a full layout.
  func verbatimDeclaration(of symbol: SymbolID, _ graph: SlotGraph, _ database: Database) -> DeclarationID? {
    let id = graph.state.symbols[Int(symbol.index)]
    guard !id.isDeclared, id.space != .baseStyles, database.base(of: symbol) == nil,
      database.variants(of: symbol).isEmpty, issues[symbol] == nil
    else { return nil }
    var found: DeclarationID?
    var count = 0
    database.forEachDeclaration(of: symbol, in: layers) { declaration in
      found = declaration
      count += 1
    }
    guard count == 1, let found, database[found].isVerbatim else { return nil }
    return found
  }
}

extension SlotGraph {
  /// Writes the nodes of a declaration as the slots of an id without slots.
  ///
  /// - Parameter hasPast: as for `install`.
  mutating func installVerbatim(
    _ declaration: DeclarationID, at symbol: SymbolID, hasPast: Bool, _ database: Database
  ) {
    let nodes = database.nodes(declaration)
    let first = allocate(UInt32(nodes.count), replacing: state.symbols[Int(symbol.index)])
    setRun(of: symbol, first, count: UInt32(nodes.count), database)
    /// The slots with descendants that are not written yet.
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
      case .reference, .lookup, .part:
        outcome = Outcome(.waiting)
        if recordsReferences { references.add(index, to: SymbolID(index: slot.operand)) }
      case .array, .glyph, .font, .fontObject, .colorReference, .calls, .faultyLiteral, .held, .typed, .first:
        outcome = Outcome(.waiting)
      case .invalid: outcome = Outcome(hasPast ? .waiting : .unresolved)
      }
      state.slots[Int(index)] = slot
      state.outcomes[Int(index)] = outcome
      if slot.size > 1 { open.append(index) } else { contribute(index, database) }
      index += 1
    }
    while let parent = open.popLast() { contribute(parent, database) }
  }

  /// Adds a member to the content hash of its object, once all slots below the member are known.
  private mutating func contribute(_ index: UInt32, _ database: Database) {
    let slot = state.slots[Int(index)]
    guard slot.parent != 0, state.slots[Int(index - slot.parent)].operation == .object else { return }
    let member = state.resolution(of: slot, at: index, database.values)
    if !member.value.isResolved { return }
    state.add(member, to: index - slot.parent, keyHash: database.names.hash(slot.name))
  }
}
