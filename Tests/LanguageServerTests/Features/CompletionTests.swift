// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison

@testable import LanguageServer

/// The items at a place, the first ones first.
@Suite struct CompletionTests {
  private func items(_ files: [String: String], _ file: String, _ words: String, snippets: Bool = false) throws
    -> [JSONValue]
  {
    var capabilities = EditorSession.all.object ?? JSONObject()
    if snippets {
      capabilities["textDocument"] = ["completion": ["completionItem": ["snippetSupport": true]]]
    }
    let session = try EditorSession(opening: files, capabilities: .object(capabilities))
    let answer = try session.request("textDocument/completion", .object(session.at(file, words)))
    return answer["items"]?.array ?? []
  }

  private func check(
    _ files: [String: String], _ file: String, _ words: String, begins expected: [String],
    lacks: [String] = []
  ) throws {
    let labels = try items(files, file, words).compactMap { $0["label"]?.string }
    #expect(Array(labels.prefix(expected.count)) == expected, "\(words): \(labels)")
    #expect(!labels.contains { lacks.contains($0) }, "\(words): \(labels)")
  }

  /// The items at the cursor `|` of a text, as `LABEL -> LINE`: the line after the item was chosen.
  private func check(
    _ file: String, _ text: String, in files: [String: String], _ expected: [String], lacks: [String] = []
  ) throws {
    let cursor = try #require(text.firstIndex(of: "|"))
    let before = text[..<cursor].split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let behind = text[text.index(after: cursor)...].prefix { $0 != "\n" }
    var files = files
    files[file] = text.replacing("|", with: "")
    let session = try EditorSession(opening: files)
    let line = text[..<cursor].count { $0 == "\n" }
    let answer = try session.request(
      "textDocument/completion",
      [
        "textDocument": ["uri": .string("file:///w/\(file)")],
        "position": ["line": .number(Double(line)), "character": .number(Double(before.utf16.count))],
      ])
    let words = "\(before)|\(behind)"
    let items = answer["items"]?.array ?? []
    let results = items.map { item in
      let edited = session.applying([item["textEdit"] ?? .null], to: files[file] ?? "")
      let lines = edited.split(separator: "\n", omittingEmptySubsequences: false)
      return "\(item["label"]?.string ?? "") -> \(lines[line].trimmingPrefix { $0 == " " })"
    }
    #expect(Array(results.prefix(expected.count)) == expected, "\(words): \(results)")
    if expected.isEmpty, lacks.isEmpty { #expect(results.isEmpty, "\(words)") }
    let labels = items.compactMap { $0["label"]?.string }
    #expect(!labels.contains { lacks.contains($0) }, "\(words): \(labels)")
  }

  private func redbeard(_ screens: String) -> [String: String] {
    var files = SampleBundles.redbeard
    files["screens.json"] = screens
    return files
  }

  @Test func idsByTheTypeThatFits() throws {
    let files = redbeard(#"{ "button": { "titleColor": "ref://", "margin": "ref://" }, "other": { "margin": 4 } }"#)
    try check(files, "screens.json", "\"titleColor\": \"ref://|\"", begins: ["accent", "ink"])
    try check(files, "screens.json", "\"margin\": \"ref://|\"", begins: ["gap"])
    try check(files, "screens.json", "\"titleColor\": \"ref://|\"", begins: [], lacks: ["titleColor"])
  }

  @Test func keysOfTheDialect() throws {
    try check(
      redbeard(#"{ "button": { "i|": 1, "highlighted": {} } }"#.replacing("|", with: "")), "screens.json",
      "\"i|\"", begins: ["inherits"], lacks: ["highlighted"])
    try check(
      SampleBundles.inlthemes, "Daylight.json", "\"te|xtColor\"", begins: ["text", "textColor"])
    let tokens = ["a.tokens.json": ##"{ "c": { "$value": { "colorSpace": "", "c": 1 }, "$type": "color", "$": 1 } }"##]
    try check(tokens, "a.tokens.json", "\"$|\"", begins: ["$deprecated", "$description"], lacks: ["$value", "$type"])
    try check(tokens, "a.tokens.json", "\"colorSpace\": \"|\"", begins: ["a98-rgb", "display-p3"])
    try check(tokens, "a.tokens.json", "\"c|\": 1", begins: ["components"], lacks: ["colorSpace"])
    try check(tokens, "a.tokens.json", "\"$type\": \"co|lor\"", begins: ["color"])
  }

  @Test func wordsOfOtherFormats() throws {
    try check(SampleBundles.studio, "theme_default.plist", "<string>I|NK", begins: ["INK"])
    var scheme = SampleBundles.scheme
    scheme["night.yaml"] = (scheme["night.yaml"] ?? "") + "variant: dark\n"
    try check(scheme, "night.yaml", "variant: d|ark", begins: ["dark"])
    try check(SampleBundles.oracle, "theme.json", "\"@resource:b|lue", begins: ["blueColor"])
  }

  @Test func filesAndManifests() throws {
    try check(
      SampleBundles.redbeard, "theme.inc.json", "\"themes\": [\"s|creens", begins: ["screens.json"])
    try check(SampleBundles.redbeard, "theme.inc.json", "[\"m|ore/base", begins: ["more/base.inc.json"])
    func manifest(_ text: String, _ words: String, _ expected: [String]) throws {
      var files = SampleBundles.redbeard
      files["livery.json"] = text
      try check(files, "livery.json", words, begins: expected)
    }
    try manifest(#"{ "sup": [] }"#, "\"sup|\"", ["suppressionReasons", "suppressions"])
    try manifest(#"{ "dialect": "red" }"#, "\"red|\"", ["redbeard"])
    try manifest(#"{ "contexts": { "a": { "dev": "pad" } } }"#, "\"dev|\"", ["device"])
    try manifest(#"{ "contexts": { "a": { "device": "pa" } } }"#, "\"pa|\"", ["pad"])
    try manifest(#"{ "rules": { "contrast": "o" } }"#, "\"o|\"", ["off", "error", "info"])
  }

  /// In a text that is not finished, and where nothing is written yet.
  @Test func brokenTexts() throws {
    try check(
      redbeard("{ \"b\": { \"titleColor\": \"ref://ac|".replacing("|", with: "")), "screens.json", "ref://ac|",
      begins: ["accent"])
    let session = try EditorSession(opening: redbeard("{ \"b\": { \"titleColor\":  } }"))
    let answer = try session.request(
      "textDocument/completion", .object(session.at("screens.json", "\"titleColor\": | }")))
    let first = try #require(answer["items"]?.array?.first)
    #expect(first["textEdit"]?["newText"] == "\"ref://accent\"", "\(answer.text.prefix(300))")
  }

  @Test func snippetsForClientsThatHaveThem() throws {
    let files = redbeard("{ \"button\": { \"inh\" } }")
    let plain = try #require(try items(files, "screens.json", "\"inh|\"").first)
    #expect(plain["textEdit"]?["newText"] == "inherits" && plain["insertTextFormat"] == nil)
    let snippet = try #require(try items(files, "screens.json", "\"inh|\"", snippets: true).first)
    #expect(snippet["textEdit"]?["newText"] == "\"inherits\": \"ref://$0\"" && snippet["insertTextFormat"] == 2)
  }

  @Test func itemsAreDescribedWhenAsked() throws {
    let session = try EditorSession(opening: SampleBundles.redbeard)
    let answer = try session.request("textDocument/completion", .object(session.at("screens.json", "ref://acc|ent")))
    let item = try #require(answer["items"]?.array?.first)
    #expect(item["documentation"] == "#2196f3" && item["kind"] == 16)
    let resolved = try session.request("completionItem/resolve", item)
    #expect(resolved["documentation"]?.string?.contains("more/palette.json:1") == true)
  }

  @Test func manyItems() throws {
    let ids = (0..<500).map { "\"id\($0)\": \($0)" }.joined(separator: ", ")
    let files = ["theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": "{ \(ids), \"b\": { \"x\": \"ref://\" } }"]
    let session = try EditorSession(opening: files)
    let answer = try session.request("textDocument/completion", .object(session.at("a.json", "ref://|")))
    #expect(answer["isIncomplete"] == true && answer["items"]?.array?.count == 200)
  }

  /// In YAML, also in a text that cannot be parsed: the word at the place is replaced, and keys have their colons.
  @Test func yaml() throws {
    func check(_ text: String, _ expected: [String], lacks: [String] = []) throws {
      let tokens = """
        sea: { $type: color, $value: { colorSpace: srgb, components: [0, 0.5, 1] } }
        gap: { $type: number, $value: 3 }
        """
      try self.check("a.tokens.yaml", text, in: ["b.tokens.yaml": tokens], expected, lacks: lacks)
    }
    try check("a:\n  $type: number\n  $d|\n  $value: 1\n", ["$deprecated -> $deprecated: "], lacks: ["$value"])
    try check("a:\n  $type: color\n  $value: {|\nb: {}\n", ["sea -> $value: \"{sea}\"", "gap -> $value: \"{gap}\""])
    try check("a:\n  $type: number\n  $value: {g|}\n", ["gap -> $value: \"{gap}\""])
    try check("a:\n  $type: color\n  $value: |\n", ["sea -> $value: \"{sea}\""], lacks: ["$description"])
    try check("a:\n  $type: color\n  $value: '{|'\n", ["sea -> $value: '{sea}'"])
    try check("a:\n  $type: di|\n  $value: 1\n", ["dimension -> $type: dimension"])
    try check("a:\n  |\n  $value: 1\n", ["$deprecated -> $deprecated: "], lacks: ["$value"])
    try check(
      "a: { $type: dimension, $value: { value: 3, u| } }\n",
      ["unit -> a: { $type: dimension, $value: { value: 3, unit:  } }"])
    try check("a:\n  $value: { colorSpace: s|\n", ["srgb -> $value: { colorSpace: srgb"], lacks: ["sea"])
    try check("a:\n  $type: shadow\n  $value:\n    - color: \"{sea}\"\n      bl|\n", ["blur -> blur: "])
    try check("# |\n", [])
  }

  @Test func schemes() throws {
    func check(_ text: String, _ expected: [String], lacks: [String] = []) throws {
      let files = ["livery.json": #"{ "dialect": "base16" }"#]
      try self.check("night.yaml", text, in: files, expected, lacks: lacks)
    }
    let slots = (0..<15).map { "  base0\(String($0, radix: 16, uppercase: true)): \"12202b\"\n" }.joined()
    try check("name: N\npalette:\n\(slots)  |", ["base0F -> base0F: "], lacks: ["base10", "base00"])
    try check("name: N\npalette:\n\(slots)  base0F: \"12202b\"\n  b|\n", [])
    try check("system: base24\nname: N\npalette:\n\(slots)  |\n", ["base0F -> base0F: ", "base10 -> base10: "])
    try check(
      "name: N\nvariant: |\npalette:\n\(slots)", ["dark -> variant: dark", "light -> variant: light"], lacks: ["slug"])
    try check("name: N\nsystem: |\npalette:\n\(slots)", ["base16 -> system: base16", "base24 -> system: base24"])
    try check("aut|\nname: N\npalette:\n\(slots)", ["author -> author: "])
    try check("au|\nauthor: A\npalette:\n\(slots)", [])
  }

  @Test func referencesOfGiotto() throws {
    func check(_ style: String, _ expected: [String], constants: String = "", lacks: [String] = []) throws {
      let text = """
        { "formatVersion": 2, "Constants": { "INK": "color:102030", "GAP": 8\(constants) }, "Labels": {
        "A": { "textColor": "INK" },
        \(style) } }
        """
      let manifest = ["livery.json": #"{ "dialect": "giotto" }"#]
      try self.check("theme_default.json", text, in: manifest, expected, lacks: lacks)
    }
    try check(
      #""B": { "_superstyle": "|" }"#, [#"A -> "B": { "_superstyle": "A" } } }"#], lacks: ["B", "INK", "color:"])
    try check(#""C": {}, "B": { "_superstyle": "A, |" }"#, [#"A -> "C": {}, "B": { "_superstyle": "A, A" } } }"#])
    try check(#""B": { "_inherit": "|" }"#, [#"A -> "B": { "_inherit": "A" } } }"#], lacks: ["INK"])
    try check(#""B": { "part": "style:|" }"#, [#"A -> "B": { "part": "style:A" } } }"#], lacks: ["INK"])
    try check(#""B": { "font": "font:system,|" }"#, [#"GAP -> "B": { "font": "font:system,GAP" } } }"#], lacks: ["A"])
    try check(#""B": { "fill": "I|" }"#, [#"INK -> "B": { "fill": "INK" } } }"#])
    try check("\"B\": {}", [], constants: #", "NEW": "|""#, lacks: ["A", "INK", "style:"])
    try check(#""B": { "te|xx": 1 }"#, [], lacks: ["texx"])
    try check(#""|": { "fill": 1 }"#, [])
    try check("\"B\": {}", [], constants: #", "|": 1"#)
  }

  @Test func referencesOfRedbeard() throws {
    func check(_ member: String, _ expected: [String], lacks: [String] = []) throws {
      let text = ##"{ "ink": "#102030", "gap": 4, "b/red": "#ff0000", "base": { "h": 4, "text": "" }, "X": { "##
      let files = ["theme.inc.json": #"{ "themes": ["a.json"] }"#]
      try self.check("a.json", text + "\n\(member)\n} }", in: files, expected, lacks: lacks)
    }
    try check(#""i": "glyph://star/i|/3""#, [#"ink -> "i": "glyph://star/ink/3""#], lacks: ["base"])
    try check(#""i": "glyph://star/b/r|""#, [#"b/red -> "i": "glyph://star/b/red""#])
    try check(#""i": "glyph://star/|""#, [#"b/red -> "i": "glyph://star/b/red""#, #"ink -> "i": "glyph://star/ink""#])
    try check(#""i": "glyph://st|""#, [])
    try check(#""inherits": "|""#, [#"base -> "inherits": "ref://base""#], lacks: ["X", "ink"])
    try check(#""theme": "b|""#, [#"base -> "theme": "base""#], lacks: ["ink"])
    try check(#""theme": "ref://|""#, [#"base -> "theme": "ref://base""#])
    try check(#""text": "|""#, [], lacks: ["", "X"])
    try check(#""text": "Zq|""#, [])
  }

  @Test func referencesOfTokens() throws {
    func check(_ token: String, _ expected: [String], lacks: [String] = []) throws {
      let text = ##"""
        { "blue": { "$type": "color", "$value": { "colorSpace": "srgb", "components": [0, 0, 1] } },
        "gap": { "$type": "dimension", "$value": { "value": 1, "unit": "px" } },
        "g": { "k y": { "$type": "dimension", "$value": "{gap}" } }, "x": {
        """##
      try self.check("a.tokens.json", text + "\n\(token)\n} }", in: [:], expected, lacks: lacks)
    }
    try check(
      #""$type": "dimension", "$value": "{|}""#,
      ["g.k y", "gap", "blue"].map { #"\#($0) -> "$type": "dimension", "$value": "{\#($0)}""# }, lacks: ["x"])
    try check(
      #""$type": "border", "$value": { "color": "|" }"#,
      [#"blue -> "$type": "border", "$value": { "color": "{blue}" }"#])
    try check(
      #""$type": "border", "$value": { "width": { "unit": "|" } }"#,
      ["px", "rem"].map { #"\#($0) -> "$type": "border", "$value": { "width": { "unit": "\#($0)" } }"# }, lacks: ["gap"]
    )
    try check(
      #""$type": "transition", "$value": { "delay": { "unit": "|" } }"#,
      ["ms", "s"].map { #"\#($0) -> "$type": "transition", "$value": { "delay": { "unit": "\#($0)" } }"# })
    try check(#""$value": { "colorSpace": "|" }"#, [], lacks: ["blue"])
    try check(#""$type": "dimension", "$value": { "value": "|" }"#, [])
    try check(#""$description": "|""#, [])
    try check(#""$extends": "|""#, [#"g -> "$extends": "{g}""#], lacks: ["gap", "x"])
    try check(##""$extends": "#|""##, [##"g -> "$extends": "#/g""##])
    try check(
      ##""$type": "color", "$ref": "#/|""##,
      [##"blue -> "$type": "color", "$ref": "#/blue""##, ##"g.k y -> "$type": "color", "$ref": "#/g/k%20y""##])
    try check(##""$value": { "$ref": "#/b|" }"##, [##"blue -> "$value": { "$ref": "#/blue/$value" }"##])
    try check(#""|": 1, "$value": 1"#, [], lacks: ["$extends", "$root"])
  }

  @Test func wordsOfResolverDocuments() throws {
    func check(_ text: String, _ expected: [String]) throws {
      let files = ["a.tokens.json": #"{ "a": { "$type": "number", "$value": 1 } }"#]
      try self.check("app.resolver.json", text, in: files, expected)
    }
    let modifiers = #""sets": { "core": {} }, "modifiers": { "mode": { "contexts": { "day": [], "night": [] }"#
    try check(
      "{ \(modifiers), \n\"default\": \"|\" } } }",
      [#"day -> "default": "day" } } }"#, #"night -> "default": "night" } } }"#])
    try check(
      "{ \(modifiers) } },\n\"resolutionOrder\": [{ \"$ref\": \"|\" }] }",
      [
        ##"#/modifiers/mode -> "resolutionOrder": [{ "$ref": "#/modifiers/mode" }] }"##,
        ##"#/sets/core -> "resolutionOrder": [{ "$ref": "#/sets/core" }] }"##,
      ])
    try check("{ \n\"version\": \"|\" }", [#"2025.10 -> "version": "2025.10" }"#])
  }

  @Test func referencesOfOracle() throws {
    func check(_ resource: String, _ member: String, _ expected: [String], lacks: [String] = []) throws {
      let text = """
        [{ "blueColor": "@color:0 0 1 1", "gap": "@float:2"\(resource) }, { "UILabel": { "text": "a" },
        \(member) }]
        """
      try self.check("theme.json", text, in: [:], expected, lacks: lacks)
    }
    try check(
      "", #""B": { "fill": "@colorref:@resource:|" }"#,
      [#"blueColor -> "B": { "fill": "@colorref:@resource:blueColor" } }]"#])
    try check("", #""B": { "fill": "@|" }"#, [#"blueColor -> "B": { "fill": "@resource:blueColor" } }]"#])
    try check("", #""B": { "font": "@font:b|" }"#, [])
    try check(#", "new": "@|""#, "", [], lacks: ["blueColor"])
    try check("", #""|": {}"#, [])
    try check(#", "|": 1"#, "", [])
  }
}
