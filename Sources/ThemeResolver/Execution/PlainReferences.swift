// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The execution of ids that are one plain reference each, as most ids of a long sweep are. They lie far apart in memory, so that a
/// batch of them is read array by array and then written array by array: the processor waits for many cache misses at a time.
extension ExecutionStage {
  /// What is read for a batch of this size fits into a level 2 cache.
  private static let maximumBatch = 1_024
  /// Fewer slots are executed one by one.
  private static let minimumBatch = 8

  /// Executes these ids in the present wave. The other slots remain in the wave.
  ///
  /// An id is executed in the wave in which it is queued, even if it stands higher: its only input has its new value.
  mutating func executeReferences(height: Int, _ graph: inout SlotGraph, _ database: Database) {
    guard queue.slots.count >= Self.minimumBatch else { return }
    var others: [UInt32] = []
    Self.forEachBatch(of: queue.slots) { batch in
      let changed = executeReferences(among: batch, addingOthersTo: &others, &graph, database)
      queue.add(graph.references, of: changed, height: height + 1)
    }
    queue.keep(others)
  }

  /// Executes these ids in the present level of a load. Returns the other ids.
  mutating func loadReferences(of level: [UInt32], _ graph: inout SlotGraph, _ database: Database) -> [UInt32] {
    guard level.count >= Self.minimumBatch else { return level }
    var others: [UInt32] = []
    Self.forEachBatch(of: level) { batch in
      let roots = graph.state.symbols.elements(at: batch).filter(\.isDeclared).map(\.first)
      _ = executeReferences(among: roots, addingOthersTo: &others, &graph, database)
    }
    return graph.state.slots.elements(at: others).map(\.key)
  }

  private static func forEachBatch(of numbers: [UInt32], _ body: ([UInt32]) -> Void) {
    for start in stride(from: 0, to: numbers.count, by: maximumBatch) {
      body(Array(numbers[start..<min(start + maximumBatch, numbers.count)]))
    }
  }

  /// Executes the ids of this kind among some slots. Returns the ids with a new result.
  private mutating func executeReferences(
    among batch: [UInt32], addingOthersTo others: inout [UInt32], _ graph: inout SlotGraph, _ database: Database
  ) -> [UInt32] {
    guard batch.count >= Self.minimumBatch, failures.isEmpty, evaluator.issues.isEmpty, !graph.order.hasCycles else {
      others += batch
      return []
    }
    let slots = graph.state.slots.elements(at: batch)
    let targets = graph.state.results.elements(at: slots.map { $0.isSoleReference ? $0.operand : 0 })
    var plain: [Int] = []
    plain.reserveCapacity(batch.count)
    for place in slots.indices {
      let slot = slots[place]
      if slot.isSoleReference, evaluator.isWholeValue(targets[place], of: slot, database.values),
        !evaluator.sizes.isStored(SymbolID(index: slot.key))
      {
        plain.append(place)
      } else {
        others.append(batch[place])
      }
    }
    queue.countExecuted(plain.count)
    return graph.state.setResults(
      of: slots.elements(at: plain).map(\.key), to: targets.elements(at: plain), slots: batch.elements(at: plain),
      database.names)
  }
}

extension Array {
  /// The elements at some places, which are sorted and each there once.
  func elements(at places: [Int]) -> [Element] { places.count == count ? self : places.map { self[$0] } }
}
