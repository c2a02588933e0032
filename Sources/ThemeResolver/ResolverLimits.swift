// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections

/// Limits on the values that a theme can make the resolver build.
package struct ResolverLimits: Sendable, Hashable {
  /// Levels of an object, including those of referenced and inherited objects.
  package var depth: Int
  /// Values of one id, including those of referenced and inherited objects.
  package var values: Int
  /// The maximum of unused names, values and ids that are kept before numbers are freed. Small bundles keep fewer, see
  /// `Resolver.reclaim`. Each 32 bytes of a text count as one.
  package var unusedNumbers: Int
  /// The number of slots up to which free slots do not matter, see `Resolver.isSparse`.
  package var smallSlots: Int

  package init(
    depth: Int = 128, values: Int = 4_000_000, unusedNumbers: Int = 16_384, smallSlots: Int = 1 << 16
  ) {
    self.depth = depth
    self.values = values
    self.unusedNumbers = unusedNumbers
    self.smallSlots = smallSlots
  }
}
