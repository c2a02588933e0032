// SPDX-License-Identifier: GPL-2.0-or-later

/// A bundle that `livery init` makes, one for each dialect: named as the dialect is.
enum StarterBundle: String, CaseIterable, Sendable {
  case redbeard, oracle, giotto, flat, inlthemes

  struct File: Sendable {
    /// Relative to the bundle's root, which has no directories.
    let path: String
    let text: String
  }

  var files: [File] {
    switch self {
    case .redbeard:
      [
        File(path: "theme.inc.json", text: #"{ "themes": ["palette.json", "controls.json"] }"#),
        File(
          path: "palette.json",
          text: """
            {
              "color-accent": "#1565c0",
              "color-on-accent": "#ffffff",
              "gap": 8
            }
            """),
        File(
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
    case .oracle:
      [
        File(
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
    case .giotto:
      [
        File(
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
        File(
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
    case .flat:
      [
        File(path: "livery.json", text: #"{ "dialect": "flat" }"#),
        File(
          path: "default.json",
          text: """
            {
              "accentColor": "21,101,192",
              "titleFontName": "Georgia",
              "titleFontSize": 18,
              "gap": 8
            }
            """),
        File(path: "night.json", text: #"{ "accentColor": "144,202,249" }"#),
      ]
    case .inlthemes:
      [
        File(path: "livery.json", text: #"{ "dialect": "inlthemes" }"#),
        File(
          path: "default.json",
          text: """
            {
              "titleLabel": { "font": "Georgia", "fontSize": 18, "textColor": "#102030" },
              "card": { "backgroundColor": "#ffffff", "cornerRadius": 8 }
            }
            """),
      ]
    }
  }
}
