// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Names, values and ids that something speaks of, by number. The others are given back, see `Resolver.reclaim`.
struct Usage {
  var names: [Bool]
  var values: [Bool]
  var symbols: [Bool]
}

extension Resolver {
  /// Gives back the numbers of names, values and ids that nothing speaks of any more, so that a bundle which is edited for
  /// days needs no more than one that was just loaded.
  ///
  /// Costs a walk over the bundle each time that `ResolverLimits.unusedNumbers` new ones came. States that somebody keeps
  /// have storage of their own, where the numbers mean what they meant.
  mutating func reclaim() {
    let count = database.numberCount
    guard database.hasRemoved else {
      usedNumbers = count
      return
    }
    guard count - usedNumbers >= limits.unusedNumbers else { return }
    var usage = database.usage()
    for view in views.values {
      view.state.note(&usage)
      guard let past = view.past else { continue }
      // So that its ids and names go on having the numbers that they have now.
      if case .state(let state) = past.source { state.note(&usage) }
      past.forEachKey { key in
        if let name = database.names.find(key) { usage.names[Int(name.index)] = true }
      }
    }
    database.reclaim(allBut: &usage)
    usedNumbers = database.numberCount
  }

}

extension ResolvedState {
  fileprivate func note(_ usage: inout Usage) {
    func note(_ value: ResolvedValue) {
      switch value.kind {
      case .leaf(let value), .copy(let value): usage.values[Int(value.index)] = true
      case .alias, .object, .unresolved: break
      }
    }
    for index in 0..<symbols.count {
      let id = symbols[index]
      guard id.isDeclared else { continue }
      usage.symbols[index] = true
      note(results[index].value)
      for place in id.first..<id.first + id.count {
        let slot = slots[Int(place)]
        note(outcome(of: Int(place)))
        if slot.parent != 0, slot.name != .none { usage.names[Int(slot.key)] = true }
      }
    }
  }
}

extension Database {
  /// How many names, values and ids have a number; a long text counts as many.
  var numberCount: Int { names.count + values.count + values.excess + symbolCount - freeSymbols.count }

  /// What the declarations of all files speak of.
  func usage() -> Usage {
    var usage = Usage(
      names: Array(repeating: false, count: names.texts.count),
      values: Array(repeating: false, count: values.values.count),
      symbols: (0..<symbolCount).map { isDeclared(SymbolID(index: UInt32($0))) })
    forEachNode { node in
      if node.key != NameID.none.index { usage.names[Int(node.key)] = true }
      switch node.operation {
      case .literal, .glyph: usage.values[Int(node.operand)] = true
      case .reference, .lookup, .inherit: usage.symbols[Int(node.operand)] = true
      case .object, .array, .font, .colorReference, .calls, .invalid, .invalidInherit: break
      }
    }
    return usage
  }

  /// Forgets everything but what is used; what belongs to something used is used as well.
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
