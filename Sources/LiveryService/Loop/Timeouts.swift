// SPDX-License-Identifier: GPL-2.0-or-later

/// How long the daemon waits for other programs to finish their work, in nanoseconds.
package struct Timeouts: Sendable, Hashable {
  /// A state with new errors is held back for this long: an editor that replaces a file is done long before.
  package var grace: UInt64 = 30_000_000
  /// The time that a writer has from its first byte to its close. Some programs never close, and one kind of close makes no event:
  /// that of a file without a name, which gets its name later.
  package var writing: UInt64 = 100_000_000
  /// Changes under git's lock are held back for this long at most: a git that was killed leaves its lock behind.
  package var lock: UInt64 = 2_000_000_000
  /// A program that writes many files is done when it is quiet for this long.
  package var pause: UInt64 = 20_000_000
  /// Changes after the first of many files are held back for this long at most.
  package var burst: UInt64 = 250_000_000
  /// The time between two looks at files that cannot be watched.
  package var polling: UInt64 = 1_000_000_000

  package init() {}
}
