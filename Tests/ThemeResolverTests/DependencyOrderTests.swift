// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing

@testable import ThemeResolver

@Suite struct DependencyOrderTests {
  /// Ids and their dependencies.
  private struct Graph: DependencyGraph {
    var dependencies: [[UInt32]]

    func forEachDependency(of symbol: SymbolID, _ body: (SymbolID) -> Void) {
      for dependency in dependencies[Int(symbol.index)] { body(SymbolID(index: dependency)) }
    }

    func forEachDependent(of symbol: SymbolID, _ body: (SymbolID) -> Void) {
      for (id, dependencies) in dependencies.enumerated() where dependencies.contains(symbol.index) {
        body(SymbolID(index: UInt32(id)))
      }
    }
  }

  private var graph: Graph
  private var order = DependencyOrder()

  init() {
    graph = Graph(dependencies: [[UInt32]](repeating: [], count: 12))
    _ = order.update([], in: graph, symbolCount: graph.dependencies.count)
  }

  /// Sets the dependencies of an id, and expects a topological order.
  private mutating func check(_ id: UInt32, on dependencies: [UInt32], _ location: SourceLocation = #_sourceLocation) {
    graph.dependencies[Int(id)] = dependencies
    _ = order.update([SymbolID(index: id)], in: graph, symbolCount: graph.dependencies.count)
    for (id, dependencies) in graph.dependencies.enumerated() {
      let symbol = SymbolID(index: UInt32(id))
      for dependency in dependencies.map(SymbolID.init(index:)) {
        #expect(
          order.isCut(from: symbol, to: dependency) == reaches(dependency.index, symbol.index),
          "\(symbol.index) to \(dependency.index)", sourceLocation: location)
        #expect(
          order.isCut(from: symbol, to: dependency) || order.height(symbol) > order.height(dependency),
          sourceLocation: location)
      }
      #expect(order.height(symbol) <= order.highest, sourceLocation: location)
    }
    #expect(order.highest < 2 * graph.dependencies.count + 64, sourceLocation: location)
  }

  private func reaches(_ from: UInt32, _ to: UInt32) -> Bool {
    var seen: Set<UInt32> = []
    var waiting = [from]
    while let id = waiting.popLast() {
      if id == to { return true }
      if seen.insert(id).inserted { waiting += graph.dependencies[Int(id)] }
    }
    return false
  }

  @Test(arguments: 0..<10) mutating func randomEdgesKeepTheOrder(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<200 {
      let count = Int.random(in: 0...2, using: &random)
      check(.random(in: 0..<12, using: &random), on: (0..<count).map { _ in .random(in: 0..<12, using: &random) })
    }
  }

  /// 0 depends on 1, 2 on 3. Alternately 1 depends on 2 and 3 on 0: each turn raises all four.
  @Test mutating func alternatingEdgesDoNotRaiseHeightsForever() {
    check(0, on: [1])
    check(2, on: [3])
    for _ in 0..<200 {
      check(3, on: [0])
      check(3, on: [])
      check(1, on: [2])
      check(1, on: [])
    }
  }
}
