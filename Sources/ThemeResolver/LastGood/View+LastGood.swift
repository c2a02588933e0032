// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
import ThemeModel

/// The last good state of a view: taken with each publication, reported as the places that keep a value of it.
extension View {
  /// Makes the present state, which is being published, the past of the next updates.
  mutating func becomePast(_ database: Database) {
    if unheld.revision != findingsRevision {
      let hasFailures = !execution.failures.isEmpty || !layout.failures.isEmpty
      unheld = (findingsRevision, hasFailures ? unheldPlaces(database) : [])
    }
    layout.noteNewPast(state, after: past)
    past = Past(.state(state), unheld: unheld.places)
  }

  /// See `Resolver.recorded`.
  mutating func recorded(isWhole: Bool, _ database: Database) -> (values: PathValues, unheld: Set<HeldPlace>)? {
    guard let past else { return nil }
    switch past.source {
    case .state(let state) where isWhole: return (state.allValues, past.unheld)
    case .state: return (keptValues(database).values, past.unheld)
    case .foreign(let state, _): return (state.allValues, past.unheld)
    case .values(let values): return (values, past.unheld)
    }
  }

  /// What the view keeps. Costs O(1) while it is the same, otherwise O(kept values).
  mutating func keptValues(_ database: Database) -> KeptValues {
    let revision = (findings: findingsRevision, heirs: layout.heirRevision)
    if kept.revision == revision { return kept }
    kept = KeptValues(revision: revision)
    for (slot, place) in failedSlots(areHeld: true, database) { kept.add(state.value(at: slot), at: place) }
    for (heir, _, place) in failedParents(areHeld: true, database) {
      kept.add(state.value(of: heir).flatMap { $0.part(at: place.path.dropFirst(2)) }, at: place)
    }
    return kept
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

/// The values that a view keeps from its past.
struct KeptValues {
  /// `View.findingsRevision` and `LayoutStage.heirRevision`, for which they hold.
  let revision: (findings: Int, heirs: Int)
  /// The places and parents that keep a value.
  private(set) var places: [HeldPlace] = []
  /// By section, id and keys.
  private(set) var values: PathValues = [:]

  init(revision: (findings: Int, heirs: Int) = (-1, -1)) { self.revision = revision }

  fileprivate mutating func add(_ value: Value?, at place: HeldPlace) {
    places.append(place)
    if let value { values[Bytewise(place.path)] = value }
  }
}
