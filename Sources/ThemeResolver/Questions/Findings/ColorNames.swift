// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// A sum over the names of the ids that may be colours, by which a kept suggestion shows whether it still holds.
struct ColorNames: Sendable {
  private struct IDs: Sendable {
    var symbols = ChunkedArray<SymbolState>()
    var results = ChunkedArray<Resolution>()
  }

  private var last = IDs()
  private var lastSum: UInt64 = 0
  /// The database's count of reclamations for `last`: afterwards numbers may belong to other ids.
  private var reclamations = 0
  /// The number of ids that were looked at, for tests. Never decreases.
  private(set) var idsFollowed = 0

  /// Costs the difference from the state of the last call.
  mutating func sum(in state: ResolvedState, _ database: Database) -> UInt64 {
    if reclamations != database.reclamations { forget() }
    let old = last
    let new = IDs(symbols: state.symbols, results: state.results)
    var sum = lastSum
    func summand(of index: Int, in ids: IDs) -> UInt64 {
      guard index < ids.symbols.count, ids.symbols[index].isDeclared, database.mayBeColor(ids.results[index].value)
      else { return 0 }
      let id = ids.symbols[index]
      return ContentHash.combine(database.names.hash(id.name), UInt64(id.space.rawValue))
    }
    func follow(_ index: Int) {
      idsFollowed += 1
      sum = sum &- summand(of: index, in: old) &+ summand(of: index, in: new)
    }
    ChunkedArray.forEachUnsharedIndex(old.symbols, new.symbols, follow)
    ChunkedArray.forEachDifferentIndex(old.results, new.results) { index in
      let isInBoth = index < min(old.symbols.count, new.symbols.count)
      // The others were followed with their chunk of ids.
      if isInBoth, old.symbols.isShared(with: new.symbols, in: index..<index + 1) { follow(index) }
    }
    last = new
    lastSum = sum
    reclamations = database.reclamations
    return sum
  }

  /// Releases the state of the last call.
  mutating func forget() {
    last = IDs()
    lastSum = 0
  }
}

extension Database {
  /// Whether the value of an id is a colour, or may become one when its errors are corrected.
  func mayBeColor(_ value: ResolvedValue) -> Bool {
    switch value.kind {
    case .unresolved: return true
    case .alias, .copy, .object: return false
    case .leaf(let value):
      if case .color = values[value] { return true }
      return false
    }
  }
}
