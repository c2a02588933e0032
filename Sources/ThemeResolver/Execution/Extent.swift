// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// How far an id or a value unfolds when everything that it refers to is written out.
struct Extent: Hashable, Sendable {
  /// Levels, its own included.
  var depth: Int
  var values: Int

  /// That of a value without parts.
  static let one = Extent(depth: 1, values: 1)

  /// Counts a part.
  mutating func contain(_ part: Extent) {
    depth = max(depth, part.depth + 1)
    // Each part is within a limit, and there are fewer of them than a bundle has values.
    values += part.values
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
      case .copy(let value): contained = values.extent(value)
      // What is computed has its parts below it.
      case .leaf(let value) where !slot.isComputed: contained = values.extent(value)
      case .alias, .leaf, .object, .unresolved: continue
      }
      if contained == .one { continue }
      let own = extent ?? Extent(depth: Elaboration.depth(of: slots), values: slots.count)
      extent = Extent(
        depth: max(own.depth, depth(of: UInt32(first + index)) - 1 + contained.depth),
        values: own.values + min(contained.values, limits.values) - 1)
    }
    if extent != extents[symbol] { extents[symbol] = extent }
  }

  /// Whether a slot came to something that unfolds further than its id says.
  func isUnfolded(_ result: ResolvedValue, _ slot: Slot, _ values: ValueTable) -> Bool {
    switch result.kind {
    case .alias, .copy: true
    case .leaf(let value): !slot.isComputed && values.extent(value) != .one
    case .object, .unresolved: false
    }
  }

  /// How far a slot unfolds.
  func extent(at slot: UInt32, _ values: ValueTable) -> Extent {
    switch state.outcome(of: Int(slot)).kind {
    case .leaf(let value), .copy(let value): return values.extent(value)
    case .alias(let target): return extent(of: target)
    case .unresolved: return Extent(depth: 0, values: 0)
    case .object:
      var extent = Extent.one
      for child in children(of: slot) { extent.contain(self.extent(at: child, values)) }
      return extent
    }
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
