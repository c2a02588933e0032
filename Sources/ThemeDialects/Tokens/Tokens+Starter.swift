// SPDX-License-Identifier: GPL-2.0-or-later

extension Tokens {
  package static var starterFiles: [StarterFile] {
    [
      StarterFile(
        path: "app.tokens.json",
        text: """
          {
            "color": {
              "$type": "color",
              "ink": { "$value": { "colorSpace": "srgb", "components": [0.1, 0.12, 0.15], "hex": "#1a1f26" } },
              "paper": { "$value": { "colorSpace": "srgb", "components": [0.98, 0.98, 0.96], "hex": "#fafaf5" } },
              "accent": { "$value": { "colorSpace": "oklch", "components": [0.6, 0.15, 250] } },
              "link": { "$value": "{color.accent}" }
            },
            "space": {
              "$type": "dimension",
              "small": { "$value": { "value": 4, "unit": "px" } },
              "medium": { "$value": { "value": 8, "unit": "px" } }
            },
            "text": {
              "body": {
                "$type": "typography",
                "$value": {
                  "fontFamily": ["Inter", "sans-serif"],
                  "fontSize": { "value": 1, "unit": "rem" },
                  "fontWeight": 400,
                  "letterSpacing": { "value": 0, "unit": "px" },
                  "lineHeight": 1.5
                }
              }
            }
          }
          """)
    ]
  }
}
