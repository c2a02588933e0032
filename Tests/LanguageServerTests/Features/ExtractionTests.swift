// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

@testable import LanguageServer

/// Literals that become ids of their own, and references that become literals: the text afterwards, which means the same.
@Suite struct ExtractionTests {
  /// Applies the action of a kind at a place and compares a part of the text. Every value is as before, and so are the findings.
  private func check(
    _ files: [String: String], _ file: String, _ words: String, _ kind: String, _ part: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let session = try EditorSession(opening: files)
    let found = try session.codeActions(file, words)
    let action = try #require(
      found.first { $0["kind"]?.string == kind }, "\(found.map { $0["title"] })", sourceLocation: location)
    let texts = session.applying(action["edit"] ?? .null)
    #expect(texts[file]?.contains(part) == true, "\(texts[file] ?? "")", sourceLocation: location)
    var changed = files
    changed[file] = texts[file]
    let before = engine(of: files)
    let after = engine(of: changed)
    for covering in [Context()] + before.coveringContexts(maximum: 16).map(\.context) {
      let (old, new) = (before.open(covering), after.open(covering))
      for id in before.ids(in: old) {
        let values = (before.value(at: id.path, in: old), after.value(at: id.path, in: new))
        #expect(values.0 == values.1, "\(id.path) in \(texts[file] ?? "")", sourceLocation: location)
      }
    }
    #expect(codes(of: after) == codes(of: before), "\(texts[file] ?? "")", sourceLocation: location)
  }

  private func engine(of files: [String: String]) -> ThemeEngine {
    let engine = ThemeEngine(bundle: "w")
    engine.apply(files.keys.sorted().map { FileChange(path: $0, content: .bytes(Array((files[$0] ?? "").utf8))) })
    engine.publish()
    return engine
  }

  /// The codes of the findings, but for constants that are used no more.
  private func codes(of engine: ThemeEngine) -> [String] {
    engine.checkEverywhere().filter { $0.code != .unused }.map(\.code.rawValue).sorted()
  }

  // MARK: Constants

  @Test func constantsAreExtracted() throws {
    func check(_ files: [String: String], _ file: String, _ words: String, _ part: String) throws {
      try self.check(files, file, words, "refactor.extract", part)
    }
    try check(
      SampleBundles.redbeard, "screens.json", "\"#fff|fff\"",
      "{\n  \"backgroundColor\": \"#ffffff\",\n  \"base\"")
    try check(
      SampleBundles.redbeard, "screens.json", "\"#fff|fff\"", "\"backgroundColor\": \"ref://backgroundColor\"")
    try check(
      SampleBundles.oracle, "theme.json", "@color:1| 0", "{ \"tintColor\": \"@color:1 0 0 1\", \"blueColor\"")
    var windows = SampleBundles.redbeard
    windows["screens.json"] = "{\r\n  \"a\": { \"color\": \"#ffffff\" }\r\n}\r\n"
    try check(windows, "screens.json", "\"#fff|fff\"", "{\r\n  \"color\": \"#ffffff\",\r\n  \"a\"")
  }

  /// A constant has a name that no text, reference or declaration has.
  @Test func namesOfConstantsAreFree() throws {
    func check(_ files: [String: String], _ file: String, _ words: String, _ part: String) throws {
      try self.check(files, file, words, "refactor.extract", part)
    }
    let manifest = #"{ "dialect": "inlthemes" }"#
    let aliases = ##"""
      {
        "INLThemeAlias": { "title": 24, "note": "Caption" },
        "a.label": { "fontSize": "title", "text": "alpha" },
        "b.button": { "title": "Rooms", "alpha": 0.5, "Caption": "Notes" }
      }
      """##
    for (words, part) in [
      ("Roo|ms", #""title": "title2""#), ("0.|5", #""alpha": "alpha2""#), ("No|tes", #""Caption": "Caption2""#),
    ] {
      try check(["Day.json": aliases, "livery.json": manifest], "Day.json", words, part)
    }
    let texts = ##"""
      { "formatVersion": 2, "Constants": { }, "Labels": { "A": { "height": 7 }, "B": { "text": "height" } } }
      """##
    try check(
      ["theme_default.json": texts, "livery.json": #"{ "dialect": "giotto" }"#], "theme_default.json", "7|",
      #""height": "height2""#)
    let device = ##"{ "height_iPad": 9, "a": { "height": 7 }, "b": { "height": "ref://height2" } }"##
    try check(
      ["theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": device], "a.json", "7|",
      #""height": "ref://height3""#)
  }

  // MARK: Design tokens

  private func checkToken(
    _ text: String, as file: String = "a.tokens.json", _ words: String, _ part: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    try check([file: text], file, words, "refactor.extract", part, location)
  }

  @Test func tokensInJSON() throws {
    let sample = SampleBundles.tokens["a.tokens.json"] ?? ""
    // Its group has the type.
    try checkToken(
      sample, "[0.6|, 0.13",
      ##"""
          "sea": { "$value": "{color.sea-color}" },
          "sea-color": { "$value": { "colorSpace": "oklch", "components": [0.6, 0.13, 245], "hex": "#1a80e6" } },
      """##)
    // Another file has the name.
    let other = ##"{ "color": { "sea-color": { "$type": "number", "$value": 1 } } }"##
    try check(
      ["a.tokens.json": sample, "b.tokens.json": other], "a.tokens.json", "[0.6|, 0.13", "refactor.extract",
      ##""sea": { "$value": "{color.sea-color2}" }"##)
    // A part of a value, at the part and at its key.
    for words in ["\"value\": 1|", "\"wid|th\""] {
      try checkToken(
        sample, words,
        ##"""
        "width": "{border-width}", "style": "solid" } },
          "border-width": { "$type": "dimension", "$value": { "value": 1, "unit": "px" } },
        """##)
    }
    try checkToken(sample, "\"so|lid\"", ##""border-style": { "$type": "strokeStyle", "$value": "solid" }"##)
    try checkToken(
      ##"{ "$type": "number", "gap": { "$root": { "$value": 4 }, "root-number": { "$value": 5 } } }"##,
      "\"$value\": 4|",
      ##""$root": { "$value": "{gap.root-number2}" }, "root-number2": { "$value": 4 }, "root-number""##)
    try checkToken(
      ##"""
      { "fade": { "$type": "gradient", "$value": [
        { "color": { "colorSpace": "srgb", "components": [0, 0, 0] }, "position": 0 },
        { "color": { "colorSpace": "srgb", "components": [1, 1, 1] }, "position": 1 }
      ] } }
      """##, "[1, 1|, 1]", ##"{ "color": "{fade-color}", "position": 1 }"##)
  }

  @Test func valuesOnSeveralLines() throws {
    let text = ##"""
      {
        "card": {
          "$type": "color",
          "$value": {
            "colorSpace": "srgb",
            "components": [0.1, 0.5, 0.9]
          }
        }
      }
      """##
    let changed = ##"""
      {
        "card": {
          "$type": "color",
          "$value": "{card-color}"
        },
        "card-color": { "$type": "color", "$value": {
          "colorSpace": "srgb",
          "components": [0.1, 0.5, 0.9]
        } }
      }
      """##
    try checkToken(text, "\"$val|ue\"", changed)
    try checkToken(
      text.replacing("\n", with: "\r\n"), "\"$val|ue\"", changed.replacing("\n", with: "\r\n"))
  }

  @Test func tokensInResolverDocuments() throws {
    let text = ##"""
      {
        "version": "2025.10",
        "sets": { "base": { "sources": [{ "gap": { "$type": "number", "$value": 4 } }] } },
        "modifiers": { "size": { "default": "s", "contexts": { "s": [], "l": [{ "gap": { "$type": "number", "$value": 8 } }] } } },
        "resolutionOrder": [{ "$ref": "#/sets/base" }, { "$ref": "#/modifiers/size" }]
      }
      """##
    try checkToken(
      text, as: "a.resolver.json", "8|",
      ##"{ "gap": { "$type": "number", "$value": "{gap-number}" }, "gap-number": { "$type": "number", "$value": 8 } }"##
    )
  }

  private let yaml = """
    color:
      $type: color
      sea:
        $value:
          colorSpace: oklch

          components:
            - 0.6
            - 0.13
            - 245
        # below
        $description: deep # and wide

    text:
        body:
            $type: typography
            $value:
                fontFamily: Georgia, serif
                fontSize: { value: 16, unit: px }
                fontWeight: 400
                letterSpacing:
                    value: 0
                    unit: px
                lineHeight: 1.5
    flow: { $type: number, one: { $value: 1 } }
    link:
      $value: "{color.sea}"
    """

  @Test func tokensInYAML() throws {
    func check(_ words: String, _ part: String, _ location: SourceLocation = #_sourceLocation) throws {
      try checkToken(yaml, as: "a.tokens.yaml", words, part, location)
      try checkToken(
        yaml.replacing("\n", with: "\r\n"), as: "a.tokens.yaml", words, part.replacing("\n", with: "\r\n"), location)
    }
    // On lines of its own.
    try check(
      "okl|ch",
      """
        sea:
          $value: "{color.sea-color}"
          # below
          $description: deep # and wide
        sea-color:
          $value:
            colorSpace: oklch

            components:
              - 0.6
              - 0.13
              - 245

      text:
      """)
    try check(
      "fontFam|ily",
      """
                  lineHeight: 1.5
          body-fontFamily:
              $type: fontFamily
              $value: Georgia, serif
      flow:
      """)
    try check("value: 16|", "fontSize: \"{text.body-fontSize}\"")
    try check(
      "value: 0|",
      """
          body-letterSpacing:
              $type: dimension
              $value:
                  value: 0
                  unit: px
      """)
    try check(
      "{ $value: 1| }", #"one: { $value: "{flow.one-number}" }, "one-number": { "$value": 1 } }"#)
    // The last line has no end.
    try checkToken(
      "a:\n  $type: number\n  $value: 1", as: "a.tokens.yaml", "1|",
      "a:\n  $type: number\n  $value: \"{a-number}\"\na-number:\n  $type: number\n  $value: 1")
  }

  /// The value of a constant that another theme, device or file gives another value.
  @Test func whatIsNotInlined() throws {
    func check(_ files: [String: String], _ file: String, _ words: String) throws {
      let kinds = try EditorSession(opening: files).codeActions(file, words).compactMap { $0["kind"]?.string }
      #expect(!kinds.contains("refactor.inline"), "\(words)")
    }
    let theme = { (gap: Int, style: String) in
      #"{ "formatVersion": 2, "Constants": { "GAP": \#(gap) }, "G": { "\#(style)": { "gap": "GAP" } } }"#
    }
    try check(["theme_default.json": theme(8, "A"), "dark.json": theme(4, "B")], "dark.json", "\"G|AP\" }")
    try check(SampleBundles.redbeard, "screens.json", "\"ref://ac|cent\"")
    let tokens = [
      "a.tokens.json": ##"""
      { "base": { "$type": "number", "x": { "$value": 1 } }, "heir": { "$extends": "{base}" },
      "use": { "$value": "{heir.x}" } }
      """##
    ]
    try check(tokens, "a.tokens.json", "{heir.|x}")
    // A token that is declared for one context, and inherited in the others.
    let contexts = [
      "a.resolver.json": ##"""
      { "version": "2025.10", "sets": { "all": { "sources": [{ "$ref": "base.tokens.json" }] } },
      "modifiers": { "m": { "contexts": { "light": [], "dark": [{ "$ref": "dark.tokens.json" }] }, "default": "light" } },
      "resolutionOrder": [{ "$ref": "#/sets/all" }, { "$ref": "#/modifiers/m" }] }
      """##,
      "base.tokens.json": ##"""
      { "base": { "$type": "number", "x": { "$value": 1 } }, "d": { "$extends": "{base}" }, "u": { "$value": "{d.x}" } }
      """##,
      "dark.tokens.json": ##"{ "d": { "x": { "$type": "number", "$value": 5 } } }"##,
    ]
    try check(contexts, "base.tokens.json", "{d.|x}")
    let lists = [
      "a.tokens.json": ##"""
      { "$type": "fontFamily", "serif": { "$value": ["Georgia", "Times"] },
      "text": { "$value": ["Charter", "{serif}"] } }
      """##
    ]
    try check(lists, "a.tokens.json", "{ser|if}")
  }

  @Test func whatIsNotExtracted() throws {
    func check(_ files: [String: String], _ file: String, _ words: String) throws {
      let kinds = try EditorSession(opening: files).codeActions(file, words).compactMap { $0["kind"]?.string }
      #expect(!kinds.contains("refactor.extract"), "\(words)")
    }
    try check(SampleBundles.tokens, "a.tokens.json", "\"{color.se|a}\"")
    try check(SampleBundles.tokens, "a.tokens.json", "\"#/color/s|ea/$value\"")
    try check(SampleBundles.tokens, "a.tokens.json", "\"se|a\"")
    // A reference would change what is wrong, and a constant of these dialects refers to no other one.
    let number = ["theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": #"{ "b": { "titleColor": 255 } }"#]
    try check(number, "a.json", "2|55")
    let inherits = ["theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": #"{ "b": { "inherits": "c", "x": 1 } }"#]
    try check(inherits, "a.json", "\"c|\"")
    let list = ["theme.json": #"[{ "list": ["@float:1", "@float:2"] }, { "UILabel": { "a": "@resource:list" } }]"#]
    try check(list, "theme.json", "@float:|2")
    // Nothing refers in these.
    try check(SampleBundles.scheme, "night.yaml", "\"#1220|2b\"\n  base01")
    try check(["a.json": ##"{ "c": "#102030" }"##, "livery.json": #"{ "dialect": "flat" }"#], "a.json", "#10|2030")
    // An anchor belongs to its place; a text on several lines would change.
    for value in ["&a 1", "[&a 1, 2, 3, 4]", "|\n    Georgia"] {
      let text = "a:\n  $type: fontFamily\n  $value: \(value)\nb:\n  $type: number\n  $value: 3\n"
      try check(["a.tokens.yaml": text], "a.tokens.yaml", "$val|ue: \(value)")
    }
  }

  // MARK: Inlining

  @Test func referencesAreInlined() throws {
    func check(_ files: [String: String], _ file: String, _ words: String, _ part: String) throws {
      try self.check(files, file, words, "refactor.inline", part)
    }
    try check(SampleBundles.redbeard, "screens.json", "ref://i|nk", ##""titleColor": "#000000""##)
    try check(SampleBundles.inlthemes, "Daylight.json", "\"in|k\",", ##""textColor": "#102030""##)
    try check(SampleBundles.studio, "theme_default.plist", "<string>IN|K", "<string>c:3D5AFE</string>\n\t\t</dict>")
    // A token without a type had that of its target.
    try check(
      SampleBundles.tokens, "a.tokens.json", "\"{color.se|a}\" } },\n  \"quiet\"",
      ##""back": { "$type": "color", "$value": { "colorSpace": "oklch","##)
    try check(
      SampleBundles.tokens, "a.tokens.json", ##""link": { "$value": "{color.s|ea}""##,
      ##""link": { "$value": { "colorSpace": "oklch","##)
    try check(
      ["a.tokens.yaml": yaml], "a.tokens.yaml", "{color.s|ea}",
      """
      link:
        $type: color
        $value:
          colorSpace: oklch

          components:
            - 0.6
            - 0.13
            - 245
      """)
    try check(
      ["a.tokens.yaml": "a:\n  $type: fontFamily\n  $value: Arial, serif\nb: { $value: \"{a}\" }\n"], "a.tokens.yaml",
      "{|a}", #"b: { "$type": "fontFamily", $value: "Arial, serif" }"#)
  }
}
