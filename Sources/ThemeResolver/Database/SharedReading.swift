// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Reads values out of a state one after the other, and reads each object that they refer to once.
struct SharedReading: Sendable {
  private let state: ResolvedState
  /// The objects that were read, by the slot of the object.
  private var known: [Int: Value] = [:]

  init(_ state: ResolvedState) { self.state = state }

  /// Same result as `ResolvedState.value(at:)`.
  mutating func value(at slot: Int) -> Value? { state.value(at: slot, sharing: &known) }
}
