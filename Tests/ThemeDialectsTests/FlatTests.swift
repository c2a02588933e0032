// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import Testing
import ThemeModel
import ThemeSyntax

@testable import ThemeDialects

/// Flat themes beside the conformance cases: declarations, plans and words.
@Suite struct FlatTests {
  private let flat = Flat(DialectSettings())

  private func check(_ source: String, declares lines: [String]) {
    let declarations = flat.declarations(of: parseJSON(Array(source.utf8)).tree, path: "default.json")
    #expect(DeclarationText.lines(declarations, of: source) == lines)
  }

  @Test func fonts() {
    check(
      #"{"aName": "Futura", "aSize": 20}"#,
      declares: [
        #"constants aName = "Futura""#, "constants aSize = 20", "constants a = font(name: @aName?, size: @aSize?)",
      ])
    // A half alone declares the font as well: the other half may be in a different theme.
    check(
      #"{"aSize": 20}"#, declares: ["constants aSize = 20", "constants a = font(name: @aName?, size: @aSize?)"])
    check(
      #"{"aSize": 20, "a": true}"#,
      declares: [
        "constants aSize = 20", "constants a = true",
        #"warning font-pair of a at "a": rename one of them"#,
      ])
    check(
      #"{"aSize": 20, "aName": 3}"#,
      declares: [
        "constants aSize = 20", "constants aName = 3", "constants a = invalid",
        "warning font-pair of aName at 3: write a text for `aName`",
      ])
    check(
      #"{"aSize": 20, "aName": ""}"#,
      declares: [
        "constants aSize = 20", #"constants aName = """#, "constants a = font(name: @aName?, size: @aSize?)",
        #"warning font-pair of aName at "": write the name of a font"#,
      ])
    // The dictionary itself is reported.
    check(
      #"{"aSize": 20, "aName": {}}"#,
      declares: [
        "constants aSize = 20", "constants aName = invalid", "constants a = invalid",
        "error shape of aName at {}: give each value its own key",
      ])
  }

  /// A colour in the notation of most programs is a text, and its finding has the flat one.
  @Test func colorsInOtherNotations() {
    check(
      ##"{"barColor": "#0033ff", "endColour": "#FF000080", "tint": "#fff", "color": "#12"}"##,
      declares: [
        ##"constants barColor = "#0033ff""##, ##"constants endColour = "#FF000080""##, ##"constants tint = "#fff""##,
        ##"constants color = "#12""##,
        ##"info bad-color of barColor at "#0033ff": write 0,51,255"##,
        ##"info bad-color of endColour at "#FF000080": write 255,0,0,0.502"##,
      ])
  }

  @Test func values() {
    check(
      #"{"a": "0,0,0,2", "b": "0,51,0,.5", "image": "x", "n": null}"#,
      declares: [
        "constants a = invalid", "constants b = #003300 0.5", "constants image = image x", "constants n = null",
        "error out-of-range of a at \"0,0,0,2\": write 0 to 255 for red, green and blue, and 0 to 1 for alpha",
      ])
    check("[]", declares: ["error shape of  at []: write a dictionary of texts, numbers and booleans"])
  }

  /// Values of a binary property list have no place.
  @Test func binaryFindings() throws {
    let list: [String: Any] = ["a": "0,0,256", "b": [1], "cName": "Futura", "c": 1]
    let bytes = Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    let findings = flat.declarations(of: parsePropertyList(bytes).tree, path: "default.plist").findings
    #expect(Set(findings.map(\.code)) == [.outOfRange, .shape, .fontPair])
    #expect(findings.allSatisfy { $0.range == nil })
  }

  @Test(
    arguments: [
      ([], "default.plist, root default.plist"), (["night"], "night.plist, root night.plist"),
      (["night", "default"], "night.plist, root night.plist"),
      (["noon"], "default.plist, root default.plist LV1006"),
    ] as [([String], String)]) func plans(themes: [String], plan: String)
  {
    #expect(planText(flat, themes, ListedFiles(["night.plist", "default.plist"])) == plan)
  }

  @Test(
    arguments: [
      ([], "default.plist, root default.plist"), (["default"], "default.plist, root default.plist"),
      (["night"], "default.plist night.plist, root default.plist under night.plist"),
      (["noon"], "default.plist, root default.plist LV1006"),
    ] as [([String], String)]) func plansThatFallBack(themes: [String], plan: String)
  {
    var settings = DialectSettings()
    settings.fallsBack = true
    #expect(planText(Flat(settings), themes, ListedFiles(["night.plist", "default.plist"])) == plan)
  }

  @Test(
    arguments: [
      (nil, nil, "default.plist, root default.plist"), (nil, "day", "day.plist, root day.plist"),
      ("a/night.plist", "day", "a/night.plist, root a/night.plist"),
      ("night.plist", "day", "day.plist, root day.plist LV1006"),
      (nil, "dya", "default.plist, root default.plist LV1006"),
    ] as [(String?, String?, String)]) func defaults(root: String?, name: String?, plan: String)
  {
    var settings = DialectSettings()
    settings.root = root
    settings.defaultTheme = name
    #expect(planText(Flat(settings), [], ListedFiles(["a/night.plist", "day.plist", "default.plist"])) == plan)
  }

  @Test func noDefault() {
    let files = ListedFiles(["day.plist", "night.plist"])
    let plan = flat.plan(for: Context(), in: files, links: { _ in [] })
    #expect(plan.load == nil)
    #expect(plan.findings.map(\.code) == [.noRoot])
    #expect(plan.findings.first?.help?.hasSuffix("the themes are: `day`, `night`") == true)
    #expect(planText(flat, ["noon"], files) == "nothing LV1006")
    #expect(flat.themes(in: files) == ["day", "night"])
  }

  @Test(
    arguments: [
      ("<plist><dict><key>a</key><real>1</real><key>b</key><string>x</string></dict></plist>", true),
      ("<plist><dict><key>a</key><true/></dict></plist>", true), ("<plist><dict/></plist>", false),
      ("<plist><array><true/></array></plist>", false), ("<plist><dict><key>a</key><array/></dict></plist>", false),
      ("<plist><dict><key>a</key><true/><key>b</key><dict/></dict></plist>", false), (#"{"a": 1}"#, false), ("", false),
    ]) func claims(source: String, isClaimed: Bool)
  {
    let path = isClaimed ? "a.json" : "a.plist"
    #expect(Flat.claims(parseThemeFile(Array(source.utf8), path: path).tree, path: path) == isClaimed)
  }

  @Test func evidence() {
    let files = ListedFiles([])
    #expect(Flat.evidence(in: files, claimed: { [] }) == nil)
    #expect(
      Flat.evidence(in: files, claimed: { ["a.plist", "b.plist"] })
        == Evidence(.likely, seen: "`a.plist`, `b.plist` are property lists of plain values"))
  }

  @Test func themeFileOfModifications() {
    let constants = JSONObject([(key: "primaryColor", value: "0,0,0")])
    #expect(flat.themeFile(constants: constants, styles: JSONObject()) == ["primaryColor": "0,0,0"])
  }

  /// For any bytes of a file, reading ends, and every node lies within the file.
  @Test(arguments: ["", "3", "{", #"{"a" 1, "#, #"{"aName": , "aSize": 1e999}"#, #"{"a": [1, "b": "1,2"}"#])
  func declaringIsTotal(source: String) {
    let bytes = Array(source.utf8)
    let declarations = flat.declarations(of: parseJSON(bytes).tree, path: "a.json")
    #expect(declarations.nodes.allSatisfy { Int($0.range.end) <= bytes.count })
    #expect(declarations.entries.allSatisfy { Int(declarations.nodes[Int($0.node)].end) <= declarations.nodes.count })
  }
}
