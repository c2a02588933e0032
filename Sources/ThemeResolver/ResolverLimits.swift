// SPDX-License-Identifier: GPL-2.0-or-later

/// Bounds on what a theme can make the resolver build.
package struct ResolverLimits: Sendable, Hashable {
  /// Levels of an object, referenced and inherited ones included.
  package var depth: Int
  /// Values that one id may unfold to, referenced and inherited ones included.
  package var values: Int
  /// Names, values and ids that nothing speaks of any more, and that are kept until there are so many. Each 32 bytes of a
  /// text count as one.
  package var unusedNumbers: Int
  /// Slots of a view up to which it does not matter how many are free, see `Resolver.isSparse`.
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
