// SPDX-License-Identifier: GPL-2.0-or-later

/// LV2: values that their dialect does not allow.
extension Explanation {
  static let badColor = Explanation(
    "A text is not a valid colour in this dialect.",
    reason: "Each dialect writes colours in its own way. Livery does not guess.",
    remedy:
      "Write the form that the message names, such as #RRGGBB in Redbeard and INLThemes; docs/dialects.md has the forms of all dialects. In INLThemes the text may also be the name of an alias.",
    bad: ##"{ "button": { "titleColor": "#f80" } }"##, good: ##"{ "button": { "titleColor": "#ff8800" } }"##)

  static let outOfRange = Explanation(
    "A number is out of range.",
    reason: "Each program would treat it differently.",
    remedy: "Write a number within the range that the message names.",
    bad: ##"{ "label": { "textColor": "#000000", "textColorAlpha": 1.5 } }"##,
    good: ##"{ "label": { "textColor": "#000000", "textColorAlpha": 0.5 } }"##)

  static let badArity = Explanation(
    "A value has too few or too many parts.",
    reason: "Livery cannot decide which parts you meant.",
    remedy:
      "A point and a size have two, a rectangle and edges four, a font two, a colour as many as its dialect says.",
    in: "theme.json",
    bad: File.oracle(#"{ "UILabel": { "textColor": "@color:0 0 1" } }"#),
    good: File.oracle(#"{ "UILabel": { "textColor": "@color:0 0 1 1" } }"#))

  static let unknownType = Explanation(
    "A value names an unknown type.",
    reason: "It sets nil, which clears the property.",
    remedy: "Correct the type. `livery fix` writes the only name that is near.",
    in: "theme.json",
    bad: File.oracle(#"{ "UILabel": { "tag": "@unit:3" } }"#),
    good: File.oracle(#"{ "UILabel": { "tag": "@uint:3" } }"#))

  static let unknownAttribute = Explanation(
    "INLThemes has no attribute of this name.",
    reason: "It has no effect, unless your program handles it.",
    remedy:
      "Correct the name, or suppress the rule for names that the program knows. `livery fix --unsafe` corrects a name that is one slip away.",
    in: "default.json", with: .inlThemes, bad: ##"{ "label": { "textColour": "#102030" } }"##,
    good: ##"{ "label": { "textColor": "#102030" } }"##)

  static let fontPair = Explanation(
    "A font has a name without a size, a size without a name, or one of them is unusable.",
    reason: "A font needs both. One alone stays a plain value.",
    remedy:
      "Add or correct the half that the message names. The halves are `NAMEName` and `NAMESize` in flat themes, `font` and `fontSize` in INLThemes: the name a text, the size a number above 0.",
    in: "default.plist",
    bad: File.propertyList("<key>titleFontName</key><string>Georgia</string>"),
    good: File.propertyList(
      "<key>titleFontName</key><string>Georgia</string><key>titleFontSize</key><integer>18</integer>"))

  static let constantContainer = Explanation(
    "A constant is an array, a dictionary or a style.",
    reason: "Giotto's constants are single values.",
    remedy: "Write the value in the style itself.",
    in: "theme_default.json",
    bad: File.giotto(constants: #"{ "SIZES": [1, 2] }"#, #""Labels": { "Title": { "sizes": "SIZES" } }"#),
    good: File.giotto(
      constants: #"{ "DIMENSION_GAP": 8 }"#, #""Labels": { "Title": { "sizes": [1, 2], "gap": "DIMENSION_GAP" } }"#))

  static let looksLikeConstant = Explanation(
    "A text looks like a name, a reference or a value of its dialect, and is only a text: a constant of Giotto, an alias of INLThemes, an id of Redbeard, a typed text of Oracle.",
    reason: "Programs get the text itself. A constant cannot name a constant, nor an alias an alias.",
    remedy:
      "Write the value as the help says, correct the name, or define it. `livery fix --unsafe` writes the only name of a constant or alias that is near.",
    in: "theme_default.json",
    bad: File.giotto(
      constants: #"{ "COLOR_INK": "color:102030" }"#, #""Labels": { "Title": { "textColor": "COLOR_INC" } }"#),
    good: File.giotto(
      constants: #"{ "COLOR_INK": "color:102030" }"#, #""Labels": { "Title": { "textColor": "COLOR_INK" } }"#))

  static let formatVersion = Explanation(
    "`formatVersion` is not a known version.",
    reason: "The file is read as version 2.",
    remedy: "Write the number 2.",
    in: "theme_default.json",
    bad: #"{ "formatVersion": 3, "Constants": {}, "Labels": { "Title": { "lines": 1 } } }"#,
    good: #"{ "formatVersion": 2, "Constants": {}, "Labels": { "Title": { "lines": 1 } } }"#)

  static let numberInString = Explanation(
    "A number is written as a text.",
    reason: "INLThemes reads it as the number, but other programs may not do so. In Redbeard it stays a text.",
    remedy: "Write it without quotation marks, in a property list as <integer> or <real>.",
    in: "default.json", with: .inlThemes, bad: #"{ "label": { "font": "Georgia", "fontSize": "12" } }"#,
    good: #"{ "label": { "font": "Georgia", "fontSize": 12 } }"#)

  static let badNumber = Explanation(
    "A value is not a number.",
    reason: "The property is left out.",
    remedy: "Write a number, without a unit. In INLThemes the text may also be the name of an alias.",
    in: "theme.json",
    bad: File.oracle(#"{ "UILabel": { "alpha": "@float:half" } }"#),
    good: File.oracle(#"{ "UILabel": { "alpha": "@float:0.5" } }"#))

  static let badGlyph = Explanation(
    "A glyph is not written as a name, a colour and a height.",
    reason: "The image cannot be drawn.",
    remedy: "Write `glyph://NAME`, `glyph://NAME/COLOUR` or `glyph://NAME/COLOUR/HEIGHT`.",
    bad: ##"{ "button": { "image": "glyph://star/#ff0000/tall" } }"##,
    good: ##"{ "button": { "image": "glyph://star/#ff0000/32" } }"##)

  static let badTokenValue = Explanation(
    "A value does not fit its type, or a colour of a scheme is missing.",
    reason: "The value is left out, and programs that need it keep their present value.",
    remedy: "Write the parts that the message names.",
    in: "scheme.yaml", bad: greys(0..<15), good: greys(0..<16))

  /// A scheme of base16 with these slots.
  private static func greys(_ slots: Range<Int>) -> String {
    let lines = slots.map { slot in
      let component = (slot == 0 ? "0" : "") + String(slot * 17, radix: 16)
      return "  base0\(String(slot, radix: 16, uppercase: true)): \"#\(component)\(component)\(component)\""
    }
    return (["name: Greys", "author: Livery", "palette:"] + lines).joined(separator: "\n")
  }
}
