// SPDX-License-Identifier: GPL-2.0-or-later

import Reporting
import StyledText
import ThemeModel

extension Value {
  /// The value on one line, as commands print it.
  var line: String {
    var line = StyledLine()
    line.append(self)
    return line.text(for: .plain)
  }

  private static let maximumHint = 40

  /// A short text beside a reference; nil for objects and long values.
  var hint: String? {
    if case .object = self { return nil }
    let line = line
    return line.unicodeScalars.count <= Self.maximumHint ? line : nil
  }
}
