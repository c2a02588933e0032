// SPDX-License-Identifier: MIT

package import LinuxIO
import Synchronization

/// A clock that a test moves.
package final class DrivenClock: Sendable {
  private let time = Atomic<UInt64>(1_000_000_000)
  /// Nanoseconds that pass with each look at it.
  private let step: UInt64

  package init(step: UInt64 = 0) {
    self.step = step
  }

  package var clock: MonotonicClock {
    MonotonicClock { self.time.wrappingAdd(self.step, ordering: .relaxed).newValue }
  }

  package func advance(milliseconds: UInt64) {
    time.wrappingAdd(milliseconds * 1_000_000, ordering: .relaxed)
  }
}
