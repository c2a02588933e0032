// SPDX-License-Identifier: GPL-2.0-or-later

extension Redbeard {
  package static var starterFiles: [StarterFile] {
    [
      StarterFile(path: "theme.inc.json", text: #"{ "themes": ["palette.json", "controls.json"] }"#),
      StarterFile(
        path: "palette.json",
        text: """
          {
            "color-accent": "#1565c0",
            "color-on-accent": "#ffffff",
            "gap": 8
          }
          """),
      StarterFile(
        path: "controls.json",
        text: """
          {
            "button": {
              "backgroundColor": "ref://color-accent",
              "titleColor": "ref://color-on-accent",
              "margin": "ref://gap",
              "height": 44,
              "height_iPad": 56,
              "highlighted": { "backgroundColor": "#0d47a1" }
            },
            "link-button": { "inherits": "ref://button", "height": 32 }
          }
          """),
    ]
  }
}
