// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The layout of a load: no id has slots yet, and references are packed later.
extension LayoutStage {
  /// Lays out ids and writes their slots, each id after its parents. The workers lay out the ids of one inheritance height, which do
  /// not read each other.
  ///
  /// - Parameter ids: all that inherit are among them. Sorted, each once.
  mutating func load(
    _ ids: [SymbolID], past: Past?, _ graph: inout SlotGraph, _ database: inout Database, on workers: any Workers
  ) {
    enqueue(ids, graph, database)
    while var (_, level) = queue.popFirst() {
      level.sortUniquely()
      for start in stride(from: 0, to: level.count, by: Self.idsAtOnce) {
        let batch = level[start..<min(start + Self.idsAtOnce, level.count)]
        for (symbol, layout) in layouts(of: batch, past: past, graph, database, on: workers) {
          graph.add(note(layout, of: symbol, &database), at: symbol, hasPast: past != nil, database)
        }
      }
    }
  }

  /// Ids whose layouts are in memory at a time.
  private static var idsAtOnce: Int { 2_048 }
  /// Ids that a worker lays out without handing over.
  private static var idsOfWorker: Int { 8 }

  /// The layouts of several ids, by workers. They read the state as it is: nothing is written before all have ended.
  private func layouts(
    of symbols: ArraySlice<SymbolID>, past: Past?, _ graph: SlotGraph, _ database: Database, on workers: any Workers
  ) -> [(SymbolID, SymbolLayout.Result)] {
    var all: [(SymbolID, SymbolLayout.Result)] = []
    all.reserveCapacity(symbols.count)
    workers.inOrder((symbols.count + Self.idsOfWorker - 1) / Self.idsOfWorker) { number in
      let first = symbols.startIndex + number * Self.idsOfWorker
      return layouts(of: symbols[first...].prefix(Self.idsOfWorker), past: past, graph, database)
    } take: {
      all += $1
    }
    return all
  }
}
