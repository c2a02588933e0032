// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
package import ThemeModel

/// A constant of a view, and whether an id of the view uses it.
package struct ConstantUse: Sendable {
  package var symbol: SymbolID
  package var name: String
  package var place: Location
  package var isUsed: Bool
}

extension Resolver {
  /// The constants of a view, as of the last `resolve` and in no particular order, and whether the view has styles. Costs
  /// O(ids).
  package func constantUses(in view: ViewID) -> (constants: [ConstantUse], hasStyles: Bool) {
    guard let view = views[view] else { preconditionFailure("the view is open") }
    var constants: [ConstantUse] = []
    for index in 0..<view.state.symbols.count {
      let symbol = SymbolID(index: UInt32(index))
      guard view.state.section(of: symbol) == .constants, let root = view.state.root(of: symbol),
        let origin = view.state.origin(of: symbol)
      else { continue }
      var place = database.location(of: origin)
      // A font may be an object over many lines. Its first byte is enough.
      if root.operation == .object { place.range.end = min(place.range.end, place.range.start + 1) }
      constants.append(
        ConstantUse(
          symbol: symbol, name: database.text(symbol), place: place,
          isUsed: view.graph.references.count(of: symbol) > 0 || !view.heirs(of: symbol).isEmpty))
    }
    return (constants, view.state.styleCount > 0)
  }
}
