// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeEngine

/// The past from before the first unsaved text, while there are some: unsaved texts leave no trace.
struct PastOfFiles {
  private var past: KeptPast?

  /// Keeps the past before the first text is laid over a file.
  mutating func begin(_ engine: ThemeEngine, unless overlays: OverlayTable) {
    if overlays.isEmpty { past = engine.keepPast() }
  }

  /// Gives the engine its past from before the first unsaved text back, when the last one has ended.
  mutating func end(_ engine: ThemeEngine, unless overlays: OverlayTable) {
    guard overlays.isEmpty, let past else { return }
    self.past = nil
    engine.returnTo(past)
  }
}
