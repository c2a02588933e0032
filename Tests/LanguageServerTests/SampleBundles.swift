// SPDX-License-Identifier: GPL-2.0-or-later

/// Small bundles for features.
enum SampleBundles {
  /// Includes, styles that inherit, a suppression, a device suffix.
  static let redbeard = [
    "theme.inc.json": #"{ "include": ["more/base.inc.json"], "themes": ["screens.json"] }"#,
    "more/base.inc.json": #"{ "themes": ["palette.json"] }"#,
    "more/palette.json": ##"{ "accent": "#2196f3", "accent_iPad": "#f32196", "gap": 4, "ink": "#000000" }"##,
    "screens.json": ##"""
    {
      "base": { "titleColor": "ref://accent", "margin": "ref://gap", "textAlignment": "left" },
      "button": { "inherits": "ref://base", "backgroundColor": "#ffffff", "titleColor": "ref://ink" },
      "quiet": { "inherits": "ref://button", "image": "glyph://accent/accent/3" }
    }
    """##,
    "livery.json":
      #"{ "contexts": { "tablet": { "device": "pad" } }, "suppressions": [{ "code": "unused", "id": "accent", "reason": "r" }] }"#,
  ]

  /// Styles that others name by `theme`, as an id and as a reference. `dark` is a constant.
  static let layers = [
    "theme.inc.json": #"{ "themes": ["a.json"] }"#,
    "a.json": ##"""
    {
      "button": { "height": 44 },
      "RBButton": { "theme": "button", "theme_iPad": "button" },
      "RBField": { "theme": "ref://button", "okButton": { "theme": "button" } },
      "dark": 1,
      "Page": { "theme": "dark" }
    }
    """##,
  ]

  static let tokens = [
    "a.tokens.json": ##"""
    {
      "color": {
        "$type": "color",
        "sea": { "$value": { "colorSpace": "oklch", "components": [0.6, 0.13, 245], "hex": "#1a80e6" } },
        "link": { "$value": "{color.sea}" }
      },
      "border": { "$type": "border", "$value": { "color": { "$ref": "#/color/sea/$value" }, "width": { "value": 1, "unit": "px" }, "style": "solid" } },
      "button": { "back": { "$value": "{color.sea}" } },
      "quiet": { "$extends": "{button}" }
    }
    """##
  ]

  /// Sources that are parts of a file, parts of a resolver document, and tokens beside a reference.
  static let parts = [
    "app.resolver.json": ##"""
    { "version": "2025.10",
      "$defs": { "ink": { "ink": { "$type": "number", "$value": 1 } } },
      "sets": {
        "core": { "sources": [{ "$ref": "core.tokens.json" }, { "$ref": "#/$defs/ink" }] },
        "lib": { "sources": [{ "$ref": "lib.tokens.json#/v1/exports", "own": { "$type": "number", "$value": 2 } }] },
        "other": { "sources": [{ "$ref": "sub/other.resolver.json#/sets/extra" }] } },
      "modifiers": { "size": { "contexts": { "s": [], "l": [{ "$ref": "lib.tokens.json#/large" }] } } },
      "resolutionOrder": [
        { "$ref": "#/sets/core" }, { "$ref": "#/sets/lib" }, { "$ref": "#/sets/other" }, { "$ref": "#/modifiers/size" }] }
    """##,
    "core.tokens.json": ##"""
    { "a": { "$value": "{lib.num}" }, "b": { "$ref": "#/lib/num" }, "c": { "$extends": "{lib}" },
      "d": { "$value": "{ink}" }, "e": { "$value": "{own}" }, "f": { "$value": "{extra}" } }
    """##,
    "lib.tokens.json": ##"""
    { "v1": { "exports": { "lib": { "num": { "$type": "number", "$value": 5 }, "two": { "$value": "{lib.num}" } } } },
      "large": { "lib": { "num": { "$type": "number", "$value": 6 } } }, "lib": { "num": {} } }
    """##,
    "sub/other.resolver.json": ##"""
    { "version": "2025.10", "sets": { "extra": { "sources": [{ "$ref": "x.tokens.json" }] } },
      "resolutionOrder": [{ "$ref": "#/sets/extra" }] }
    """##,
    "sub/x.tokens.json": ##"{ "extra": { "$type": "number", "$value": 3 } }"##,
  ]

  static let giotto = [
    "theme_default.json": ##"""
    {
      "formatVersion": 2,
      "Constants": { "INK": "color:102030", "INK2": "color:203040", "REGULAR": "Georgia" },
      "Labels": {
        "A": { "textColor": "INK", "font": "font:REGULAR,18" },
        "AB": { "_superstyle": "A", "label": "style:A,AB2" },
        "AB2": { "textColor": "INK2" }
      }
    }
    """##
  ]

  /// Values of several properties: one place refers once for each.
  static let shared = [
    "theme_default.json": ##"""
    {
      "formatVersion": 2,
      "Constants": { "INK": "color:102030" },
      "Labels": {
        "A": { "titleColor,layer.borderColor": "INK", "tintColor,fill": "color:203040" },
        "B": { "one,other": "style:A" }
      }
    }
    """##,
    "livery.json": #"{ "dialect": "giotto" }"#,
  ]

  /// One text of YAML that two tokens have.
  static let anchors = [
    "a.tokens.yaml": """
    gap: { $type: number, $value: 1 }
    one: { $type: number, $value: &gap "{gap}" }
    two: { $type: number, $value: *gap }
    base: &base { $extends: "{group}" }
    heir: *base
    group: { a: { $type: number, $value: 2 } }
    """
  ]

  static let studio = [
    "theme_default.plist": """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \t<key>formatVersion</key>
    \t<integer>2</integer>
    \t<key>Constants</key>
    \t<dict>
    \t\t<key>INK</key>
    \t\t<string>c:3D5AFE</string>
    \t</dict>
    \t<key>Labels</key>
    \t<dict>
    \t\t<key>Title</key>
    \t\t<dict>
    \t\t\t<key>textColor</key>
    \t\t\t<string>INK</string>
    \t\t</dict>
    \t</dict>
    </dict>
    </plist>
    """
  ]

  static let oracle = [
    "theme.json": ##"""
    [
      { "blueColor": "@color:0 0 1 1", "lineWidth": "@float:0.5" },
      { "UILabel": { "textColor": "@resource:blueColor", "tintColor": "@color:1 0 0 1" } }
    ]
    """##
  ]

  static let inlthemes = [
    "Daylight.json": ##"""
    {
      "INLThemeAlias": { "ink": "#102030" },
      "main.label": { "textColor": "ink", "backgroundColor": "#ffffff" }
    }
    """##,
    "livery.json": #"{ "dialect": "inlthemes" }"#,
  ]

  static let scheme = [
    "night.yaml": """
    system: "base16"
    name: "Night"
    author: "A"
    palette:
    """ + "\n"
      + (0..<16).map { "  base0\(String($0, radix: 16, uppercase: true)): \"#12202b\"\n" }.joined(),
    "livery.json": #"{ "dialect": "base16" }"#,
  ]
}
