// SPDX-License-Identifier: GPL-2.0-or-later

/// LV2: values that are not written as their dialect wants them.
extension Explanation {
  static let badColor = Explanation(
    "A text stands for a colour and is none in this dialect.",
    reason: "Each dialect has a grammar of its own, and the value is left out rather than guessed.",
    remedy: "Write the form that the message names; docs/dialects.md has those of all dialects.",
    in: "theme.json", with: .redbeard, bad: ##"{ "button": { "titleColor": "#f80" } }"##,
    good: ##"{ "button": { "titleColor": "#ff8800" } }"##)

  static let outOfRange = Explanation(
    "A number is too small or too large for what it says.",
    reason: "Programs would each do something else with it.",
    remedy: "Write a number within the range that the message names.",
    in: "theme.json", with: .redbeard, bad: ##"{ "label": { "textColor": "#000000", "textColorAlpha": 1.5 } }"##,
    good: ##"{ "label": { "textColor": "#000000", "textColorAlpha": 0.5 } }"##)

  static let badArity = Explanation(
    "A value has too few or too many parts.",
    reason: "Which of them are meant cannot be told.",
    remedy:
      "A point and a size have two, a rectangle and edges four, a font two, a colour as many as its dialect says.",
    in: "theme.json",
    bad: """
      [
        {},
        { "UILabel": { "textColor": "@color:0 0 1" } }
      ]
      """,
    good: """
      [
        {},
        { "UILabel": { "textColor": "@color:0 0 1 1" } }
      ]
      """)

  static let unknownType = Explanation(
    "A value names a type that there is not.",
    reason: "It sets nil, which clears the property.",
    remedy: "Correct the type; when one name alone is near, `livery fix` writes it.",
    in: "theme.json",
    bad: """
      [
        {},
        { "UILabel": { "tag": "@unit:3" } }
      ]
      """,
    good: """
      [
        {},
        { "UILabel": { "tag": "@uint:3" } }
      ]
      """)

  static let unknownAttribute = Explanation(
    "INLThemes has no attribute of this name.",
    reason: "It does nothing, unless the program applies it itself.",
    remedy: "Correct the name, or silence the rule for what the program knows.",
    in: "default.json", with: .inlThemes, bad: ##"{ "label": { "textColour": "#102030" } }"##,
    good: ##"{ "label": { "textColor": "#102030" } }"##)

  static let fontPair = Explanation(
    "A font has a name and no size, or a size and no name.",
    reason: "Only both together make a font; one alone is a plain value.",
    remedy: "Add the other half.",
    in: "default.plist", bad: File.propertyList("<key>titleFontName</key><string>Georgia</string>"),
    good: File.propertyList(
      "<key>titleFontName</key><string>Georgia</string><key>titleFontSize</key><integer>18</integer>"))

  static let constantContainer = Explanation(
    "A constant is an array, a dictionary or a style.",
    reason: "Giotto's constants are single values.",
    remedy: "Write the value in the style itself.",
    in: "theme_default.json",
    bad: """
      {
        "formatVersion": 2,
        "Constants": { "SIZES": [1, 2] },
        "Labels": { "Title": { "sizes": "SIZES" } }
      }
      """,
    good: """
      {
        "formatVersion": 2,
        "Constants": { "DIMENSION_GAP": 8 },
        "Labels": { "Title": { "sizes": [1, 2], "gap": "DIMENSION_GAP" } }
      }
      """)

  static let looksLikeConstant = Explanation(
    "A text looks like the name of a constant, and there is none of that name.",
    reason: "It is served as the text that it is, which is rarely what was meant.",
    remedy: "Correct the name or define the constant; when one name alone is near, `livery fix` writes it.",
    in: "theme_default.json",
    bad: """
      {
        "formatVersion": 2,
        "Constants": { "COLOR_INK": "color:102030" },
        "Labels": { "Title": { "textColor": "COLOR_INC" } }
      }
      """,
    good: """
      {
        "formatVersion": 2,
        "Constants": { "COLOR_INK": "color:102030" },
        "Labels": { "Title": { "textColor": "COLOR_INK" } }
      }
      """)

  static let formatVersion = Explanation(
    "`formatVersion` is not a version that there is.",
    reason: "The file is read as of version 2, which may not be what its author had in mind.",
    remedy: "Write the number 2.",
    in: "theme_default.json", bad: #"{ "formatVersion": 3, "Labels": { "Title": { "lines": 1 } } }"#,
    good: #"{ "formatVersion": 2, "Labels": { "Title": { "lines": 1 } } }"#)

  static let numberInString = Explanation(
    "A number is written as a text.",
    reason: "It is read as the number, but other programs may not do so.",
    remedy: "Write it without quotation marks, in a property list as <integer> or <real>.",
    in: "default.json", with: .inlThemes, bad: #"{ "label": { "font": "Georgia", "fontSize": "12" } }"#,
    good: #"{ "label": { "font": "Georgia", "fontSize": 12 } }"#)

  static let badNumber = Explanation(
    "Something that is no number stands where a number is needed.",
    reason: "The property is left out.",
    remedy: "Write a number, without a unit.",
    in: "theme.json",
    bad: """
      [
        {},
        { "UILabel": { "alpha": "@float:half" } }
      ]
      """,
    good: """
      [
        {},
        { "UILabel": { "alpha": "@float:0.5" } }
      ]
      """)

  static let badGlyph = Explanation(
    "A glyph is not written as a name, a colour and a height.",
    reason: "The picture cannot be made.",
    remedy: "Write `glyph://NAME`, `glyph://NAME/COLOUR` or `glyph://NAME/COLOUR/HEIGHT`.",
    in: "theme.json", with: .redbeard, bad: ##"{ "button": { "image": "glyph://star/#ff0000/tall" } }"##,
    good: ##"{ "button": { "image": "glyph://star/#ff0000/32" } }"##)
}
