// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeEngine

/// A snapshot that many consumers hold, as one object: copying it counts one reference, not one for each part.
final class SharedSnapshot {
  /// Is only ever replaced by an equal snapshot.
  var snapshot: Snapshot

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  var generation: Int { snapshot.generation }
}
