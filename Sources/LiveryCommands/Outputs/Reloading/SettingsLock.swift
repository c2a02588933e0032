// SPDX-License-Identifier: GPL-2.0-or-later

/// Lets the `gsettings` of one output run at a time. Where the settings are one file, the program reads and writes the whole file,
/// so that two at once lose a value.
final class SettingsTurn {
  private var isTaken = false
  private var waiting: [() -> Void] = []

  /// Calls a function as soon as the turn is free: now, or from a later `release()`. The function, or an event after it, releases
  /// the turn.
  func take(_ run: @escaping () -> Void) {
    guard !isTaken else { return waiting.append(run) }
    isTaken = true
    run()
  }

  func release() {
    isTaken = false
    if !waiting.isEmpty { take(waiting.removeFirst()) }
  }
}
