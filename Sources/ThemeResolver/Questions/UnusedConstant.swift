// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
package import ThemeModel

/// A constant that no id of a view uses.
package struct UnusedConstant: Sendable {
  package var symbol: SymbolID
  package var name: String
  package var place: Location
}

extension Resolver {
  /// The constants of a view that its ids use and those that they do not, as of the last `resolve` and in no particular order. Costs
  /// O(ids).
  package func constants(in view: ViewID) -> (used: [SymbolID], unused: [UnusedConstant]) {
    guard let view = views[view] else { preconditionFailure("the view is open") }
    var used: [SymbolID] = []
    var unused: [UnusedConstant] = []
    for index in 0..<view.state.symbols.count {
      let symbol = SymbolID(index: UInt32(index))
      guard view.state.section(of: symbol) == .constants, let root = view.state.root(of: symbol),
        let origin = view.state.origin(of: symbol)
      else { continue }
      if view.graph.references.count(of: symbol) > 0 || !view.heirs(of: symbol).isEmpty {
        used.append(symbol)
        continue
      }
      var place = database.location(of: origin)
      // A font may be an object over many lines. Its first byte is enough.
      if root.operation == .object { place.range.end = min(place.range.end, place.range.start + 1) }
      unused.append(UnusedConstant(symbol: symbol, name: database.text(symbol), place: place))
    }
    return (used, unused)
  }

  /// Whether a view has styles, as of the last `resolve`.
  package func hasStyles(in view: ViewID) -> Bool { (views[view]?.state.styleCount ?? 0) > 0 }
}
