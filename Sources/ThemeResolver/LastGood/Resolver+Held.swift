// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
package import ThemeModel

/// The values that views keep from their past, for reports and for the store.
extension Resolver {
  /// A value that a view keeps from its past.
  package struct Held: Sendable {
    package var place: HeldPlace
    package var value: Value?
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
    guard let past = views[view]?.past else { return nil }
    switch past.source {
    case .state(let state) where isWhole: return (state.allValues, past.unheld)
    case .state:
      let values = held(in: view).compactMap { held in held.value.map { (Bytewise(held.place.path), $0) } }
      return (Dictionary(values, uniquingKeysWith: { $1 }), past.unheld)
    case .foreign(let state, _): return (state.allValues, past.unheld)
    case .values(let values): return (values, past.unheld)
    }
  }

  /// The values that a view keeps, as of the last `resolve`, in no particular order. Costs O(listed values).
  package func held(in view: ViewID) -> [Held] {
    guard let view = views[view] else { return [] }
    var held: [Held] = []
    // Most held values are wrong literals, which refer to nothing.
    lazy var search = CauseSearch(view: view, database: database)
    for (symbol, failure) in view.execution.failures.all where failure.isHeld {
      let first = view.state.symbols[Int(symbol.index)].first
      guard let keys = view.graph.keys(to: first + failure.slot) else { continue }
      let index = Int(first + failure.slot)
      let own = view.state.slots[index]
      held.append(
        Held(
          place: view.heldPlace(symbol, keys, database), value: view.state.value(at: index),
          origins: origins(of: index, in: view),
          target: own.target == nil && own.size == 1 ? nil : search.cause(of: index).map(database.text)))
    }
    for (symbol, parents) in view.layout.failures {
      for parent in parents where parent.isHeld {
        let place = view.heldPlace(symbol, parent, database)
        let base = parent.target.flatMap { view.layout.failures[$0] } ?? []
        held.append(
          Held(
            place: place, value: view.state.value(of: symbol).flatMap { $0.part(at: place.path.dropFirst(2)) },
            origins: ([parent] + base).map { database.location(of: $0.origin) }, target: nil))
      }
    }
    return held
  }

  /// The declarations of a place that have no value or are faulty.
  private func origins(of slot: Int, in view: View) -> [Location] {
    let own = view.state.slots[slot]
    var origins = [database.location(of: view.state.origin(of: slot))]
    for index in slot + 1..<slot + Int(own.size) {
      let part = view.state.slots[index]
      if part.operation == .faultyLiteral || !view.state.outcome(of: index).isResolved {
        origins.append(database.location(of: view.state.origin(of: index)))
      }
    }
    return origins
  }
}
