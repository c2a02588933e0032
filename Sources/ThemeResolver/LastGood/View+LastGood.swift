// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The last good state of a view: taken with each publication, reported as the places that keep a value of it.
extension View {
  /// Makes the present state, which is being published, the past of the next updates.
  mutating func becomePast(_ database: Database) {
    if unheld.revision != findingsRevision {
      let hasFailures = !execution.failures.isEmpty || !layout.failures.isEmpty
      unheld = (findingsRevision, hasFailures ? unheldPlaces(database) : [])
    }
    past = Past(.state(state), unheld: unheld.places)
    layout.noteNewPast()
  }

  /// The places and parents that failed without an earlier value.
  private func unheldPlaces(_ database: Database) -> Set<HeldPlace> {
    var places = Set(failedSlots(areHeld: false, database).map(\.place))
    for (heir, _, place) in failedParents(areHeld: false, database) where !database.space(heir).sections.isEmpty {
      places.insert(place)
    }
    return places
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

  /// The slots that failed and keep a value, or those that failed without one, with their places.
  func failedSlots(areHeld: Bool, _ database: Database) -> [(slot: Int, place: HeldPlace)] {
    var slots: [(slot: Int, place: HeldPlace)] = []
    for (symbol, failure) in execution.failures.all where failure.isHeld == areHeld {
      let slot = state.symbols[Int(symbol.index)].first + failure.slot
      guard let keys = graph.keys(to: slot) else { continue }
      slots.append((Int(slot), heldPlace(symbol, keys, database)))
    }
    return slots
  }

  /// The parents that failed while their heir keeps a value, or those that failed without one, with the heir and its place.
  func failedParents(
    areHeld: Bool, _ database: Database
  ) -> [(heir: SymbolID, parent: LayoutFailure, place: HeldPlace)] {
    var failed: [(heir: SymbolID, parent: LayoutFailure, place: HeldPlace)] = []
    for (heir, parents) in layout.failures {
      for parent in parents where parent.isHeld == areHeld {
        failed.append((heir, parent, heldPlace(heir, parent, database)))
      }
    }
    return failed
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
