// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
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
