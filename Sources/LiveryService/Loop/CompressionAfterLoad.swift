// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ThemeEngine

/// Compresses the texts of loaded bundles, and returns their memory to the system. It works in turns between other events, so that
/// a save waits for one turn at most.
struct CompressionAfterLoad {
  /// Whether texts were compressed since memory was returned last.
  private var isFreed = false

  /// Takes the next turn. Returns whether there is another one.
  mutating func proceed(_ bundles: [BundleHost]) -> Bool {
    if bundles.contains(where: { $0.compressTexts(atMost: ThemeEngine.textsOfTurn) }) {
      isFreed = true
      return true
    }
    if isFreed { returnFreeMemory() }
    isFreed = false
    return false
  }
}
