// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension Roles {
  /// The roles that a theme brings: those of base16 and base24 follow from their styling guide. None in other dialects.
  package init(of theme: OutputTheme) {
    guard theme.dialect == .base16 else {
      self.init()
      return
    }
    // A scheme whose `base17` has an error stays one of base24.
    let isBase24 = theme.value(at: "constants/scheme-system") == .string("base24")
    let bright = isBase24 ? ["12", "14", "13", "16", "17", "15"] : ["08", "0B", "0A", "0D", "0E", "0C"]
    let slots = ["00", "08", "0B", "0A", "0D", "0E", "0C", "05", "03"] + bright + ["07"]
    let named: [Name: String] = [
      .background: "00", .foreground: "05", .selection: "02", .accent: "0D", .border: "02", .error: "08",
      .warning: "0A", .success: "0B",
    ]
    self.init(
      named.mapValues { "constants/base\($0)" },
      ansi: slots.map { "constants/base\($0)" })
  }
}
