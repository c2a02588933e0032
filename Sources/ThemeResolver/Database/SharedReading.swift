// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Reads values out of a state so that an id which is referred to many times is written out once: its value is shared, and the
/// cost is that of the ids it is made of, however far they unfold.
struct SharedReading: Sendable {
  private let state: ResolvedState
  /// The objects that were read, by the slot that has their members.
  private var known: [Int: Value] = [:]

  init(_ state: ResolvedState) { self.state = state }

  /// As `ResolvedState.value(at:)`.
  mutating func value(at slot: Int) -> Value? {
    switch state.outcome(of: slot).kind {
    case .leaf, .copy, .unresolved: return state.value(at: slot)
    case .alias, .object: break
    }
    guard let object = state.object(at: slot) else { return nil }
    if let value = known[object] { return value }
    var members: [Value.Member] = []
    for member in state.members(of: object) {
      guard let value = value(at: member.slot) else { continue }
      members.append(Value.Member(key: member.key, value: value))
    }
    known[object] = .object(members)
    return .object(members)
  }
}
