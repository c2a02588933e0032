// SPDX-License-Identifier: GPL-2.0-or-later

/// LV0: files that cannot be read as they stand, and bundles that cannot be told.
extension Explanation {
  static let syntax = Explanation(
    "The file is not written as its format wants it.",
    reason: "What comes after the mistake can only be guessed, so the last good state of the file is served instead.",
    remedy: "Mend the place that the message names; the rest of the file was read on for further mistakes.",
    in: "theme.json", with: .redbeard, bad: #"{ "button": { "height": } }"#, good: #"{ "button": { "height": 44 } }"#)

  static let trailingComma = Explanation(
    "There is a comma after the last value of an object or array.",
    reason: "JSON has none there. Livery skips it, other programs that read the file may refuse it.",
    remedy: "Remove the comma. Only `livery check --strict` tells this.",
    in: "theme.json", with: .redbeard, bad: #"{ "gap": 8, }"#, good: #"{ "gap": 8 }"#)

  static let jsonComment = Explanation(
    "There is a comment in a JSON file.",
    reason: "JSON has none. Livery skips it, other programs that read the file may refuse it.",
    remedy: "Remove the comment. Only `livery check --strict` tells this.",
    in: "theme.json", with: .redbeard, bad: #"{ "gap": 8 /* points */ }"#, good: #"{ "gap": 8 }"#)

  static let curlyQuote = Explanation(
    "A text stands in curly quotation marks.",
    reason: "JSON knows only straight ones. Word processors and chat programs put curly ones in their place.",
    remedy: "Write straight quotation marks; `livery fix` does.",
    in: "theme.json", with: .redbeard, bad: "{ \u{201C}gap\u{201D}: 8 }", good: #"{ "gap": 8 }"#)

  static let unterminatedString = Explanation(
    "A text has no closing quotation mark on its line.",
    reason: "Everything after it could belong to the text or not, so the file cannot be read.",
    remedy: "Close the text; a line feed in it is written `\\n`.",
    in: "theme.json", with: .redbeard, bad: #"{ "title": "Hello }"#, good: #"{ "title": "Hello" }"#)

  static let missingComma = Explanation(
    "There is no comma between two values.",
    reason: "The file is not JSON without it.",
    remedy: "Insert the comma; `livery fix` does.",
    in: "theme.json", with: .redbeard,
    bad: """
      {
        "gap": 8
        "ink": "#102030"
      }
      """,
    good: """
      {
        "gap": 8,
        "ink": "#102030"
      }
      """)

  static let duplicateKey = Explanation(
    "An object has a key twice.",
    reason: "The last one counts, and the other one looks as if it did.",
    remedy: "Remove one of them; the message names both places.",
    in: "theme.json", with: .redbeard, bad: #"{ "gap": 8, "gap": 9 }"#, good: #"{ "gap": 9 }"#)

  static let encoding = Explanation(
    "The file is not UTF-8, or says that it is something else.",
    reason: "Its letters cannot be told for certain.",
    remedy: "Save the file as UTF-8, and say so where it names its encoding.",
    in: "default.plist", with: .flat,
    bad: File.propertyList("<key>gap</key><integer>8</integer>", encoding: "ISO-8859-1"),
    good: File.propertyList("<key>gap</key><integer>8</integer>"))

  static let limit = Explanation(
    "A file or a value is larger or deeper than the bundle's limits.",
    reason: "A mistake in a few bytes can otherwise unfold until the memory is full.",
    remedy: "Nest less deeply or split the file; `limits` in `livery.json` sets other limits.",
    in: "theme.json", with: [File("livery.json", #"{ "limits": { "depth": 3 } }"#)] + .redbeard,
    bad: #"{ "card": { "title": { "label": { "lines": 2 } } } }"#, good: #"{ "card": { "title": { "lines": 2 } } }"#)

  static let unreadable = Explanation(
    "The system does not let the file be read.",
    reason: "The permission may be lacking, or a link that was there leads nowhere now. Its last good state is served.",
    remedy: "Look at the file with `ls -l`; give the permission with `chmod`, or mend the link.",
    in: "theme.inc.json", with: [File("theme.json", #"{ "gap": 8 }"#)], bad: #"{ "themes": ["palette.json"] }"#,
    good: #"{ "themes": ["theme.json"] }"#,
    proof: .unreadable("palette.json"))

  static let outsideBundle = Explanation(
    "A path or a link leads out of the bundle.",
    reason:
      "A theme from elsewhere must not be able to read files of its user, and nobody would ship what lies outside.",
    remedy:
      "Move the file into the bundle. For shared files, list their directory as `outside` in `livery.json` and link to them.",
    bad: [File("theme.inc.json", #"{ "themes": ["../theme.json"] }"#)],
    good: .redbeard + [File("theme.json", #"{ "gap": 8 }"#)])

  static let unknownDialect = Explanation(
    "It cannot be told which system of themes the bundle is written in.",
    reason: "Nothing in it is typical of one, or it could be two.",
    remedy: "Name the dialect in a `livery.json` beside the theme files.",
    bad: [File("default.json", ##"{ "ink": "#102030" }"##)],
    good: [File("default.json", #"{ "inkColor": "16,32,48" }"#)] + .flat)

  static let manifest = Explanation(
    "Something in `livery.json` is not what a manifest says.",
    reason: "That member is left out, so that the bundle is read otherwise than was meant.",
    remedy: "Write what the message proposes; docs/manifest.md has all members.",
    in: "livery.json", with: .redbeard + [File("theme.json", #"{ "gap": 8 }"#)],
    bad: #"{ "dialect": "redbird" }"#, good: #"{ "dialect": "redbeard" }"#)

  static let moreFindings = Explanation(
    "There are more findings than an event or a reply lists.",
    reason:
      "A list has at most 1,000 entries and 1 MiB, the most severe first, so that one broken file keeps no program from its theme.",
    remedy:
      "Run `livery check`, which lists all findings, and begin with the first one: the others may follow from it.",
    in: "theme.json", with: .redbeard, bad: #"{ "gap": 8, "gap": 9 }"#, good: #"{ "gap": 8 }"#, proof: .repeated)
}
