// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The places that keep an earlier value because of a finding.
extension Report {
  /// The places of an id that keep an earlier value.
  func held(in symbol: SymbolID) -> [HeldPlace] {
    view.execution.failures.notes(of: symbol).compactMap { heldPlace(symbol, $0) }
  }

  /// Those that contain a slot.
  func held(in symbol: SymbolID, around slot: UInt32) -> [HeldPlace] {
    let indices = view.state.slotIndices(of: symbol)
    guard !view.execution.failures.isEmpty, Int(slot) < indices.count else { return [] }
    var places: [HeldPlace] = []
    var slot = slot
    while true {
      places += view.execution.failures.notes(of: symbol, slot: slot).compactMap { heldPlace(symbol, $0) }
      let parent = view.state.slots[indices.lowerBound + Int(slot)].parent
      if parent == 0 { return places }
      slot -= parent
    }
  }

  private func heldPlace(_ symbol: SymbolID, _ failure: ExecutionStage.Failure) -> HeldPlace? {
    guard failure.isHeld,
      let keys = view.graph.keys(to: view.state.symbols[Int(symbol.index)].first + failure.slot)
    else { return nil }
    return view.heldPlace(symbol, keys, database)
  }

  /// The parents whose content an id keeps. For a base style, which no snapshot shows, those of its heirs.
  func heldParents(of symbol: SymbolID, where isWanted: (LayoutFailure) -> Bool) -> [HeldPlace] {
    let own = (view.layout.failures[symbol] ?? []).filter(isWanted)
    guard database.space(symbol) == .baseStyles else {
      return own.filter(\.isHeld).map { view.heldPlace(symbol, $0, database) }
    }
    if own.isEmpty { return [] }
    var places: [HeldPlace] = []
    var waiting = [symbol]
    var seen: Set<SymbolID> = [symbol]
    while let base = waiting.popLast() {
      for heir in view.heirs(of: base).sorted() where seen.insert(heir).inserted {
        if database.space(heir) == .baseStyles {
          waiting.append(heir)
        } else {
          let held = (view.layout.failures[heir] ?? []).filter { $0.isHeld && $0.target == base }
          places += held.map { view.heldPlace(heir, $0, database) }
        }
      }
    }
    return places
  }
}
