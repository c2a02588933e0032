// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
import ThemeModel

/// The references by which ids lead to each other in a cycle, in the order of the files. The finding of the cycle is at the first.
struct Cycle {
  /// A reference from a member to a member, or a parent.
  struct Hop {
    var from: SymbolID
    var to: SymbolID
    var node: NodeReference
  }

  let hops: [Hop]

  /// A cycle of references. Costs O(slots of its members).
  init(ofReferences members: [SymbolID], _ view: View, _ database: Database) {
    let ids = Set(members)
    let hops = members.flatMap { symbol in
      view.state.declaredSlots(of: symbol).compactMap { declared -> Hop? in
        guard let target = declared.slot.target, ids.contains(target) else { return nil }
        return Hop(from: symbol, to: target, node: declared.origin)
      }
    }
    self.init(hops, view, database)
  }

  /// A cycle of inheritance. It has no hops if each of its members has lost its parent meanwhile.
  init(ofParents members: [SymbolID], _ view: View, _ database: Database) {
    let hops = members.flatMap { symbol in
      (view.layout.issues[symbol] ?? []).compactMap { issue -> Hop? in
        guard case .inheritCycle(let target) = issue.kind else { return nil }
        return Hop(from: symbol, to: target, node: issue.origin)
      }
    }
    self.init(hops, view, database)
  }

  private init(_ hops: [Hop], _ view: View, _ database: Database) {
    func order(_ hop: Hop) -> (Int32, UInt32, Bytewise<String>) {
      let place = view.order(database.location(of: hop.node))
      return (place.rank, place.offset, Bytewise(database.text(hop.from)))
    }
    self.hops = hops.sorted { order($0) < order($1) }
  }

  /// The first hop, and the others of a shortest way round.
  var round: [Hop] { hops.first.map { [$0] + way(from: $0.to, to: $0.from) } ?? [] }

  /// A shortest chain of hops between two members, by breadth-first search.
  private func way(from start: SymbolID, to end: SymbolID) -> [Hop] {
    let leaving = Dictionary(grouping: hops, by: \.from)
    var arrivedBy: [SymbolID: Hop] = [:]
    var reached: Set<SymbolID> = [start]
    var border = [start]
    while !border.isEmpty, !reached.contains(end) {
      border = border.flatMap { leaving[$0] ?? [] }.compactMap { hop in
        guard reached.insert(hop.to).inserted else { return nil }
        arrivedBy[hop.to] = hop
        return hop.to
      }
    }
    var way: [Hop] = []
    var symbol = end
    while symbol != start, let hop = arrivedBy[symbol] {
      way.append(hop)
      symbol = hop.from
    }
    return way.reversed()
  }
}
