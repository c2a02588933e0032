// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeEngine
package import ThemeModel

/// A publication in the context that the embedding program observes.
package struct ObservedPublication: Sendable {
  package let bundle: String
  package let old: Snapshot
  package let new: Snapshot
  package let delta: Delta
  /// Consumers of the bundle, in all contexts.
  package let consumers: Int
  /// From the wake-up to the last consumer, a period of grace included.
  package let nanoseconds: UInt64
}
