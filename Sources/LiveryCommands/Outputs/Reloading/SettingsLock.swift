// SPDX-License-Identifier: GPL-2.0-or-later

/// Lets the `gsettings` of one output run at a time. Where the settings are one file, the program reads and writes the whole file,
/// so that two at once lose a value.
final class SettingsLock {
  private var isLocked = false
  private var waiting: [() -> Void] = []

  /// Calls a function as soon as the lock is free: now, or from a later `release()`. The function, or an event after it, releases
  /// the lock.
  func acquire(_ run: @escaping () -> Void) {
    guard !isLocked else { return waiting.append(run) }
    isLocked = true
    run()
  }

  func release() {
    isLocked = false
    if !waiting.isEmpty { acquire(waiting.removeFirst()) }
  }
}
