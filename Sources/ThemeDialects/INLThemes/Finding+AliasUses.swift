// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension Finding {
  /// The maximum number of uses of an alias that a finding names.
  private static let maximumUses = 16

  /// Names a use of the alias that the finding is about, if its place is known.
  mutating func addUse(_ range: ByteRange?, _ message: String = "used here") {
    guard let range, related.count < Self.maximumUses else { return }
    related.append(.init(message: message, range: range))
  }
}
