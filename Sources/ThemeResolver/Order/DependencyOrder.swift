// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections

/// The edges between ids.
protocol DependencyGraph {
  /// Calls `body` with each id that this one depends on. Repetitions are allowed.
  func forEachDependency(of symbol: SymbolID, _ body: (SymbolID) -> Void)
  /// Calls `body` with each id that depends on this one. Repetitions are allowed.
  func forEachDependent(of symbol: SymbolID, _ body: (SymbolID) -> Void)
}

/// The stored topological order of the ids, as heights: an id is higher than its dependencies. Execution from the lowest
/// height up executes each id once, after its inputs.
///
/// Ids that depend on each other form a cycle. The edges within a cycle are cut. Changed edges are repaired where they break
/// the order; the cost is proportional to the ids above the break.
///
/// Removing an edge never lowers a height, so heights drift up. They are recomputed when the maximum reaches twice the id
/// count, which costs O(ids) for at least as many steps.
struct DependencyOrder: Sendable {
  private var heights = ChunkedArray<UInt32>()
  /// The maximum height.
  private(set) var highest = 0
  private var cycles: [SymbolID: Int] = [:]
  private var nextCycle = 0

  init() {}

  /// The order of a load without its cycles.
  init(heights: ContiguousArray<UInt32>, highest: Int) {
    self.heights.append(contentsOf: heights)
    self.highest = highest
  }

  func height(_ symbol: SymbolID) -> Int {
    Int(symbol.index) < heights.count ? Int(heights[Int(symbol.index)]) : 0
  }

  var hasCycles: Bool { !cycles.isEmpty }

  /// The number of the cycle that contains the id.
  func cycle(of symbol: SymbolID) -> Int? { cycles.isEmpty ? nil : cycles[symbol] }

  /// Whether an edge lies within a cycle, so that no value passes it.
  func isCut(from symbol: SymbolID, to dependency: SymbolID) -> Bool {
    guard let cycle = cycle(of: symbol) else { return false }
    return cycle == self.cycle(of: dependency)
  }

  /// All cycles, each with its members.
  var cycleMembers: [[SymbolID]] {
    Dictionary(grouping: cycles.keys) { cycles[$0] }.values.map { $0.sorted() }
  }

  /// Shares storage with another order again, as `ChunkedArray.share` does.
  mutating func share(with other: Self, since old: Self) { heights.share(with: other.heights, since: old.heights) }

  /// Applies changed edges of these ids. Returns the ids that came onto a cycle or left one.
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

  /// Orders the ids above a break again, by Tarjan's algorithm over that region. Other ids keep their height. A cycle through
  /// a changed edge lies wholly within the region.
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
