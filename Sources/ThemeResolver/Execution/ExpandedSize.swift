// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The size of an id or a value with everything that it refers to written out.
struct ExpandedSize: Hashable, Sendable {
  /// Levels, its own included.
  var depth: Int
  var values: Int

  /// The size of a value without parts.
  static let one = ExpandedSize(depth: 1, values: 1)

  /// Adds a part.
  mutating func add(_ part: ExpandedSize) {
    depth = max(depth, part.depth + 1)
    // Cannot overflow: each part is within a limit, and a bundle has a limited number of parts.
    values += part.values
  }
}

/// The expanded sizes of ids, and the ids whose size may have changed in this update.
struct ExpandedSizes: Sendable {
  /// A contained value counts as this many at most, so that sums stay far from overflow.
  private let maximumValues: Int
  /// Of ids that contain whole other ids.
  private var sizes = DenseMap<ExpandedSize>()
  /// Nil for any id, after a large layout.
  private var resized: Set<SymbolID>?

  /// Layouts above this number are not compared one by one.
  private static let maximumTracked = 1_024

  init(maximumValues: Int) { self.maximumValues = maximumValues }

  /// Begins an update.
  ///
  /// - Parameter laidOut: ids whose slots changed.
  mutating func begin(laidOut: [SymbolID]) {
    resized = laidOut.count > Self.maximumTracked ? nil : Set(laidOut)
  }

  /// Begins a load.
  mutating func beginLoad() { resized = nil }

  /// Whether the size of an id may have changed.
  func isResized(_ symbol: SymbolID) -> Bool { resized?.contains(symbol) ?? true }

  /// The expanded size of an id. It is stored for ids that contain whole other ids, and computed in O(slots) for others.
  func size(of symbol: SymbolID, _ graph: inout SlotGraph) -> ExpandedSize {
    sizes[symbol] ?? ownSize(of: symbol, graph.state)
  }

  /// The number of values that an id has with everything that it refers to.
  func values(of symbol: SymbolID, _ state: ResolvedState) -> Int {
    sizes[symbol]?.values ?? state.slotIndices(of: symbol).count
  }

  /// The size of an id without those of the ids that it refers to. Costs O(slots).
  private func ownSize(of symbol: SymbolID, _ state: ResolvedState) -> ExpandedSize {
    if state.slotIndices(of: symbol).count == 1 { return .one }
    let slots = state.slots(of: symbol)
    return ExpandedSize(depth: SymbolLayout.depth(of: slots), values: slots.count)
  }

  /// Whether the size of an id is stored.
  func isStored(_ symbol: SymbolID) -> Bool { sizes[symbol] != nil }

  /// Stores the size of an id, if it contains whole other ids.
  mutating func update(_ symbol: SymbolID, _ graph: inout SlotGraph, _ values: ValueTable) {
    var size: ExpandedSize?
    for index in graph.state.slotIndices(of: symbol) {
      let slot = graph.state.slots[index]
      let contained: ExpandedSize
      switch graph.state.outcomes[index].kind {
      case .alias(let target) where slot.target != nil: contained = self.size(of: target, &graph)
      case .copy(let value): contained = values.size(value)
      // The parts of a computed value are slots of their own.
      case .leaf(let value) where !slot.isComputed: contained = values.size(value)
      case .alias, .leaf, .object, .unresolved: continue
      }
      if contained == .one { continue }
      let own = size ?? ownSize(of: symbol, graph.state)
      size = ExpandedSize(
        depth: max(own.depth, graph.depth(of: UInt32(index)) - 1 + contained.depth),
        values: own.values + min(contained.values, maximumValues) - 1)
    }
    if size == sizes[symbol] { return }
    sizes[symbol] = size
    resized?.insert(symbol)
  }

  /// Whether a changed slot may change the size of its id.
  func mayChange(_ slot: Slot, from old: ResolvedValue, to new: ResolvedValue, _ values: ValueTable) -> Bool {
    if old != new { return isLarge(old, slot, values) || isLarge(new, slot, values) }
    // Only the content of a whole other id changed.
    if case .alias(let target) = new.kind { return isResized(target) }
    return false
  }

  /// Whether a value is larger than its slot, so that the size of the id has to be stored.
  private func isLarge(_ value: ResolvedValue, _ slot: Slot, _ values: ValueTable) -> Bool {
    switch value.kind {
    case .alias, .copy: true
    case .leaf(let value): !slot.isComputed && values.size(value) != .one
    case .object, .unresolved: false
    }
  }

  /// The size of a slot.
  func size(at slot: UInt32, _ graph: inout SlotGraph, _ values: ValueTable) -> ExpandedSize {
    switch graph.state.outcomes[Int(slot)].kind {
    case .leaf(let value), .copy(let value): return values.size(value)
    case .alias(let target): return size(of: target, &graph)
    case .unresolved: return ExpandedSize(depth: 0, values: 0)
    case .object:
      var size = ExpandedSize.one
      for child in graph.children(of: slot) { size.add(self.size(at: child, &graph, values)) }
      return size
    }
  }
}
