// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

/// What views keep from their past, for those who report it or write it down.
extension Resolver {
  /// Something that a view keeps from its past.
  package struct Held: Sendable {
    package var place: HeldPlace
    /// What it is.
    package var value: Value?
    /// Where the declarations stand that are wrong.
    package var origins: [Location]
    /// The id that the place refers to, when that has no value and is declared: the reason is told there.
    package var target: String?
  }

  /// What a view came to in the last publication, as the past of a view of another resolver; nil when nothing was published.
  package func foreignPast(of view: ViewID) -> Past? {
    guard let past = views[view]?.past else { return nil }
    guard case .state(let state) = past.source else { return past }
    return Past(foreign: state, unheld: past.unheld)
  }

  /// What a view came to in the last publication, or what it keeps of it, by section, id and keys; and what failed and was not
  /// kept. Costs the size of what it lists.
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

  /// What a view keeps from its past, as of the last `resolve`, in no particular order. Costs what it lists.
  package func held(in view: ViewID) -> [Held] {
    guard let view = views[view] else { return [] }
    var held: [Held] = []
    for (symbol, failures) in view.execution.failures {
      let first = view.state.symbols[Int(symbol.index)].first
      for failure in failures where failure.isHeld {
        guard let keys = view.graph.keys(to: first + failure.slot) else { continue }
        let index = Int(first + failure.slot)
        held.append(
          Held(
            place: view.heldPlace(symbol, keys, database), value: view.state.value(at: index),
            origins: origins(of: index, in: view), target: target(of: index, in: view)))
      }
    }
    for (symbol, parents) in view.layout.failures {
      for parent in parents where parent.isHeld {
        let place = view.heldPlace(symbol, parent, database)
        let base = parent.target.flatMap { view.layout.failures[$0] } ?? []
        held.append(
          Held(
            place: place, value: view.state.value(of: symbol).flatMap { $0.part(at: place.path.dropFirst(2)) },
            origins: ([parent] + base).map { location($0.origin) }, target: nil))
      }
    }
    return held
  }

  /// Where the declarations stand of which a place is made, without those that came to something.
  private func origins(of slot: Int, in view: View) -> [Location] {
    let own = view.state.slots[slot]
    var origins = [location(own.origin)]
    for index in slot + 1..<slot + Int(own.size) {
      let part = view.state.slots[index]
      if part.operation == .faultyLiteral || !view.state.outcome(of: index).isResolved {
        origins.append(location(part.origin))
      }
    }
    return origins
  }

  /// Where the chain of references that a place begins ends in an id that is declared and has no value.
  private func target(of slot: Int, in view: View) -> String? {
    var target = view.state.slots[slot].target
    var last: SymbolID?
    var seen: Set<SymbolID> = []
    while let symbol = target, seen.insert(symbol).inserted, let root = view.state.root(of: symbol),
      view.state.section(of: symbol) == nil
    {
      last = symbol
      target = root.target
    }
    return last.map(database.text)
  }

  private func location(_ node: NodeReference) -> Location {
    Location(file: database[node.declaration].file, range: database.node(node).range)
  }
}
