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
struct DependencyOrder: Sendable {
  private var heights: [UInt32] = []
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

  /// Takes note that the edges of these ids changed. Returns the ids that came onto a cycle or were on one.
  mutating func update(_ changed: [SymbolID], in graph: some DependencyGraph, symbolCount: Int) -> [SymbolID] {
    while heights.count < symbolCount { heights.append(0) }
    let broken = changed.filter { symbol in
      if cycle(of: symbol) != nil { return true }
      var isBroken = false
      graph.forEachDependency(of: symbol) { dependency in
        if height(dependency) >= height(symbol) { isBroken = true }
      }
      return isBroken
    }
    return broken.isEmpty ? [] : repair(broken, in: graph)
  }

  /// Orders everything anew that stands above a break, by Tarjan's algorithm over that region; what lies outside of it
  /// keeps its height. A cycle through a changed edge lies wholly above it, so none is missed.
  private mutating func repair(_ broken: [SymbolID], in graph: some DependencyGraph) -> [SymbolID] {
    var region = Set(broken)
    var waiting = broken
    while let symbol = waiting.popLast() {
      graph.forEachDependent(of: symbol) { if region.insert($0).inserted { waiting.append($0) } }
    }
    var touched = region.filter { cycles.removeValue(forKey: $0) != nil }
    for component in components(of: region.sorted(), within: region, in: graph) {
      var height: UInt32 = 0
      var isCycle = component.count > 1
      let members = Set(component)
      for symbol in component {
        graph.forEachDependency(of: symbol) { dependency in
          if members.contains(dependency) {
            isCycle = true
          } else {
            height = max(height, heights[Int(dependency.index)] + 1)
          }
        }
      }
      for symbol in component { heights[Int(symbol.index)] = height }
      guard isCycle else { continue }
      for symbol in component {
        cycles[symbol] = nextCycle
        touched.insert(symbol)
      }
      nextCycle += 1
    }
    return touched.sorted()
  }

  /// Strongly connected components of the region, dependencies before dependents; with a stack of its own, since chains
  /// of references may be as long as the bundle.
  private func components(
    of symbols: [SymbolID], within region: Set<SymbolID>, in graph: some DependencyGraph
  ) -> [[SymbolID]] {
    var index: [SymbolID: Int] = [:]
    var low: [SymbolID: Int] = [:]
    var onStack: Set<SymbolID> = []
    var stack: [SymbolID] = []
    var result: [[SymbolID]] = []

    for root in symbols where index[root] == nil {
      var visits: [Visit] = []
      func enter(_ symbol: SymbolID) {
        index[symbol] = index.count
        low[symbol] = index[symbol]
        stack.append(symbol)
        onStack.insert(symbol)
        var dependencies: [SymbolID] = []
        graph.forEachDependency(of: symbol) { if region.contains($0) { dependencies.append($0) } }
        visits.append(Visit(symbol: symbol, dependencies: dependencies))
      }
      enter(root)
      while let visit = visits.last {
        if visit.next < visit.dependencies.count {
          visits[visits.count - 1].next += 1
          let dependency = visit.dependencies[visit.next]
          if index[dependency] == nil {
            enter(dependency)
          } else if onStack.contains(dependency) {
            low[visit.symbol] = min(low[visit.symbol, default: 0], index[dependency, default: 0])
          }
          continue
        }
        visits.removeLast()
        if let parent = visits.last {
          low[parent.symbol] = min(low[parent.symbol, default: 0], low[visit.symbol, default: 0])
        }
        guard low[visit.symbol] == index[visit.symbol] else { continue }
        var component: [SymbolID] = []
        while let member = stack.popLast() {
          onStack.remove(member)
          component.append(member)
          if member == visit.symbol { break }
        }
        result.append(component)
      }
    }
    return result
  }
}

/// An id whose dependencies are being looked at.
private struct Visit {
  var symbol: SymbolID
  var dependencies: [SymbolID]
  var next = 0
}
