// SPDX-License-Identifier: GPL-2.0-or-later

extension Flat {
  package static var starterFiles: [StarterFile] {
    [
      StarterFile(path: "livery.json", text: #"{ "dialect": "flat" }"#),
      StarterFile(
        path: "default.json",
        text: """
          {
            "accentColor": "21,101,192",
            "titleFontName": "Georgia",
            "titleFontSize": 18,
            "gap": 8
          }
          """),
      StarterFile(path: "night.json", text: #"{ "accentColor": "144,202,249" }"#),
    ]
  }
}
