// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The names, values and ids that are in use, by number.
struct Usage {
  var names: [Bool]
  var values: [Bool]
  var symbols: [Bool]
}

extension Resolver {
  /// Frees the numbers of unused names, values and ids, so that a bundle that is edited for days needs as much memory as one
  /// that was just loaded.
  ///
  /// Costs a walk over the bundle each time that a quarter of the numbers is new: at least 1,024, at most
  /// `ResolverLimits.unusedNumbers`. Older states that are still held have
  /// storage of their own, in which the numbers keep their meaning.
  mutating func reclaim() {
    let count = database.numberCount
    guard database.hasRemoved else {
      usedNumbers = count
      return
    }
    guard count - usedNumbers >= min(limits.unusedNumbers, max(1_024, usedNumbers / 4)) else { return }
    var usage = database.usage()
    for view in views.values {
      view.state.markUsed(&usage)
      guard let past = view.past else { continue }
      // The ids and names of the past keep their numbers.
      if case .state(let state) = past.source { state.markUsed(&usage) }
      past.forEachKey { key in
        if let name = database.names.find(key) { usage.names[Int(name.index)] = true }
      }
    }
    database.reclaim(allBut: &usage)
    usedNumbers = database.numberCount
  }
}

extension ResolvedState {
  fileprivate func markUsed(_ usage: inout Usage) {
    func note(_ value: ResolvedValue) {
      switch value.kind {
      case .leaf(let value), .copy(let value): usage.values[Int(value.index)] = true
      case .alias, .object, .unresolved: break
      }
    }
    for index in 0..<symbols.count {
      guard symbols[index].isDeclared else { continue }
      usage.symbols[index] = true
      note(results[index].value)
      for place in slotIndices(of: SymbolID(index: UInt32(index))) {
        let slot = slots[place]
        note(outcomes[place])
        if slot.parent != 0, slot.name != .none { usage.names[Int(slot.key)] = true }
      }
    }
  }
}

extension Database {
  /// The number of names, values and ids. A long text counts as several.
  var numberCount: Int { names.count + values.count + values.excess + symbolCount - freeSymbols.count }

  /// The names, values and ids that the declarations of all files use.
  func usage() -> Usage {
    var usage = Usage(
      names: Array(repeating: false, count: names.texts.count),
      values: Array(repeating: false, count: values.values.count),
      symbols: (0..<symbolCount).map { isDeclared(SymbolID(index: UInt32($0))) })
    forEachNode { node in
      if node.key != NameID.none.index { usage.names[Int(node.key)] = true }
      switch node.operation {
      case .literal, .glyph: usage.values[Int(node.operand)] = true
      case .reference, .lookup, .inherit, .part: usage.symbols[Int(node.operand)] = true
      case .absent where node.operand != SymbolID.none.index: usage.symbols[Int(node.operand)] = true
      case .object, .array, .font, .colorReference, .calls, .typed, .first, .absent, .invalid, .invalidInherit: break
      }
    }
    return usage
  }

  /// Frees everything that is not used. Names and ids that belong to used ones count as used.
  mutating func reclaim(allBut usage: inout Usage) {
    var waiting = usage.symbols.indices.filter { usage.symbols[$0] }.map { SymbolID(index: UInt32($0)) }
    while let symbol = waiting.popLast() {
      for other in [base(of: symbol), baseStyle(of: symbol), declared(symbol)] {
        guard let other, !usage.symbols[Int(other.index)] else { continue }
        usage.symbols[Int(other.index)] = true
        waiting.append(other)
      }
    }
    for index in usage.symbols.indices where usage.symbols[index] {
      usage.names[Int(name(SymbolID(index: UInt32(index))).index)] = true
    }
    for name in [fontKeys.name, fontKeys.textStyle, fontKeys.size, parentKey] { usage.names[Int(name.index)] = true }
    forgetSymbols(allBut: usage.symbols)
    names.reclaim(allBut: &usage.names)
    values.reclaim(allBut: usage.values)
  }
}
