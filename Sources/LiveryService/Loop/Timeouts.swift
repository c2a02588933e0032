// SPDX-License-Identifier: GPL-2.0-or-later

/// The times for which the daemon waits for other programs, in nanoseconds.
package struct Timeouts: Sendable, Hashable {
  /// The delay of a state with new errors. An editor replaces a file in far less time.
  package var grace: UInt64 = 30_000_000
  /// The maximum time from a writer's first byte to its close. Some programs never close the file. Closing a file without a name,
  /// which gets its name later, makes no event.
  package var writing: UInt64 = 100_000_000
  /// The maximum delay of changes under git's lock: a killed git leaves its lock behind.
  package var lock: UInt64 = 2_000_000_000
  /// The pause after which a program that writes many files counts as done.
  package var pause: UInt64 = 20_000_000
  /// The maximum delay of changes after the first of many files.
  package var burst: UInt64 = 250_000_000
  /// The time after a load in which consumers get their first snapshots, before memory is freed.
  package var load: UInt64 = 250_000_000
  /// The time between two scans of files that cannot be watched.
  package var polling: UInt64 = 1_000_000_000

  package init() {}
}
