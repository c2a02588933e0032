// SPDX-License-Identifier: GPL-2.0-or-later

extension INLThemes {
  package static var starterFiles: [StarterFile] {
    [
      StarterFile(path: "livery.json", text: #"{ "dialect": "inlthemes", "default": "default" }"#),
      StarterFile(
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
