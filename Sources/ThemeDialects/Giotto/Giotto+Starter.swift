// SPDX-License-Identifier: GPL-2.0-or-later

extension Giotto {
  package static var starterFiles: [StarterFile] {
    [
      StarterFile(
        path: "theme_default.json",
        text: """
          {
            "formatVersion": 2,
            "Constants": {
              "COLOR_ACCENT": "color:1565C0",
              "COLOR_ACCENT_PRESSED": "color:0D47A1",
              "COLOR_ON_ACCENT": "color:FFFFFF",
              "DIMENSION_GAP": 8
            },
            "Buttons": {
              "Button": {
                "backgroundColor": "COLOR_ACCENT",
                "titleColor": "COLOR_ON_ACCENT",
                "margin": "DIMENSION_GAP",
                "highlighted:backgroundColor": "COLOR_ACCENT_PRESSED"
              },
              "WideButton": { "_superstyle": "Button", "layer.borderWidth": 2 }
            }
          }
          """),
      StarterFile(
        path: "night.json",
        text: """
          {
            "formatVersion": 2,
            "Constants": {
              "COLOR_ACCENT": "color:90CAF9",
              "COLOR_ACCENT_PRESSED": "color:64B5F6",
              "COLOR_ON_ACCENT": "color:000000"
            }
          }
          """),
    ]
  }
}
