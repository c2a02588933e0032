// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
package import ThemeModel

/// A value that depends on the value in question.
package struct ValueUse: Sendable {
  /// `styles/RBButton/titleColor`.
  package let path: String
  /// References on the way: 1 for a value that refers to the other one itself.
  package let depth: Int
  package let place: Location
}

extension Resolver {
  /// The values of a view, as of the last `resolve`, that depend on an id: by a reference, or since they inherit. The nearest come first,
  /// those of one depth in no particular order. Costs O(uses).
  ///
  /// - Parameter maximum: ends with about this number.
  package func uses(of symbol: SymbolID, in view: ViewID, maximum: Int) -> [ValueUse] {
    guard let view = views[view] else { preconditionFailure("the view is open") }
    var uses: [ValueUse] = []
    var seen: Set<SymbolID> = [symbol]
    var round: [SymbolID] = [symbol]
    var depth = 1
    while !round.isEmpty, uses.count < maximum {
      var next: [SymbolID] = []
      for symbol in round where uses.count < maximum {
        view.graph.references.forEach(of: symbol) { slot in
          let owner = view.state.owner(of: slot)
          guard let path = path(of: slot, in: view) else { return }
          let origin = view.state.origin(of: Int(slot))
          uses.append(ValueUse(path: path, depth: depth, place: database.location(of: origin)))
          if seen.insert(owner).inserted { next.append(owner) }
        }
        for heir in view.heirs(of: symbol) where seen.insert(heir).inserted {
          next.append(heir)
          guard let section = view.state.section(of: heir), let origin = view.state.origin(of: heir) else { continue }
          uses.append(
            ValueUse(
              path: "\(section.rawValue)/\(Path.escape(database.text(heir)))", depth: depth,
              place: database.location(of: origin)))
        }
      }
      round = next
      depth += 1
    }
    return uses
  }

  /// The path of a slot. Of a part of a computed value that of the value.
  private func path(of slot: UInt32, in view: View) -> String? {
    let owner = view.state.owner(of: slot)
    guard let section = view.state.section(of: owner) else { return nil }
    var slot = slot
    var keys = view.graph.keys(to: slot)
    while keys == nil, view.state.slots[Int(slot)].parent != 0 {
      slot -= view.state.slots[Int(slot)].parent
      keys = view.graph.keys(to: slot)
    }
    let names = [database.text(owner)] + (keys ?? []).map { database.names.text($0) }
    return ([section.rawValue] + names.map(Path.escape)).joined(separator: "/")
  }
}
