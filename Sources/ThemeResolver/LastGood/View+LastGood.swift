// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The last good state of a view: taken with each publication, reported as the places that keep a value of it.
extension View {
  /// Makes the present state, which is being published, the past of the next updates.
  mutating func becomePast(_ database: Database) {
    if unheld.revision != findingsRevision {
      let hasFailures = !execution.failures.isEmpty || !layout.failures.isEmpty
      unheld = (findingsRevision, hasFailures ? Set(failedPlaces(database) { !$0 }) : [])
    }
    past = Past(.state(state), unheld: unheld.places)
    layout.noteNewPast()
  }

  /// Whether a place or a parent keeps an earlier value.
  var isHolding: Bool {
    execution.failures.all.contains(where: \.note.isHeld)
      || layout.failures.values.contains { $0.contains(where: \.isHeld) }
  }

  /// The number of places and parents that keep an earlier value.
  var heldCount: Int {
    execution.failures.all.count(where: \.note.isHeld)
      + layout.failures.values.reduce(0) { $0 + $1.count(where: \.isHeld) }
  }

  /// The places and parents that failed, filtered by whether they keep a value.
  func failedPlaces(_ database: Database, where isWanted: (_ isHeld: Bool) -> Bool) -> [HeldPlace] {
    var places: [HeldPlace] = []
    for (symbol, failure) in execution.failures.all where isWanted(failure.isHeld) {
      let first = state.symbols[Int(symbol.index)].first
      guard let keys = graph.keys(to: first + failure.slot) else { continue }
      places.append(heldPlace(symbol, keys, database))
    }
    for (symbol, parents) in layout.failures where !database.space(symbol).sections.isEmpty {
      for parent in parents where isWanted(parent.isHeld) {
        places.append(heldPlace(symbol, parent, database))
      }
    }
    return places
  }

  func heldPlace(_ symbol: SymbolID, _ parent: LayoutFailure, _ database: Database) -> HeldPlace {
    var place = heldPlace(symbol, parent.path, database)
    if parent.isParent { place.parent = parent.target.map(database.text) ?? "" }
    return place
  }

  func heldPlace(_ symbol: SymbolID, _ keys: [NameID], _ database: Database) -> HeldPlace {
    let section = state.section(of: symbol) ?? database.space(symbol).sections.first ?? .styles
    return HeldPlace(path: [section.rawValue, database.text(symbol)] + keys.map(database.names.text))
  }
}
