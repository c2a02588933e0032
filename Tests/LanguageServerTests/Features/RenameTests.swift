// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

@testable import LanguageServer

/// Names in every form, of every dialect: the texts after a rename, and the refusals.
@Suite struct RenameTests {
  /// Renames, applies the edits, and compares a text. Every file means the same as before.
  private func check(
    _ files: [String: String], _ file: String, _ words: String, to new: String, _ changed: [String: String]
  ) throws {
    let session = try EditorSession(opening: files)
    var parameters = try session.at(file, words)
    parameters["newName"] = .string(new)
    let edit = try session.request("textDocument/rename", .object(parameters))
    let texts = session.applying(edit)
    for (file, part) in changed {
      #expect(texts[file]?.contains(part) == true, "\(file): \(texts[file] ?? "")")
    }
    #expect(Set(changed.keys) == Set(texts.keys.filter { texts[$0] != files[$0] }))
    let old = try #require(
      try session.request("textDocument/prepareRename", .object(parameters))["placeholder"]?.string)
    let after = files.merging(files.keys.map { ($0, texts[$0] ?? "") }) { $1 }
    // Redbeard's `theme` has the name of a style, for programs.
    func renamed(_ values: [String]) -> [String] {
      values.map { $0.replacingOccurrences(of: "(\"\(old)\")", with: "(\"\(new)\")") }.sorted()
    }
    #expect(renamed(values(in: after)) == renamed(values(in: files)), "\(words) to \(new)")
  }

  /// All values that programs get in the contexts of a bundle, without their names.
  private func values(in files: [String: String]) -> [String] {
    guard let engine = MemoryWorkspace(files: files, bundles: ["/w"]).load("/w") else { return [] }
    engine.publish()
    let contexts = [Context()] + engine.coveringContexts(maximum: 8).map(\.context)
    return contexts.flatMap { context in
      let snapshot = engine.open(context)
      return engine.ids(in: snapshot).compactMap { engine.value(of: $0, in: snapshot).map { "\(context) \($0)" } }
    }
  }

  /// A full stop divides a name also before a combining mark, with which it is one character.
  @Test func namesThatBeginWithACombiningMark() throws {
    let mark = "\u{301}"
    let files = [
      "a.tokens.json":
        #"{"g": {"\#(mark)x": {"$type": "number", "$value": 1}}, "b": {"$value": "{g.\#(mark)x}"}}"#
    ]
    try check(files, "a.tokens.json", "{|g.\(mark)x", to: "h", ["a.tokens.json": "{h.\(mark)x}"])
    try check(files, "a.tokens.json", "{g.\(mark)|x", to: "y", ["a.tokens.json": "{g.y}"])
  }

  @Test func everyForm() throws {
    try check(
      SampleBundles.redbeard, "screens.json", "ref://acc|ent", to: "main",
      [
        "more/palette.json": ##""main": "#2196f3", "main_iPad": "#f32196""##,
        "screens.json": "glyph://accent/main/3", "livery.json": #""id": "main""#,
      ])
    // The declaration for a device is renamed with its id.
    try check(
      SampleBundles.redbeard, "more/palette.json", "\"accent_i|Pad\"", to: "main",
      [
        "more/palette.json": ##""main": "#2196f3", "main_iPad": "#f32196""##,
        "screens.json": "glyph://accent/main/3", "livery.json": #""id": "main""#,
      ])
    for place in ["\"but|ton\": {", "\"but|ton\" }", "ref://but|ton"] {
      try check(
        SampleBundles.layers, "a.json", place, to: "knob",
        [
          "a.json": ##"""
            "knob": { "height": 44 },
            "RBButton": { "theme": "knob", "theme_iPad": "knob" },
            "RBField": { "theme": "ref://knob", "okButton": { "theme": "knob" } },
          """##
        ])
    }
    try check(
      SampleBundles.layers, "a.json", "\"da|rk\": 1", to: "night",
      ["a.json": "\"night\": 1,\n  \"Page\": { \"theme\": \"dark\" }"])
    try check(
      SampleBundles.tokens, "a.tokens.json", "\"se|a\"", to: "lake",
      ["a.tokens.json": ##""$ref": "#/color/lake/$value""##])
    try check(
      SampleBundles.giotto, "theme_default.json", "\"A|\": {", to: "Plain",
      ["theme_default.json": #""_superstyle": "Plain", "label": "style:Plain,AB2""#])
    try check(
      SampleBundles.shared, "theme_default.json", "\"IN|K\": ", to: "COLOR_INK",
      ["theme_default.json": #""titleColor,layer.borderColor": "COLOR_INK""#])
    try check(
      SampleBundles.shared, "theme_default.json", "\"A|\": {", to: "Plain",
      ["theme_default.json": #""one,other": "style:Plain""#])
    try check(
      SampleBundles.anchors, "a.tokens.yaml", "ga|p: {", to: "width", ["a.tokens.yaml": #"$value: &gap "{width}""#])
    try check(
      SampleBundles.studio, "theme_default.plist", "<key>IN|K", to: "a&b",
      ["theme_default.plist": "<string>a&amp;b</string>"])
    try check(
      SampleBundles.oracle, "theme.json", "@resource:blue|Color", to: "seaColor",
      ["theme.json": #""textColor": "@resource:seaColor""#])
    // A style id keeps its mark, which the new name may lack.
    let ids = ["theme.json": ##"[{ "gap": "@float:1" }, { "~plain": { "a": "@float:1" }, "UILabel": {} }]"##]
    for new in ["~quiet", "quiet"] {
      try check(ids, "theme.json", "\"~pl|ain\"", to: new, ["theme.json": ##"{ "~quiet": { "a""##])
    }
    try check(
      SampleBundles.inlthemes, "Daylight.json", "\"in|k\": ", to: "pen", ["Daylight.json": #""textColor": "pen""#])
  }

  /// A group, at its key and in a reference to one of its tokens.
  @Test func groups() throws {
    let whole = ##""back": { "$value": "{paint.sea}" }"##
    try check(SampleBundles.tokens, "a.tokens.json", "\"col|or\": {", to: "paint", ["a.tokens.json": whole])
    try check(SampleBundles.tokens, "a.tokens.json", "\"{col|or.sea}\" } },", to: "paint", ["a.tokens.json": whole])
    try check(
      SampleBundles.tokens, "a.tokens.json", "\"but|ton\": {", to: "knob",
      ["a.tokens.json": ##""$extends": "{knob}""##])
  }

  /// A text that has a name several times, and the variants of a style for devices.
  @Test func stylesOfGiotto() throws {
    let files = [
      "theme_default.json": ##"""
      { "formatVersion": 2, "Constants": {}, "G": {
        "A": { "gap": 8 }, "A_IPAD": { "gap": 2 }, "A_IPADS": { "gap": 1 }, "style": { "gap": 3 },
        "B": { "all": "style:A,style,A", "one": "style: style" }
      } }
      """##
    ]
    func check(_ words: String, to new: String, _ lines: String) throws {
      try self.check(files, "theme_default.json", words, to: new, ["theme_default.json": lines])
    }
    let renamed = ##"""
        "Z": { "gap": 8 }, "Z_IPAD": { "gap": 2 }, "A_IPADS": { "gap": 1 }, "style": { "gap": 3 },
        "B": { "all": "style:Z,style,Z", "one": "style: style" }
      """##
    for words in ["\"A|\": {", "\"A_|IPAD\"", "style:|A,", ",A|\""] { try check(words, to: "Z", renamed) }
    try check("\"st|yle\": {", to: "plain", ##""B": { "all": "style:A,plain,A", "one": "style: plain" }"##)
  }

  /// A token that groups inherit, and those in its place, have one name.
  @Test func inheritedTokens() throws {
    let files = [
      "a.tokens.json": ##"""
      {
        "$type": "number",
        "base": { "x": { "$value": 1 }, "y": { "$value": 2 }, "deep": { "x": { "$value": 7 } } },
        "heir": { "$extends": "{base}", "y": { "$value": 3 } },
        "last": { "$ref": "#/heir", "deep": { "x": { "$value": 9 } } },
        "other": { "$extends": "{base}", "own": { "$value": 4 } },
        "stranger": { "x": { "$value": 5 }, "own": { "$value": 6 } },
        "uses": { "x": { "$value": "{heir.x}" }, "y": { "$ref": "#/last/y" }, "deep": { "$value": "{last.deep.x}" } }
      }
      """##
    ]
    func check(_ words: String, to new: String, _ lines: String) throws {
      try self.check(files, "a.tokens.json", words, to: new, ["a.tokens.json": lines])
    }
    for words in ["\"x|\": { \"$value\": 1", "{heir.x|}"] {
      try check(words, to: "z", ##""uses": { "x": { "$value": "{heir.z}" }, "y""##)
    }
    for words in ["\"y|\": { \"$value\": 2", "\"y|\": { \"$value\": 3", "#/last/y|"] {
      try check(words, to: "z", ##"{ "$extends": "{base}", "z": { "$value": 3 } }"##)
    }
    try check(
      "\"deep|\": { \"x\": { \"$value\": 7", to: "far",
      ##""$ref": "#/heir", "far": { "x": { "$value": 9 } }"##)
    try check("\"own|\": { \"$value\": 4", to: "z", ##""stranger": { "x": { "$value": 5 }, "own": { "$value": 6 } }"##)
    try check("\"x|\": { \"$value\": 5", to: "z", ##"{ "x": { "$value": "{heir.x}" }, "y""##)
    // A group inherits nothing from one around it.
    let nested = [
      "a.tokens.json": ##"""
      { "a": { "$type": "number", "x": { "$value": 1 }, "c": { "$extends": "{a}", "x": { "$value": 2 } } } }
      """##
    ]
    try self.check(
      nested, "a.tokens.json", "\"x|\": { \"$value\": 1", to: "z",
      ["a.tokens.json": ##""z": { "$value": 1 }, "c": { "$extends": "{a}", "x": { "$value": 2 } }"##])
    // Groups that inherit from groups in one another have names without end.
    let endless = [
      "a.tokens.json": ##"""
      { "a": { "$extends": "{b.in}", "x": { "$type": "number", "$value": 1 } }, "b": { "$extends": "{a.in}" } }
      """##
    ]
    try self.check(endless, "a.tokens.json", "\"x|\"", to: "z", ["a.tokens.json": ##""z": { "$type": "number""##])
  }

  /// A token in a part of a file has its name from there on, and the keys around the part have names of their own.
  @Test func partsOfFiles() throws {
    func check(_ file: String, _ words: [String], _ changed: [String: String]) throws {
      for words in words { try self.check(SampleBundles.parts, file, words, to: "z", changed) }
    }
    let num = [
      "core.tokens.json": ##"{ "a": { "$value": "{lib.z}" }, "b": { "$ref": "#/lib/z" }, "c""##,
      "lib.tokens.json": ##"""
      { "v1": { "exports": { "lib": { "z": { "$type": "number", "$value": 5 }, "two": { "$value": "{lib.z}" } } } },
        "large": { "lib": { "z": { "$type": "number", "$value": 6 } } }, "lib": { "num": {} } }
      """##,
    ]
    try check("lib.tokens.json", [#""nu|m": { "$type": "number", "$value": 5"#, "{lib.nu|m}"], num)
    try check("core.tokens.json", ["{lib.nu|m}", "#/lib/nu|m"], num)
    let lib = [
      "core.tokens.json": ##""{z.num}" }, "b": { "$ref": "#/z/num" }, "c": { "$extends": "{z}" }"##,
      "lib.tokens.json": ##"{ "v1": { "exports": { "z": { "num""##,
    ]
    try check("lib.tokens.json", [#""exports": { "li|b""#], lib)
    try check("core.tokens.json", ["{li|b}"], lib)
    let exports = ["app.resolver.json": "lib.tokens.json#/v1/z\"", "lib.tokens.json": ##""v1": { "z": { "lib""##]
    try check("lib.tokens.json", ["\"exp|orts\""], exports)
    try check("app.resolver.json", ["#/v1/exp|orts"], exports)
    let version = ["app.resolver.json": "lib.tokens.json#/z/exports\"", "lib.tokens.json": ##"{ "z": { "exports""##]
    try check("lib.tokens.json", ["\"v|1\""], version)
    try check("app.resolver.json", ["#/v|1/exports"], version)
    // Outside of the parts.
    try check("lib.tokens.json", [#""li|b": { "num": {} }"#], ["lib.tokens.json": ##", "z": { "num": {} }"##])
    for (word, key) in [("ink", #""ink": { "in|k": {"#), ("own", #""o|wn": {"#)] {
      let texts = ["app.resolver.json": #""z": { "$type": "number""#, "core.tokens.json": "\"{z}\""]
      try check("app.resolver.json", [key], texts)
      try check("core.tokens.json", ["{\(word)|}"], texts)
    }
    // The name of a set stays.
    try check(
      "core.tokens.json", ["{ext|ra}"],
      ["core.tokens.json": "\"{z}\"", "sub/x.tokens.json": ##"{ "z": { "$type""##])
  }

  /// A pointer is part of a URI.
  @Test func namesInPointers() throws {
    let files = [
      "a.tokens.json": ##"""
      {
        "$type": "number", "b a": { "$value": 1 }, "one": { "$ref": "#/b%20a" }, "two": { "$value": "{b a}" },
        "c/~": { "$value": 2 }, "three": { "$value": { "$ref": "#/c~1~0/$value" } }
      }
      """##
    ]
    func check(_ words: String, to new: String, _ line: String) throws {
      try self.check(files, "a.tokens.json", words, to: new, ["a.tokens.json": line])
    }
    for words in ["\"b| a\"", "#/b%|20a", "{b |a}"] {
      try check(
        words, to: "é %",
        ##""é %": { "$value": 1 }, "one": { "$ref": "#/%C3%A9%20%25" }, "two": { "$value": "{é %}" }"##)
    }
    try check("\"c|/~\"", to: "~d/", ##""~d/": { "$value": 2 }, "three": { "$value": { "$ref": "#/~0d~1/$value" } }"##)
  }

  @Test func whatIsRefused() throws {
    func check(_ files: [String: String], _ file: String, _ words: String, to new: String, _ code: Int) throws {
      let session = try EditorSession(opening: files)
      var parameters = try session.at(file, words)
      parameters["newName"] = .string(new)
      #expect {
        try session.request("textDocument/rename", .object(parameters))
      } throws: { ($0 as? EditorSession.ServerError)?.code == code }
    }
    try check(SampleBundles.redbeard, "screens.json", "ref://acc|ent", to: "ink", -32803)
    try check(SampleBundles.redbeard, "screens.json", "ref://acc|ent", to: "main_iPad", -32602)
    // Behind the name of a glyph, a number is the height, and digits are the colour itself.
    let glyph = [
      "theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": ##"{ "ink": "#102030", "star": "glyph://star/ink" }"##,
    ]
    for new in ["a/12", "#ff0000"] { try check(glyph, "a.json", "\"in|k\"", to: new, -32803) }
    try check(SampleBundles.oracle, "theme.json", "\"UILa|bel\"", to: "my-label", -32602)
    try check(SampleBundles.oracle, "theme.json", "\"UILa|bel\"", to: "~label", -32602)
    let id = ["theme.json": ##"[{ "gap": "@float:1" }, { "~plain": { "a": "@float:1" } }]"##]
    try check(id, "theme.json", "\"~pl|ain\"", to: "~", -32602)
    try check(id, "theme.json", "\"~pl|ain\"", to: "~~quiet", -32602)
    try check(SampleBundles.tokens, "a.tokens.json", "\"se|a\"", to: "a.b", -32602)
    try check(SampleBundles.tokens, "a.tokens.json", "\"se|a\"", to: "link", -32803)
    try check(SampleBundles.giotto, "theme_default.json", "\"INK|\":", to: "a,b", -32602)
    // The new name would hide one that the group inherits, or that a group inherits from this one.
    let inherited = [
      "a.tokens.json": ##"""
      { "$type": "number", "base": { "x": { "$value": 1 }, "free": { "$value": 3 } },
      "heir": { "$extends": "{base}", "z": { "$value": 2 } } }
      """##
    ]
    try check(inherited, "a.tokens.json", "\"z|\"", to: "x", -32803)
    try check(inherited, "a.tokens.json", "\"free|\"", to: "z", -32803)
    try check(SampleBundles.tokens, "a.tokens.json", "\"se|a\"", to: "a#/b", -32602)
    // Groups that inherit in circles have names without end.
    let (a, b) = (String(repeating: "a", count: 500), String(repeating: "b", count: 500))
    let endless = [
      "a.tokens.json": """
      { "a": { "$extends": "{c.\(a)}", "k": { "$type": "number", "$value": 1 } },
        "c": { "$extends": "{a}", "\(a)": { "$extends": "{e}" } }, "e": { "$extends": "{f.\(b)}" },
        "f": { "$extends": "{a}", "\(b)": { "$extends": "{c.\(a)}" } } }
      """
    ]
    try check(endless, "a.tokens.json", "\"k|\"", to: "z", -32803)
    // A text would become a reference.
    let giotto = [
      "theme_default.json":
        #"{ "formatVersion": 2, "Constants": { "INK": "color:102030" }, "Labels": { "A": { "text": "Rooms" } } }"#,
      "livery.json": #"{ "dialect": "giotto" }"#,
    ]
    try check(giotto, "theme_default.json", "\"INK|\":", to: "Rooms", -32803)
    let inlthemes = [
      "Day.json": ##"{ "INLThemeAlias": { "ink": "#102030", "name": "Title" }, "a": { "title": "Rooms" } }"##,
      "livery.json": #"{ "dialect": "inlthemes" }"#,
    ]
    try check(inlthemes, "Day.json", "\"ink|\":", to: "Rooms", -32803)
    try check(inlthemes, "Day.json", "\"ink|\":", to: "Title", -32803)
    try check(inlthemes, "Day.json", "\"ink|\":", to: "name", -32803)
    // A declaration for a device would lie over the id.
    let font = [
      "theme_default.json": ##"""
      { "formatVersion": 2, "Constants": { "GAP": 8 }, "G": { "A": { "font": "font:system,GAP", "gap": "GAP" } } }
      """##
    ]
    for new in ["12", "null"] { try check(font, "theme_default.json", "\"GAP|\": ", to: new, -32803) }
    // A key in two parts has two names.
    for other in ["", "#/lib"] {
      let parts = [
        "app.resolver.json": ##"""
        { "version": "2025.10", "sets": { "a": { "sources": [
            { "$ref": "lib.tokens.json\##(other)" }, { "$ref": "lib.tokens.json#/lib/in" }] } },
          "resolutionOrder": [{ "$ref": "#/sets/a" }] }
        """##,
        "lib.tokens.json": ##"{ "lib": { "in": { "num": { "$type": "number", "$value": 5 } } } }"##,
      ]
      for words in ["\"nu|m\"", "\"i|n\""] { try check(parts, "lib.tokens.json", words, to: "z", -32803) }
      try check(parts, "app.resolver.json", "#/lib/i|n", to: "z", -32803)
    }
    var device = SampleBundles.redbeard
    device["more/palette.json"] = ##"{ "accent": "#2196f3", "main_iPad": "#f32196", "gap": 4, "ink": "#000000" }"##
    try check(device, "screens.json", "ref://acc|ent", to: "main", -32803)
    var escaped = SampleBundles.redbeard
    escaped["screens.json"] = #"{ "base": { "titleColor": "ref://acc\u0065nt" } }"#
    try check(escaped, "more/palette.json", "\"acc|ent\"", to: "main", -32803)
    var broken = SampleBundles.redbeard
    broken["livery.json"] = "{"
    try check(broken, "screens.json", "ref://acc|ent", to: "main", -32803)
  }

  /// Selectors of Oracle, and `$root`, which has a meaning of its own, cannot get other names.
  @Test func whatHasNoName() throws {
    func check(_ files: [String: String], _ file: String, _ words: String) throws {
      let session = try EditorSession(opening: files)
      let answer = try session.request("textDocument/prepareRename", .object(session.at(file, words)))
      #expect(answer == .null, "\(words)")
    }
    let selectors = ["theme.json": ##"[{ "gap": "@float:1" }, { "UILabel>UIButton": { "a": "@float:1" } }]"##]
    try check(selectors, "theme.json", "\"UILabel>UI|Button\"")
    let root = ["a.tokens.json": ##"{ "g": { "$type": "number", "$root": { "$value": 4 } } }"##]
    try check(root, "a.tokens.json", "\"$ro|ot\"")
    // Sets and contexts of a resolver document.
    for words in [
      "/sets/ext|ra", "json#/se|ts/", "\"co|re\": {", "#/sets/co|re", "\"si|ze\"", "\"s|\": []", "#/$defs/in|k",
    ] { try check(SampleBundles.parts, "app.resolver.json", words) }
    try check(SampleBundles.parts, "sub/other.resolver.json", "\"ext|ra\"")
  }

  @Test func namesThatProgramsGetNeedALook() throws {
    var capabilities = EditorSession.all.object ?? JSONObject()
    capabilities["workspace"] = [
      "workspaceEdit": ["documentChanges": true, "changeAnnotationSupport": [:]]
    ]
    let program = RunningConsumer(name: "clock", process: 7, selection: try Selection(["constants/accent"]))
    let session = try EditorSession(
      opening: SampleBundles.redbeard, capabilities: .object(capabilities), programs: [program])
    var parameters = try session.at("screens.json", "ref://acc|ent")
    parameters["newName"] = "main"
    let edit = try session.request("textDocument/rename", .object(parameters))
    #expect(edit["changeAnnotations"]?["used"]?["label"] == "`accent` is sent to clock")
    #expect(edit["changeAnnotations"]?["used"]?["needsConfirmation"] == true)
  }
}
