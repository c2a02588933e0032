// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// Searches for the ids whose findings are the reason why other values fail. Visits each id once, for all values.
struct CauseSearch {
  let view: View
  let database: Database
  /// The causes of the ids that were visited.
  private var causes: [SymbolID: SymbolID] = [:]
  /// The number of visits to ids, for tests.
  private(set) var visits = 0
  /// By the number of a cycle: the id of its finding.
  private lazy var cycles: [Int: SymbolID] = {
    view.referenceCycles.reduce(into: [:]) { cycles, members in
      guard let number = members.first.flatMap(view.graph.order.cycle) else { return }
      cycles[number] = Cycle(ofReferences: members, view, database).hops.first?.from
    }
  }()

  init(view: View, database: Database) {
    self.view = view
    self.database = database
  }

  /// The nearest id with a finding among the ids without a value to which a slot leads. Without such a finding, the last of these
  /// ids. Nil if the slot leads to none.
  mutating func cause(of slot: Int) -> SymbolID? {
    var way: [SymbolID] = []
    var cause: SymbolID?
    var next = reference(withoutValueAt: slot)
    while let symbol = next, view.state.section(of: symbol) == nil {
      guard let id = view.state.symbol(symbol), id.isDeclared else { break }
      if let known = causes[symbol] {
        cause = known
        break
      }
      visits += 1
      way.append(symbol)
      if let cycle = view.graph.order.cycle(of: symbol) {
        cause = cycles[cycle]
        break
      }
      cause = symbol
      if view.execution.evaluator.issues.notes(of: symbol).contains(where: \.kind.isFailure) { break }
      next = reference(withoutValueAt: Int(id.first))
    }
    for symbol in way { causes[symbol] = cause }
    return cause
  }

  /// The id to which a slot refers, or the first id without a value to which the slots below it refer. Costs O(slots below).
  private func reference(withoutValueAt slot: Int) -> SymbolID? {
    let own = view.state.slots[slot]
    if let target = own.target { return target }
    for part in slot + 1..<slot + Int(own.size) {
      // Ids without a section, such as the types of groups, have no findings.
      if let target = view.state.slots[part].target, !database.space(target).sections.isEmpty,
        !view.state.outcomes[part].isResolved
      {
        return target
      }
    }
    return nil
  }
}
