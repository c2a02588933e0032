// SPDX-License-Identifier: GPL-2.0-or-later

/// How long the daemon waits for what other programs do, in nanoseconds.
package struct Patience: Sendable, Hashable {
  /// A state with new errors is held back for this long: an editor that replaces a file is long done by then.
  package var grace: UInt64 = 30_000_000
  /// What a writer has from its first byte to its close. Some never close, and one kind of close is not heard of: that of a
  /// file without a name, which gets its name later.
  package var writing: UInt64 = 100_000_000
  /// What is changed under git's lock is held back for this long at most: a git that died leaves its lock behind.
  package var lock: UInt64 = 2_000_000_000
  /// Who writes many files is done when he is quiet for this long.
  package var pause: UInt64 = 20_000_000
  /// What comes after the first of many files is held back for this long at most.
  package var burst: UInt64 = 250_000_000
  /// The time between two looks at what cannot be watched.
  package var polling: UInt64 = 1_000_000_000

  package init() {}
}
