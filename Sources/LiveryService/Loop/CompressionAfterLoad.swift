// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// Compresses the texts of loaded bundles, and returns their memory to the system. It works in turns between other events, so that
/// a save waits for one turn at most.
struct CompressionAfterLoad {
  /// Whether texts were compressed since memory was returned last.
  private var isFreed = false

  /// Bytes of texts in one turn: about ten milliseconds.
  private static let bytesOfTurn = 4 << 20

  /// Takes the next turn. Returns whether there is another one.
  mutating func proceed(_ bundles: [BundleHost]) -> Bool {
    if bundles.contains(where: { $0.compressTexts(atMost: Self.bytesOfTurn) }) {
      isFreed = true
      return true
    }
    if isFreed { returnFreeMemory() }
    isFreed = false
    return false
  }
}
