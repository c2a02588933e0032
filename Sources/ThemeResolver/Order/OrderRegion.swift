// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections

/// The ids above a broken edge, with the edges between them: the part of the order that is repaired. An id is its place among
/// the sorted ids of the region.
struct OrderRegion {
  let symbols: [SymbolID]
  private let members: DenseSet
  /// The dependencies of each id, one id after the other.
  private var edges: [Int32] = []
  private var starts: [Int32] = [0]

  /// All places, component by component, dependencies before dependents.
  private(set) var order: [Int32] = []
  /// The end of each component in `order`.
  private(set) var ends: [Int32] = []
  /// The component of each place.
  private(set) var component: [Int32]

  init(above broken: [SymbolID], in graph: some DependencyGraph, symbolCount: Int) {
    var members = DenseSet(bound: symbolCount)
    var waiting = broken.filter { members.insert($0.index) }
    while let symbol = waiting.popLast() {
      graph.forEachDependent(of: symbol) { if members.insert($0.index) { waiting.append($0) } }
    }
    symbols = members.rank().map(SymbolID.init(index:))
    self.members = members
    component = [Int32](repeating: -1, count: symbols.count)
    for symbol in symbols {
      graph.forEachDependency(of: symbol) { dependency in
        if let place = members.place(of: dependency.index) { edges.append(Int32(place)) }
      }
      starts.append(Int32(edges.count))
    }
    findComponents()
  }

  func place(of symbol: SymbolID) -> Int? { members.place(of: symbol.index) }

  /// Finds strongly connected components by Tarjan's algorithm. The stack is explicit, since chains of references may be as
  /// long as the bundle.
  private mutating func findComponents() {
    var visited = [Int32](repeating: -1, count: symbols.count)
    var low = visited
    var next = starts
    var count: Int32 = 0
    /// Visited places that are not in a component yet.
    var open: [Int32] = []
    var path: [Int] = []

    func enter(_ place: Int) {
      visited[place] = count
      low[place] = count
      count += 1
      open.append(Int32(place))
      path.append(place)
    }
    order.reserveCapacity(symbols.count)
    for root in symbols.indices where visited[root] < 0 {
      enter(root)
      while let place = path.last {
        if next[place] < starts[place + 1] {
          let dependency = Int(edges[Int(next[place])])
          next[place] += 1
          if visited[dependency] < 0 {
            enter(dependency)
          } else if component[dependency] < 0 {
            low[place] = min(low[place], visited[dependency])
          }
          continue
        }
        path.removeLast()
        if let above = path.last { low[above] = min(low[above], low[place]) }
        guard low[place] == visited[place] else { continue }
        while let member = open.popLast() {
          component[Int(member)] = Int32(ends.count)
          order.append(member)
          if Int(member) == place { break }
        }
        ends.append(Int32(order.count))
      }
    }
  }
}
