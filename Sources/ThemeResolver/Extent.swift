// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// How far an id unfolds when everything that it refers to is written out.
struct Extent: Hashable, Sendable {
  var depth: Int
  var values: Int
}

extension Extent {
  /// That of a value which is stored as a whole. Costs the size of the value.
  init(of value: Value) {
    self.init(depth: 1, values: 1)
    guard case .object(let members) = value else { return }
    for member in members {
      let inner = Extent(of: member.value)
      depth = max(depth, inner.depth + 1)
      values += inner.values
    }
  }
}

extension View {
  /// The extent of an id. Ids that contain whole others have theirs kept; for the rest it costs the id's own size.
  func extent(of symbol: SymbolID) -> Extent {
    if let known = extents[symbol] { return known }
    let slots = state.slots(of: symbol)
    return Extent(depth: Elaboration.depth(of: slots), values: slots.count)
  }

  /// Notes the extent of an id whose slots changed, when it contains whole other ids.
  mutating func updateExtent(of symbol: SymbolID, _ values: ValueTable) {
    let slots = state.slots(of: symbol)
    let first = Int(state.symbols[Int(symbol.index)].first)
    var extent: Extent?
    for (index, slot) in slots.enumerated() {
      let contained: Extent
      switch state.outcome(of: first + index).kind {
      case .alias(let target) where slot.target != nil: contained = self.extent(of: target)
      case .copy(let value): contained = Extent(of: values[value])
      case .alias, .leaf, .object, .unresolved: continue
      }
      let own = extent ?? Extent(depth: Elaboration.depth(of: slots), values: slots.count)
      extent = Extent(
        depth: max(own.depth, depth(of: UInt32(first + index)) + contained.depth),
        values: own.values + min(contained.values, limits.values))
    }
    if extent != extents[symbol] { extents[symbol] = extent }
  }

  /// The levels above a slot within its id, its own included.
  func depth(of slot: UInt32) -> Int {
    var depth = 1
    var slot = slot
    while state.slots[Int(slot)].parent != 0 {
      slot -= state.slots[Int(slot)].parent
      depth += 1
    }
    return depth
  }
}
