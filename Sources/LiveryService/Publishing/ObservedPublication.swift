// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeEngine
package import ThemeModel

/// A publication in the context that the embedding program observes.
package struct ObservedPublication: Sendable {
  package let bundle: String
  package let old: Snapshot
  package let new: Snapshot
  /// The difference, up to `maximumChanges` operations.
  package let delta: Delta
  /// Whether more values changed than `delta` has.
  package let isCut: Bool
  /// Consumers of the bundle, in all contexts.
  package let consumers: Int
  /// From the wake-up until all consumers whose socket had room were sent the message, a period of grace included.
  package let nanoseconds: UInt64

  /// A change of one object shows at each place that refers to it: a few lines unfold to millions of operations.
  static let maximumChanges = 100_000
}
