// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeEngine

/// A snapshot that many consumers hold. One reference is counted for it, and not one for each of its parts.
final class SharedSnapshot {
  /// Is only ever replaced by an equal snapshot.
  var snapshot: Snapshot

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  var generation: Int { snapshot.generation }
}
