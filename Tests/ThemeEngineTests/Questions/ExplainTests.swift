// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryProtocol
import Testing
import ThemeModel

@testable import ThemeEngine

/// Explanations of the notations of each dialect, with their places in the files.
@Suite struct ExplainTests {
  private let engine = ThemeEngine(bundle: "small")

  private func write(_ files: [String: String?]) {
    engine.apply(
      files.sorted { $0.key < $1.key }.map { path, text in
        FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone)
      })
  }

  /// Compares an explanation, a line a step: `status[ rule] FILE:LINE:COLUMN ID/KEY CONTENT`, indented by depth.
  private func check(
    _ path: String, in context: Context = Context(), _ lines: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let steps = engine.explain(path, in: context) ?? []
    #expect(steps.map { line($0.encoded) } == lines, sourceLocation: sourceLocation)
  }

  private func line(_ step: JSONValue) -> String {
    let place = { (object: JSONValue) in
      guard let file = object["file"]?.string else { return object["runTime"] == true ? "run time" : "nowhere" }
      return "\(file):\(Int(object["line"]?.number ?? 0)):\(Int(object["column"]?.number ?? 0))"
    }
    var words = [step["status"]?.string, step["rule"]?.string, place(step)].compactMap(\.self)
    words.append([step["id"]?.string, step["key"]?.string].compactMap(\.self).joined(separator: "/"))
    words += [step["says"]?.string, step["target"]?.string].compactMap(\.self)
    if let value = step["value"] { words.append(value["$value"]?["hex"]?.string ?? value.text) }
    for parent in step["inherits"]?.array ?? [] { words.append("via \(parent["id"]?.string ?? "") \(place(parent))") }
    if let result = step["result"] { words.append("= \(result["$value"]?["hex"]?.string ?? result.text)") }
    return String(repeating: "  ", count: Int(step["depth"]?.number ?? 0)) + words.joined(separator: " ")
  }

  @Test func redbeard() throws {
    write([
      "theme.inc.json": #"{"themes": ["a.json", "b.json"]}"#,
      "a.json": """
      {
        "white": "#ffffff",
        "base": { "edge": 1, "edge_iPad": 2 },
        "button": { "inherits": "ref://base", "titleColor": "ref://text" }
      }
      """,
      "b.json": ##"{ "text": "ref://white", "button": { "titleColor": "#000000", "titleColor_iPad": "ref://text" } }"##,
    ])
    check(
      "styles/button/titleColor", in: Context(device: .pad),
      [
        "overridden suffix a.json:4:55 button/titleColor reference text",
        "overridden suffix b.json:1:52 button/titleColor literal #000000",
        "won suffix b.json:1:82 button/titleColor_iPad reference text = #ffffff",
        "  won b.json:1:11 text reference white", "    won a.json:2:12 white literal #ffffff",
      ])
    check(
      "/styles/button/edge",
      [
        "inactive a.json:3:37 base/edge_iPad literal 2 via base a.json:4:27",
        "won a.json:3:21 base/edge literal 1 via base a.json:4:27 = 1",
      ])
    try engine.modifyStyle("button", at: "edge", to: "ref://text")
    check(
      "styles/button/edge",
      [
        "inactive a.json:3:37 base/edge_iPad literal 2 via base a.json:4:27",
        "overridden setAtRunTime a.json:3:21 base/edge literal 1 via base a.json:4:27",
        "won setAtRunTime run time button/edge reference text = #ffffff", "  won b.json:1:11 text reference white",
        "    won a.json:2:12 white literal #ffffff",
      ])
  }

  @Test func oracle() {
    write([
      "theme.json": """
      [
        { "ink": "@color:0 0 0 1" },
        { "Label": { "textColor": "@resource:ink", "layer.borderColor": "@colorref:@resource:ink", "setTitle:forState": ["a", 0] } }
      ]
      """
    ])
    check(
      "styles/Label/textColor",
      ["won theme.json:3:29 Label/textColor reference ink = #000000", "  won theme.json:2:12 ink literal #000000"])
    check(
      "styles/Label/layer.borderColor",
      [
        "won theme.json:3:67 Label/layer.borderColor colorReference = #000000",
        "  won theme.json:2:12 ink literal #000000",
      ])
  }

  @Test func giotto() throws {
    write([
      "theme_default.json": """
      { "formatVersion": 2,
        "Constants": { "INK": "color:000000", "GAP": 4 },
        "G": {
          "Root": { "gap": "GAP", "color": "INK" },
          "Label": { "_superstyle": "Root", "color": "color:ff0000" },
          "Cell": { "font": "font:system,GAP" } } }
      """,
      "night.json": """
      { "formatVersion": 2,
        "Constants": { "INK": "color:ffffff" },
        "G": { "Root": { "_inherit": "Root", "color": "INK" } } }
      """,
    ])
    let night = Context(themes: ["night"])
    check(
      "styles/Root/color", in: night,
      [
        "overridden chosenTheme theme_default.json:4:38 Root/color lookup INK",
        "overridden ownKey theme_default.json:4:38 Root/color lookup INK via Root night.json:3:32",
        "won ownKey night.json:3:49 Root/color lookup INK = #ffffff",
        "  won night.json:2:25 INK literal #ffffff",
      ])
    check(
      "styles/Label/gap", in: night,
      [
        "overridden chosenTheme theme_default.json:4:22 Root/gap lookup GAP via Root theme_default.json:5:31",
        "won chosenTheme theme_default.json:4:22 Root/gap lookup GAP via Root theme_default.json:5:31 via Root night.json:3:32 = 4",
        "  won theme_default.json:2:48 GAP literal 4",
      ])
    check(
      "styles/Cell/font",
      [
        #"won theme_default.json:6:23 Cell/font font = {"$type":"font","$value":{"system":"regular","size":4}}"#,
        "  won theme_default.json:2:48 GAP literal 4",
      ])
    try engine.modifyConstant("INK", to: "color:00ff00")
    check(
      "constants/INK", in: night,
      [
        "overridden setAtRunTime theme_default.json:2:25 INK literal #000000",
        "overridden setAtRunTime night.json:2:25 INK literal #ffffff",
        "won setAtRunTime run time INK literal #00ff00 = #00ff00",
      ])
  }

  @Test func flat() {
    write([
      "livery.json": #"{ "dialect": "flat", "fallback": true }"#,
      "default.json": #"{ "aName": "Futura", "aSize": 20, "tint": "255,0,0" }"#, "large.json": #"{ "aSize": 30 }"#,
    ])
    check(
      "constants/aSize", in: Context(themes: ["large"]),
      [
        "overridden chosenTheme default.json:1:31 aSize literal 20",
        "won chosenTheme large.json:1:12 aSize literal 30 = 30",
      ])
    let steps = engine.explain("constants/a", in: Context(themes: ["large"])) ?? []
    #expect(steps.last.map { line($0.encoded) } == "  won large.json:1:12 aSize literal 30")
    #expect(steps.dropLast().last.map { line($0.encoded) } == #"  won default.json:1:12 aName literal "Futura""#)
  }

  @Test func inlthemes() {
    write([
      "Red.json":
        ##"{ "INLThemeAlias": { "main": "#ff0000" }, "v": { "color": "main", "font": "Futura", "fontSize": 12 } }"##
    ])
    check("styles/v/color", ["won Red.json:1:59 v/color literal #ff0000 = #ff0000"])
    check(
      "styles/v/font",
      [
        #"won Red.json:1:75 v/font literal "Futura" = {"$type":"font","$value":{"name":"Futura","size":12}}"#,
        "won Red.json:1:97 v/fontSize literal 12",
      ])
  }

  @Test func aBundleWithoutFilesIsServedWithoutDeclarations() {
    write(["theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": #"{"a": 1, "b": "ref://gone"}"#])
    check("constants/b", ["won a.json:1:15 b reference gone", "  missing nowhere gone"])
    #expect(engine.nearestPath(to: "constant/a", in: Context()) == "constants/a")
    write(["theme.inc.json": nil])
    #expect(engine.explain("constants/a", in: Context()) == [])
    #expect(engine.explain("constants/b", in: Context()) == nil)
  }

  /// Every value of every case of every dialect is explained, and the winner has the place that composition gives.
  @Test(arguments: Fixture.all) func everyValueIsExplained(fixture: Fixture) throws {
    let engine = ThemeEngine(bundle: fixture.name)
    engine.apply(try Fixture.changes(of: fixture.folder.appending(path: "bundle")))
    let context = try fixture.context()
    let content = try engine.open(context).content
    for (section, ids) in content.object?.members ?? [] {
      for (id, value) in ids.object?.members ?? [] { expectExplained([section, id], value, engine, context) }
    }
  }

  private func expectExplained(_ path: [String], _ value: JSONValue, _ engine: ThemeEngine, _ context: Context) {
    let text = path.map(Path.escape).joined(separator: "/")
    let won = (engine.explain(text, in: context) ?? []).filter { $0.result != nil }
    #expect(won.map { $0.result?.json } == [value], "\(text)")
    let place = engine.winner(at: text, in: context)
    #expect(won.first?.origin == place.map(ExplanationStep.Origin.file), "\(text)")
    guard value["$type"] == nil else { return }
    for member in value.object?.members ?? [] { expectExplained(path + [member.key], member.value, engine, context) }
  }
}
