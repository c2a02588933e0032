// SPDX-License-Identifier: GPL-2.0-or-later

extension Oracle {
  package static var starterFiles: [StarterFile] {
    [
      StarterFile(
        path: "theme.json",
        text: """
          [
            {
              "accentColor": "@color:0.08 0.4 0.75 1",
              "bodyFont": "@font:Helvetica:16"
            },
            {
              "UILabel": { "font": "@resource:bodyFont" },
              "UIButton": { "backgroundColor": "@resource:accentColor" },
              "UILabel>UIButton": { "textColor": "@color:1 1 1 1" },
              "~wide": { "layer.borderWidth": "@float:2" }
            }
          ]
          """)
    ]
  }
}
