// SPDX-License-Identifier: GPL-2.0-or-later

/// LV1: references within and between files.
extension Explanation {
  static let unknownReference = Explanation(
    "A reference names an id that no file of the bundle declares.",
    reason: "The value cannot be resolved: programs keep the last good one, or get none.",
    remedy: "Correct the name or declare the id. `livery fix` corrects it when it can only be a misspelling.",
    bad: ##"{ "color-accent": "#2196f3", "button": { "titleColor": "ref://color-acent" } }"##,
    good: ##"{ "color-accent": "#2196f3", "button": { "titleColor": "ref://color-accent" } }"##)

  static let cycle = Explanation(
    "References or parents form a cycle.",
    reason: "None of the values in the cycle can be resolved.",
    remedy: "Give one of them a value of its own. The message names every step.",
    bad: #"{ "ink": "ref://text", "text": "ref://ink" }"#, good: ##"{ "ink": "#102030", "text": "ref://ink" }"##)

  static let resourceToResource = Explanation(
    "A resource refers to another resource.",
    reason: "Oracle's theme.json does not allow it.",
    remedy: "Write the value itself, or refer to the other resource where this one is used.",
    in: "theme.json",
    bad: File.oracle(
      resources: #"{ "blueColor": "@color:0 0 1 1", "tint": "@resource:blueColor" }"#,
      #"{ "UILabel": { "textColor": "@resource:tint" } }"#),
    good: File.oracle(
      resources: #"{ "blueColor": "@color:0 0 1 1" }"#, #"{ "UILabel": { "textColor": "@resource:blueColor" } }"#))

  static let typeMismatch = Explanation(
    "A value has the wrong type.",
    reason: "A program cannot use a font as a colour: it keeps the last good value, or gets none.",
    remedy: "Refer to a value of the type that the message names.",
    bad: #"{ "body": { "name": "Georgia", "size": 12 }, "button": { "titleColor": "ref://body" } }"#,
    good: #"{ "body": { "name": "Georgia", "size": 12 }, "button": { "font": "ref://body" } }"#)

  static let unused = Explanation(
    "A constant is never used in the bundle.",
    reason: "It may be left over, or its name may be misspelt.",
    remedy: "Remove it, use it, or silence the rule for constants that programs ask for by name.",
    bad: #"{ "gap": 8, "button": { "height": 44 } }"#, good: #"{ "gap": 8, "button": { "margin": "ref://gap" } }"#)

  package static let missingFile = Explanation(
    "A file or a theme that the bundle or a program names does not exist.",
    reason: "Everything that this file defines is missing from the theme.",
    remedy:
      "Correct the path or the name; upper and lower case differ. A path is relative to the including file or to the bundle's root. In Redbeard the name of a file alone is enough when only one file of the bundle has it. The name of a theme is that of its file without the extension.",
    in: "theme.inc.json", with: [File("palette.json", ##"{ "ink": "#102030" }"##)],
    bad: #"{ "themes": ["pallete.json"] }"#, good: #"{ "themes": ["palette.json"] }"#)

  static let ambiguousFile = Explanation(
    "Two files of the bundle fit a name.",
    reason: "Livery cannot decide which one you meant.",
    remedy: "Write the path from the bundle's root, or rename one of the files.",
    in: "theme.inc.json",
    with: [File("dark/values.json", #"{ "gap": 8 }"#), File("light/values.json", #"{ "gap": 9 }"#)],
    bad: #"{ "themes": ["values.json"] }"#, good: #"{ "themes": ["dark/values.json", "light/values.json"] }"#)

  static let orphanFile = Explanation(
    "No other file of the bundle uses this file.",
    reason: "Edits in it have no effect.",
    remedy: "List it in an include file, remove it, or name it under `exclude` in `livery.json`.",
    in: "theme.inc.json", with: [File("a.json", #"{ "gap": 8 }"#), File("b.json", #"{ "line": 1 }"#)],
    bad: #"{ "themes": ["a.json"] }"#, good: #"{ "themes": ["a.json", "b.json"] }"#)

  static let rootName = Explanation(
    "The name of a root file contains upper-case letters.",
    reason: "Livery looks for lower-case names, so it never finds this one.",
    remedy: "Rename the file.",
    bad: [File("Theme.inc.json", #"{ "themes": ["theme.json"] }"#), File("theme.json", #"{ "gap": 8 }"#)],
    good: .redbeard + [File("theme.json", #"{ "gap": 8 }"#)])

  package static let noRoot = Explanation(
    "The root file of the bundle does not exist, or no theme is chosen.",
    reason: "The bundle begins with that file or theme.",
    remedy:
      "Create the root file; `livery check -v` lists the names that were tried. Of several themes choose one: `--theme NAME` for a command, `\"default\": \"NAME\"` in `livery.json` for all programs that choose none.",
    bad: [File("livery.json", #"{ "dialect": "redbeard" }"#), File("theme.json", #"{ "gap": 8 }"#)],
    good: [File("livery.json", #"{ "dialect": "redbeard" }"#), File("theme.json", #"{ "gap": 8 }"#)] + .redbeard)

  static let badInherits = Explanation(
    "The value of `inherits` is not a reference to an object.",
    reason: "The object has only its own keys.",
    remedy: "Write a reference to a style.",
    bad: #"{ "base": { "height": 44 }, "button": { "inherits": "base" } }"#,
    good: #"{ "base": { "height": 44 }, "button": { "inherits": "ref://base" } }"#)

  static let listedTwice = Explanation(
    "A theme file is listed twice.",
    reason: "It is applied twice, so it overrides files that seem to come later.",
    remedy: "List it once, at the place that you mean.",
    in: "theme.inc.json", with: [File("a.json", #"{ "gap": 8 }"#), File("b.json", #"{ "gap": 9 }"#)],
    bad: #"{ "themes": ["a.json", "b.json", "a.json"] }"#, good: #"{ "themes": ["b.json", "a.json"] }"#)

  static let duplicateStyle = Explanation(
    "Two groups have a style of the same name.",
    reason: "Programs ask for styles by name alone. Only the first one counts.",
    remedy: "Rename one of them.",
    in: "theme_default.json",
    bad: File.giotto(#""Labels": { "Title": { "lines": 1 } }"#, #""Headers": { "Title": { "lines": 2 } }"#),
    good: File.giotto(#""Labels": { "Title": { "lines": 1 } }"#, #""Headers": { "HeaderTitle": { "lines": 2 } }"#))

  static let shape = Explanation(
    "A file, a group or a style has the wrong form.",
    reason: "Livery cannot read it, and leaves it out.",
    remedy: "Write the form that the message names.",
    bad: #"[{ "gap": 8 }]"#, good: #"{ "gap": 8 }"#)

  static let kindClash = Explanation(
    "A plain value replaces an object, or an object replaces a plain value.",
    reason: "Objects of one name are merged. These cannot be, so everything in the first one is lost.",
    remedy: "Use one kind for the key in all files, or remove one of the two.",
    in: "theme.json",
    with: [
      File("theme.inc.json", #"{ "themes": ["base.json", "theme.json"] }"#),
      File("base.json", #"{ "card": { "shadow": { "blur": 2 } } }"#),
    ], bad: #"{ "card": { "shadow": false } }"#, good: #"{ "card": { "shadow": { "blur": 0 } } }"#)

  static let badSelector = Explanation(
    "The key of a style is not a selector.",
    reason: "The style applies to no element.",
    remedy: "Write `UILabel`, `UILabel>UIButton` or `~styleId`.",
    in: "theme.json",
    bad: File.oracle(#"{ "UILabel>>UIButton": { "alpha": "@float:1" } }"#),
    good: File.oracle(#"{ "UILabel>UIButton": { "alpha": "@float:1" } }"#))

  static let missingParent = Explanation(
    "A style names a parent that does not exist.",
    reason: "The style lacks everything that it should inherit.",
    remedy: "Correct the name or add the style. `livery fix` corrects it when only one name is near.",
    in: "theme_default.json",
    bad: File.giotto(#""Labels": { "Plain": { "lines": 1 }, "Title": { "_superstyle": "Plian" } }"#),
    good: File.giotto(#""Labels": { "Plain": { "lines": 1 }, "Title": { "_superstyle": "Plain" } }"#))

  static let unknownKey = Explanation(
    "A key has no meaning here, or does not follow the naming convention.",
    reason: "Livery ignores it in an include file or a manifest.",
    remedy: "Correct the key or remove it.",
    in: "theme.inc.json", with: [File("theme.json", #"{ "gap": 8 }"#)],
    bad: #"{ "themes": ["theme.json"], "includes": [] }"#, good: #"{ "themes": ["theme.json"], "include": [] }"#)
}
