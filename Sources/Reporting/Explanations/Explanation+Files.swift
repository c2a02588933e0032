// SPDX-License-Identifier: GPL-2.0-or-later

/// LV0: files that cannot be read, and bundles of unknown dialect.
extension Explanation {
  static let syntax = Explanation(
    "The file has a syntax error.",
    reason: "Text behind the error can only be guessed at, so programs keep the last good version of the file.",
    remedy: "Correct the place that the message names. The rest of the file was read for further errors.",
    bad: #"{ "button": { "height": } }"#, good: #"{ "button": { "height": 44 } }"#)

  static let trailingComma = Explanation(
    "A comma follows the last value of an object or array.",
    reason: "JSON does not allow it. Livery skips it; other programs that read the file may refuse it.",
    remedy: "Remove the comma. Only `livery check --strict` reports this.",
    bad: #"{ "gap": 8, }"#, good: #"{ "gap": 8 }"#)

  static let jsonComment = Explanation(
    "A JSON file contains a comment.",
    reason: "JSON does not allow it. Livery skips it; other programs that read the file may refuse it.",
    remedy: "Remove the comment. Only `livery check --strict` reports this.",
    bad: #"{ "gap": 8 /* points */ }"#, good: #"{ "gap": 8 }"#)

  static let curlyQuote = Explanation(
    "A text is in curly quotation marks.",
    reason: "JSON allows only straight ones. Word processors and chat programs insert curly ones.",
    remedy: "Write straight quotation marks; `livery fix` does.",
    bad: "{ \u{201C}gap\u{201D}: 8 }", good: #"{ "gap": 8 }"#)

  static let unterminatedString = Explanation(
    "A text has no closing quotation mark on its line.",
    reason: "The text could end anywhere after that, so the file cannot be read.",
    remedy: "Close the text; a line feed in it is written `\\n`.",
    bad: #"{ "title": "Hello }"#, good: #"{ "title": "Hello" }"#)

  static let missingComma = Explanation(
    "A comma is missing between two values.",
    reason: "JSON requires it.",
    remedy: "Insert the comma; `livery fix` does.",
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
    reason: "Only the last one counts.",
    remedy: "Remove one of them. The message names both places.",
    bad: #"{ "gap": 8, "gap": 9 }"#, good: #"{ "gap": 9 }"#)

  static let encoding = Explanation(
    "The file is not UTF-8, or declares another encoding.",
    reason: "Its characters cannot be read reliably.",
    remedy: "Save the file as UTF-8, and declare UTF-8 where the file names its encoding.",
    in: "default.plist", with: .flat,
    bad: File.propertyList("<key>gap</key><integer>8</integer>", encoding: "ISO-8859-1"),
    good: File.propertyList("<key>gap</key><integer>8</integer>"))

  package static let limit = Explanation(
    "A file or a value is larger or deeper than the bundle's limits.",
    reason: "Without limits, a mistake of a few bytes can fill the memory.",
    remedy: "Nest less deeply or split the file. `limits` in `livery.json` sets other limits.",
    in: "theme.json", with: [File("livery.json", #"{ "limits": { "depth": 3 } }"#)] + .redbeard,
    bad: #"{ "card": { "title": { "label": { "lines": 2 } } } }"#, good: #"{ "card": { "title": { "lines": 2 } } }"#)

  package static let unreadable = Explanation(
    "The file cannot be read.",
    reason:
      "Its permissions do not allow it, or a link leads nowhere. Programs keep the last good version of the file. A directory that cannot be read has an error of its own, since its files are unknown.",
    remedy: "Look at the file with `ls -l`. Change its permissions with `chmod`, or correct the link.",
    in: "theme.inc.json", with: [File("theme.json", #"{ "gap": 8 }"#)], bad: #"{ "themes": ["palette.json"] }"#,
    good: #"{ "themes": ["theme.json"] }"#,
    proof: .unreadable("palette.json"))

  static let outsideBundle = Explanation(
    "A path or a link leads out of the bundle.",
    reason: "A theme from elsewhere must not read other files of its user, and a copy of the bundle would lack them.",
    remedy:
      "Move the file into the bundle. For shared files, list their directory as `outside` in `livery.json` and link to them.",
    bad: [File("theme.inc.json", #"{ "themes": ["../theme.json"] }"#)],
    good: .redbeard + [File("theme.json", #"{ "gap": 8 }"#)])

  package static let unknownDialect = Explanation(
    "The dialect of the bundle is not recognised.",
    reason:
      "Its files fit no dialect, or more than one, or a new file is named for a different dialect and has no content of it.",
    remedy: "Name the dialect in a `livery.json` beside the theme files.",
    bad: [File("default.json", ##"{ "ink": "#102030" }"##)],
    good: [File("default.json", #"{ "inkColor": "16,32,48" }"#)] + .flat)

  package static let manifest = Explanation(
    "A member of `livery.json` is invalid.",
    reason: "Livery ignores that member, so the bundle may be read differently than you meant.",
    remedy: "Write the form in the message. docs/manifest.md lists all members.",
    in: "livery.json", with: .redbeard + [File("theme.json", #"{ "gap": 8 }"#)],
    bad: #"{ "dialect": "redbird" }"#, good: #"{ "dialect": "redbeard" }"#)

  static let moreFindings = Explanation(
    "There are more findings than a list has room for.",
    reason:
      "An event or a reply lists at most 1,000 findings and 1 MiB, the most severe first, so that one broken file keeps no program from its theme. `livery check` lists the first 2,000 findings of each rule in a file.",
    remedy:
      "Run `livery check`, and begin with the first finding: the others may follow from it. Fix what is listed, and check again.",
    bad: #"{ "gap": 8, "gap": 9 }"#, good: #"{ "gap": 8 }"#, proof: .repeated)
}
