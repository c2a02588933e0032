// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeEngine
package import ThemeModel

/// A publication in the context that the embedding program observes.
package struct ObservedPublication: Sendable {
  /// The time for each stage, in nanoseconds.
  package struct Timings: Sendable, Hashable {
    /// Reading the files that changed.
    package var reading: UInt64 = 0
    /// Parsing, linking and resolving.
    package var resolving: UInt64 = 0
    /// Encoding and sending.
    package var sending: UInt64 = 0
    /// From the wake-up to the last consumer, a period of grace included.
    package var whole: UInt64 = 0
  }

  package let bundle: String
  package let old: Snapshot
  package let new: Snapshot
  package let delta: Delta
  /// Consumers of the bundle, in all contexts.
  package let consumers: Int
  package let timings: Timings
}
