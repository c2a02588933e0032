// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Reads values out of a state, and reads each referenced object once. The result shares it, so that the cost is the size of
/// the ids and not the expanded size.
struct SharedReading: Sendable {
  private let state: ResolvedState
  /// The objects that were read, by the slot of the object.
  private var known: [Int: Value] = [:]

  init(_ state: ResolvedState) { self.state = state }

  /// Same result as `ResolvedState.value(at:)`.
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
