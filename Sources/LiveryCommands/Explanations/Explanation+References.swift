// SPDX-License-Identifier: GPL-2.0-or-later

/// LV1: what refers to what, in files and between them.
extension Explanation {
  static let unknownReference = Explanation(
    "A reference names an id that no file of the bundle declares.",
    reason: "The value has nothing to take, and is left out.",
    remedy: "Correct the name or declare the id; when one name alone is near, `livery fix` writes it.",
    in: "theme.json", with: .redbeard,
    bad: ##"{ "color-accent": "#2196f3", "button": { "titleColor": "ref://color-acent" } }"##,
    good: ##"{ "color-accent": "#2196f3", "button": { "titleColor": "ref://color-accent" } }"##)

  static let cycle = Explanation(
    "References or parents lead in a circle.",
    reason: "None of the values in it has a beginning, so all are left out.",
    remedy: "Give one of them a value of its own; the message names every hop.",
    in: "theme.json", with: .redbeard, bad: #"{ "ink": "ref://text", "text": "ref://ink" }"#,
    good: ##"{ "ink": "#102030", "text": "ref://ink" }"##)

  static let resourceToResource = Explanation(
    "A resource points to another resource.",
    reason: "Oracle's theme.json does not allow it.",
    remedy: "Write the value itself, or refer to the other resource where this one is used.",
    in: "theme.json",
    bad: """
      [
        { "blueColor": "@color:0 0 1 1", "tint": "@resource:blueColor" },
        { "UILabel": { "textColor": "@resource:tint" } }
      ]
      """,
    good: """
      [
        { "blueColor": "@color:0 0 1 1" },
        { "UILabel": { "textColor": "@resource:blueColor" } }
      ]
      """)

  static let typeMismatch = Explanation(
    "A value of one type stands where another is needed.",
    reason: "A program cannot use a font as a colour, so the property is left out.",
    remedy: "Refer to a value of the type that the message names.",
    in: "theme.json", with: .redbeard,
    bad: #"{ "body": { "name": "Georgia", "size": 12 }, "button": { "titleColor": "ref://body" } }"#,
    good: #"{ "body": { "name": "Georgia", "size": 12 }, "button": { "font": "ref://body" } }"#)

  static let unused = Explanation(
    "Nothing in the bundle leads to a constant.",
    reason: "It may be a leftover, or a misspelt name that was meant to be used.",
    remedy: "Remove it, use it, or silence the rule for constants that programs ask for by name.",
    in: "theme.json", with: .redbeard, bad: #"{ "gap": 8, "button": { "height": 44 } }"#,
    good: #"{ "gap": 8, "button": { "margin": "ref://gap" } }"#)

  static let missingFile = Explanation(
    "A file that is named is not in the bundle.",
    reason: "What it says is missing from the theme.",
    remedy:
      "Correct the path. It counts from the including file or from the bundle's root; letters in upper case matter.",
    bad: [
      File("theme.inc.json", #"{ "themes": ["pallete.json"] }"#), File("palette.json", ##"{ "ink": "#102030" }"##),
    ],
    good: [
      File("theme.inc.json", #"{ "themes": ["palette.json"] }"#), File("palette.json", ##"{ "ink": "#102030" }"##),
    ]
  )

  static let ambiguousFile = Explanation(
    "Two files have the name that is asked for.",
    reason: "Which one was meant cannot be told.",
    remedy: "Write the path from the bundle's root, or rename one of the files.",
    in: "theme.inc.json",
    with: [File("dark/values.json", #"{ "gap": 8 }"#), File("light/values.json", #"{ "gap": 9 }"#)],
    bad: #"{ "themes": ["values.json"] }"#, good: #"{ "themes": ["dark/values.json", "light/values.json"] }"#)

  static let orphanFile = Explanation(
    "A file lies in the bundle, and nothing uses it.",
    reason: "Edits in it have no effect, which is easily taken for a fault.",
    remedy: "List it in an include file, remove it, or name it under `exclude` in `livery.json`.",
    in: "theme.inc.json", with: [File("a.json", #"{ "gap": 8 }"#), File("b.json", #"{ "line": 1 }"#)],
    bad: #"{ "themes": ["a.json"] }"#, good: #"{ "themes": ["a.json", "b.json"] }"#)

  static let rootName = Explanation(
    "The name of a root file has letters in upper case.",
    reason: "Roots are looked for by names in lower case, so this one is never found.",
    remedy: "Rename the file.",
    bad: [File("Theme.inc.json", #"{ "themes": ["theme.json"] }"#), File("theme.json", #"{ "gap": 8 }"#)],
    good: .redbeard + [File("theme.json", #"{ "gap": 8 }"#)])

  static let noRoot = Explanation(
    "The file that the theme begins with is not there.",
    reason: "Without it nothing of the bundle is known.",
    remedy: "Make the root file; `livery check -v` lists the names that were tried.",
    bad: [File("livery.json", #"{ "dialect": "redbeard" }"#), File("theme.json", #"{ "gap": 8 }"#)],
    good: [File("livery.json", #"{ "dialect": "redbeard" }"#), File("theme.json", #"{ "gap": 8 }"#)] + .redbeard)

  static let badInherits = Explanation(
    "What an object is to inherit from is not a reference, or leads to something that is no object.",
    reason: "Nothing can be inherited; the object's own keys stay.",
    remedy: "Write a reference to a style.",
    in: "theme.json", with: .redbeard, bad: #"{ "base": { "height": 44 }, "button": { "inherits": "base" } }"#,
    good: #"{ "base": { "height": 44 }, "button": { "inherits": "ref://base" } }"#)

  static let listedTwice = Explanation(
    "A theme file is listed twice.",
    reason: "It is applied at each place, so that it wins over files that seem to come later.",
    remedy: "List it once, where it is to win.",
    in: "theme.inc.json", with: [File("a.json", #"{ "gap": 8 }"#), File("b.json", #"{ "gap": 9 }"#)],
    bad: #"{ "themes": ["a.json", "b.json", "a.json"] }"#, good: #"{ "themes": ["b.json", "a.json"] }"#)

  static let duplicateStyle = Explanation(
    "Two groups have a style of the same name.",
    reason: "Styles are asked for by name alone. The first one counts and the other one is lost.",
    remedy: "Rename one of them.",
    in: "theme_default.json",
    bad: """
      {
        "formatVersion": 2,
        "Labels": { "Title": { "lines": 1 } },
        "Headers": { "Title": { "lines": 2 } }
      }
      """,
    good: """
      {
        "formatVersion": 2,
        "Labels": { "Title": { "lines": 1 } },
        "Headers": { "HeaderTitle": { "lines": 2 } }
      }
      """)

  static let shape = Explanation(
    "A file, a group or a style is a value of the wrong kind.",
    reason: "What was meant by it cannot be told, and it is left out.",
    remedy: "Write the kind that the message names.",
    in: "theme.json", with: .redbeard, bad: #"[{ "gap": 8 }]"#, good: #"{ "gap": 8 }"#)

  static let kindClash = Explanation(
    "A plain value takes the place of an object, or an object that of a plain value.",
    reason: "Objects of one name merge. This one does not, so all that stood in the object is gone.",
    remedy: "Use one kind for the key in all files, or remove one of the two.",
    in: "theme.json",
    with: [
      File("theme.inc.json", #"{ "themes": ["base.json", "theme.json"] }"#),
      File("base.json", #"{ "card": { "shadow": { "blur": 2 } } }"#),
    ], bad: #"{ "card": { "shadow": false } }"#, good: #"{ "card": { "shadow": { "blur": 0 } } }"#)

  static let badSelector = Explanation(
    "The key of a style says nothing about what it is applied to.",
    reason: "No element would ever get the style.",
    remedy: "Write `UILabel`, `UILabel>UIButton` or `~styleId`.",
    in: "theme.json",
    bad: """
      [
        {},
        { "UILabel>>UIButton": { "alpha": "@float:1" } }
      ]
      """,
    good: """
      [
        {},
        { "UILabel>UIButton": { "alpha": "@float:1" } }
      ]
      """)

  static let missingParent = Explanation(
    "A style names a parent that is not there.",
    reason: "What it was to take over from there is missing.",
    remedy: "Correct the name or add the style; when one name alone is near, `livery fix` writes it.",
    in: "theme_default.json",
    bad: """
      {
        "formatVersion": 2,
        "Labels": { "Plain": { "lines": 1 }, "Title": { "_superstyle": "Plane" } }
      }
      """,
    good: """
      {
        "formatVersion": 2,
        "Labels": { "Plain": { "lines": 1 }, "Title": { "_superstyle": "Plain" } }
      }
      """)

  static let unknownKey = Explanation(
    "A key means nothing where it stands, or is named against the custom.",
    reason: "In an include file or a manifest it does nothing, which is rarely what was meant.",
    remedy: "Correct the key or remove it.",
    in: "theme.inc.json", with: [File("theme.json", #"{ "gap": 8 }"#)],
    bad: #"{ "themes": ["theme.json"], "includes": [] }"#, good: #"{ "themes": ["theme.json"], "include": [] }"#)
}
