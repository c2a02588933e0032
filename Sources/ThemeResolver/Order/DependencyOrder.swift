// SPDX-License-Identifier: GPL-2.0-or-later

/// The edges between ids that an order is kept for.
protocol DependencyGraph {
  /// Calls `body` with each id that this one depends on; repetitions are allowed.
  func forEachDependency(of symbol: SymbolID, _ body: (SymbolID) -> Void)
  /// Calls `body` with each id that depends on this one; repetitions are allowed.
  func forEachDependent(of symbol: SymbolID, _ body: (SymbolID) -> Void)
}

/// The stored topological order of the ids, as heights: an id stands higher than all that it depends on. Working upwards
/// from the lowest, everything is executed once, after all that it reads.
///
/// Ids that depend on each other in a circle have no order among themselves: they form a cycle, and the edges within it
/// do not count. Changed edges are repaired where they break the order; the cost follows what stands above the break.
///
/// An edge that is gone lowers nothing, so that heights grow with each turn of an edge. Before the highest is twice what a chain of
/// all ids needs, all are ordered anew: that costs O(ids) for at least as many steps upwards.
struct DependencyOrder: Sendable {
  private var heights = ChunkedArray<UInt32>()
  /// No id stands higher.
  private(set) var highest = 0
  private var cycles: [SymbolID: Int] = [:]
  private var nextCycle = 0

  func height(_ symbol: SymbolID) -> Int {
    Int(symbol.index) < heights.count ? Int(heights[Int(symbol.index)]) : 0
  }

  /// The number of the cycle that the id is on.
  func cycle(of symbol: SymbolID) -> Int? { cycles.isEmpty ? nil : cycles[symbol] }

  /// Whether an edge runs within a cycle, so that nothing flows along it.
  func isCut(from symbol: SymbolID, to dependency: SymbolID) -> Bool {
    guard let cycle = cycle(of: symbol) else { return false }
    return cycle == self.cycle(of: dependency)
  }

  /// All cycles, each with its members.
  var cycleMembers: [[SymbolID]] {
    Dictionary(grouping: cycles.keys) { cycles[$0] }.values.map { $0.sorted() }
  }

  /// Shares storage again with another order, as `ChunkedArray.share` does.
  mutating func share(with other: Self, since old: Self) { heights.share(with: other.heights, since: old.heights) }

  /// Takes note that the edges of these ids changed. Returns the ids that came onto a cycle or were on one.
  mutating func update(_ changed: [SymbolID], in graph: some DependencyGraph, symbolCount: Int) -> [SymbolID] {
    heights.grow(to: symbolCount, with: 0)
    let broken = changed.filter { symbol in
      if cycle(of: symbol) != nil { return true }
      var isBroken = false
      graph.forEachDependency(of: symbol) { dependency in
        if height(dependency) >= height(symbol) { isBroken = true }
      }
      return isBroken
    }
    if broken.isEmpty { return [] }
    let touched = repair(broken, in: graph)
    if highest < 2 * symbolCount + 64 { return touched }
    highest = 0
    return touched + repair((0..<UInt32(symbolCount)).map(SymbolID.init(index:)), in: graph)
  }

  /// Orders everything anew that stands above a break, by Tarjan's algorithm over that region; what lies outside of it
  /// keeps its height. A cycle through a changed edge lies wholly above it, so none is missed.
  private mutating func repair(_ broken: [SymbolID], in graph: some DependencyGraph) -> [SymbolID] {
    let region = OrderRegion(above: broken, in: graph, symbolCount: heights.count)
    var touched = cycles.isEmpty ? [] : region.symbols.filter { cycles.removeValue(forKey: $0) != nil }
    var start = 0
    for (component, end) in region.ends.enumerated() {
      let places = region.order[start..<Int(end)]
      start = Int(end)
      var height: UInt32 = 0
      var isCycle = places.count > 1
      for place in places {
        graph.forEachDependency(of: region.symbols[Int(place)]) { dependency in
          if let place = region.place(of: dependency), region.component[place] == component {
            isCycle = true
          } else {
            height = max(height, heights[Int(dependency.index)] + 1)
          }
        }
      }
      for place in places { heights[Int(region.symbols[Int(place)].index)] = height }
      highest = max(highest, Int(height))
      guard isCycle else { continue }
      for place in places {
        cycles[region.symbols[Int(place)]] = nextCycle
        touched.append(region.symbols[Int(place)])
      }
      nextCycle += 1
    }
    touched.sortUniquely()
    return touched
  }
}
