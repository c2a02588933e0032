// SPDX-License-Identifier: GPL-2.0-or-later

extension String {
  /// The parts between separators of one byte, empty ones included. `split(separator:)` compares characters, and a separator with a
  /// combining mark behind it is a different character.
  func segments(at separator: UInt8) -> [String] {
    utf8.split(separator: separator, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }
}
