// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
package import ThemeModel

/// The values that views keep from their past, for reports and for the store.
extension Resolver {
  /// A value that a view keeps from its past.
  package struct Held: Sendable {
    package var place: HeldPlace
    /// The places of the faulty declarations.
    package var origins: [Location]
    /// The declared id without a value that the place refers to. The cause is reported there.
    package var target: String?
  }

  /// The last published state of a view, as the past of a view of another resolver. Nil before the first publication.
  package func foreignPast(of view: ViewID) -> Past? {
    guard let past = views[view]?.past else { return nil }
    guard case .state(let state) = past.source else { return past }
    return Past(foreign: state, unheld: past.unheld)
  }

  /// The values of the last published state, or only those that the view keeps, by section, id and keys; and the failures
  /// without a value to keep. Costs O(listed values).
  package func recorded(_ view: ViewID, isWhole: Bool) -> (values: PathValues, unheld: Set<HeldPlace>)? {
    guard let view = views[view], let past = view.past else { return nil }
    switch past.source {
    case .state(let state) where isWhole: return (state.allValues, past.unheld)
    case .state: return (heldValues(of: view), past.unheld)
    case .foreign(let state, _): return (state.allValues, past.unheld)
    case .values(let values): return (values, past.unheld)
    }
  }

  /// The values that a view keeps, as of the last `resolve`, in no particular order. Costs O(listed values).
  package func held(in view: ViewID) -> [Held] {
    guard let view = views[view] else { return [] }
    // Most held values are wrong literals, which refer to nothing.
    var search: CauseSearch?
    let slots = view.failedSlots(areHeld: true, database).map { slot, place in
      let own = view.state.slots[slot]
      var held = Held(place: place, origins: origins(of: slot, in: view), target: nil)
      if own.target != nil || own.size > 1 {
        if search == nil { search = CauseSearch(view: view, database: database) }
        held.target = search?.cause(of: slot).map(database.text)
      }
      return held
    }
    let parents = view.failedParents(areHeld: true, database).map { _, parent, place in
      let base = parent.target.flatMap { view.layout.failures[$0] } ?? []
      return Held(place: place, origins: ([parent] + base).map { database.location(of: $0.origin) }, target: nil)
    }
    return slots + parents
  }

  /// The places of these values.
  package func heldPlaces(in view: ViewID) -> [HeldPlace] {
    guard let view = views[view] else { return [] }
    return view.failedSlots(areHeld: true, database).map(\.place)
      + view.failedParents(areHeld: true, database).map(\.place)
  }

  private func heldValues(of view: View) -> PathValues {
    var values: PathValues = [:]
    for (slot, place) in view.failedSlots(areHeld: true, database) {
      if let value = view.state.value(at: slot) { values[Bytewise(place.path)] = value }
    }
    for (heir, _, place) in view.failedParents(areHeld: true, database) {
      let value = view.state.value(of: heir).flatMap { $0.part(at: place.path.dropFirst(2)) }
      if let value { values[Bytewise(place.path)] = value }
    }
    return values
  }

  /// The declarations of a place that have no value or are faulty.
  private func origins(of slot: Int, in view: View) -> [Location] {
    let own = view.state.slots[slot]
    var origins = [database.location(of: view.state.origin(of: slot))]
    for index in slot + 1..<slot + Int(own.size) {
      let part = view.state.slots[index]
      if part.operation == .faultyLiteral || !view.state.outcomes[index].isResolved {
        origins.append(database.location(of: view.state.origin(of: index)))
      }
    }
    return origins
  }
}
