// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeEngine

/// A snapshot that many consumers hold, so that to hold it is to count one reference and not one for each of its parts.
final class SharedSnapshot {
  /// Replaced by an equal one alone.
  var snapshot: Snapshot

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  var generation: Int { snapshot.generation }
}
