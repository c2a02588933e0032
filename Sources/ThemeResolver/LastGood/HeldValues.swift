// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// Values that fail when they are executed, and keep their last good value.
extension ExecutionStage {
  /// A place that failed when it was executed.
  struct Failure: Hashable, Sendable {
    /// The slot of the place, counted from the root of its id.
    var slot: UInt32
    /// Whether the place keeps its earlier value. Otherwise it has the value of a cold resolve.
    var isHeld: Bool
  }

  /// Replaces the value of a failed place by its last good value.
  ///
  /// - Parameter result: the evaluated value of the slot.
  mutating func hold(
    _ result: inout Resolution, of slot: Slot, at place: SlotPlace, past: Past?, _ graph: inout SlotGraph,
    _ database: inout Database
  ) {
    let symbol = place.symbol
    failures.removeAll(at: place)
    // An id without a section has nothing to keep: the type of a group, for example, which most groups leave to their tokens.
    guard fails(slot, at: place, result, &graph), !database.space(symbol).sections.isEmpty,
      let keys = graph.keys(to: place.index)
    else { return }
    var failure = Failure(slot: place.offset, isHeld: false)
    defer { failures.add(failure, at: place) }
    guard let past else { return }
    if result.value.isResolved, past.isUnheld(symbol, keys, parent: nil, database) { return }
    guard let earlier = past.value(of: symbol, at: keys, database),
      let value = kept(of: earlier, beside: result, slot, database)
    else { return }
    let number = database.intern(value)
    let isObject = if case .object = value { true } else { false }
    let held = Resolution(
      value: isObject ? ResolvedValue(copy: number) : ResolvedValue(number), hash: database.values.hash(number))
    // The evaluated value is as good as the last good one.
    if held.hash == result.hash, result.value.isResolved { return }
    failure.isHeld = true
    result = held
  }

  /// The kept parts of an earlier value: all of it, or those parts of a token of several parts that failed. Nil if none is kept.
  private func kept(of earlier: Value, beside result: Resolution, _ slot: Slot, _ database: Database) -> Value? {
    guard slot.operation == .typed, case .leaf(let number) = result.value.kind,
      case .typed(let token) = database.values[number], token.value.isObject
    else { return earlier }
    return token.keeping(evaluator.failedParts.compactMap(\.first), of: earlier).map(Value.typed)
  }

  /// Whether the value of a slot is incomplete or wrong.
  private func fails(
    _ slot: Slot, at place: SlotPlace, _ result: Resolution, _ graph: inout SlotGraph
  ) -> Bool {
    // Half a font is only a warning.
    if slot.flags.contains(.isHalf) { return false }
    let parts = place.offset..<place.offset + slot.size
    let issues = evaluator.issues.notes(of: place.symbol, in: parts)
    if issues.contains(where: \.kind.isHalfFont) { return false }
    if !result.value.isResolved || evaluator.hasNotedError || slot.operation == .faultyLiteral { return true }
    guard slot.isComputed, slot.size > 1 else { return false }
    for child in place.index + 1..<place.index + slot.size {
      let child = Int(child)
      let isFaulty = graph.state.slots[child].operation == .faultyLiteral
      if isFaulty || !graph.state.outcomes[child].isResolved { return true }
    }
    return issues.contains(where: \.kind.isFailure)
  }
}
