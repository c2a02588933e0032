// SPDX-License-Identifier: GPL-2.0-or-later

/// When the language server frees memory: a moment after it used much of it, so that no key waits, and never while nothing
/// happens.
struct MemoryRelease {
  /// The time of the next call of `isDue`; nil while there is little to free.
  private(set) var deadline: UInt64?

  /// Nanoseconds from the use of much memory until it is freed.
  private static let delay: UInt64 = 250_000_000

  mutating func noteUse(now: UInt64) { deadline = now + Self.delay }

  /// Whether free memory has to be returned to the system now, which ends the wait.
  ///
  /// - Parameter compress: compresses some texts. Returns whether texts may be left, for which `deadline` stays.
  mutating func isDue(now: UInt64, compress: () -> Bool) -> Bool {
    guard let deadline, deadline <= now, !compress() else { return false }
    self.deadline = nil
    return true
  }
}
