// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension OutputFormat {
  static let shell = terminal(
    name: "sh", comment: .init("# "),
    summary: "Variables of a shell: color0 to color15, background and the other roles",
    options: [], takeover: "a script reads it by `. FILE`"
  ) { colors, _ in
    let lines = colors.byRole.map { role, color in
      "export \(String(role.map { $0 == "-" ? "_" : $0 }))='\(color.hex)'"
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
