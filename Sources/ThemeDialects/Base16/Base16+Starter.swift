// SPDX-License-Identifier: GPL-2.0-or-later

extension Base16 {
  package static var starterFiles: [StarterFile] {
    [
      StarterFile(path: "livery.json", text: #"{ "dialect": "base16", "default": "my-dark" }"#),
      StarterFile(
        path: "my-dark.yaml",
        text: """
          system: "base16"
          name: "My Dark"
          author: "Me"
          variant: "dark"
          palette:
            base00: "#1b1f24" # background
            base01: "#262b32" # lighter background: status bars
            base02: "#38404a" # selection
            base03: "#5c6773" # comments
            base04: "#9aa5b1" # darker foreground: status bars
            base05: "#d5dbe1" # foreground
            base06: "#e6eaee" # lighter foreground
            base07: "#f7f9fa" # lightest foreground
            base08: "#e06c75" # red: variables, deleted lines
            base09: "#dd9a5b" # orange: numbers, constants
            base0A: "#e0c067" # yellow: classes, found text
            base0B: "#8fbf6a" # green: strings, inserted lines
            base0C: "#5fb8b0" # cyan: escapes, regular expressions
            base0D: "#64a6e8" # blue: functions, headings
            base0E: "#b98ae0" # magenta: keywords
            base0F: "#b5754e" # brown: embedded languages
          """),
      StarterFile(
        path: "my-light.yaml",
        text: """
          system: "base16"
          name: "My Light"
          author: "Me"
          variant: "light"
          palette:
            base00: "#f7f9fa"
            base01: "#e6eaee"
            base02: "#d0d7de"
            base03: "#8a95a1"
            base04: "#5c6773"
            base05: "#2b323a"
            base06: "#20262c"
            base07: "#14181c"
            base08: "#b3303a"
            base09: "#a65d1a"
            base0A: "#8f6b00"
            base0B: "#3f7d20"
            base0C: "#1a7a72"
            base0D: "#1f66b5"
            base0E: "#7a3fb0"
            base0F: "#84502c"
          """),
    ]
  }
}
