// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ThemeEngine

/// Gives memory back to the system once much may have been freed: the C library keeps most of it by itself.
struct FreedMemory {
  /// What was read since memory was last given back, in bytes.
  private var bytes = 0
  private var counters = EngineCounters()

  /// What was read is given back after so many bytes.
  private static let enough = 1 << 24
  /// What a value takes at least while it is read and resolved.
  private static let bytesOfValue = 128

  /// Counts a file that was read.
  mutating func take(bytes count: Int) { bytes += count }

  /// Counts the values that an engine read since the last call: a small file may unfold to many, and leaves as much when it
  /// goes.
  mutating func take(_ engine: EngineCounters) {
    let values = engine.valuesTaken - counters.valuesTaken + engine.nodesDiscarded - counters.nodesDiscarded
    bytes += values * Self.bytesOfValue
    counters = engine
  }

  /// Gives memory back if enough was read.
  ///
  /// - Parameter isCompacted: the engine gave back storage.
  mutating func giveBack(isCompacted: Bool) {
    guard isCompacted || bytes >= Self.enough else { return }
    bytes = 0
    returnFreeMemory()
  }
}
