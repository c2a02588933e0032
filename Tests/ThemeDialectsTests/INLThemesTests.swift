// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import Testing
import ThemeModel
import ThemeSyntax

@testable import ThemeDialects

/// INLThemes beside the conformance cases: declarations, plans, infos and words.
@Suite struct INLThemesTests {
  private let dialect = INLThemes(DialectSettings())

  private func check(_ source: String, declares lines: [String]) {
    let declarations = dialect.declarations(of: parseJSON(Array(source.utf8)).tree, path: "theme.json")
    #expect(DeclarationText.lines(declarations, of: source) == lines)
  }

  @Test func attributes() {
    check(
      ##"{"a": {"color": "#336699", "image": "x", "alpha": "1", "font": "Futura", "hidden": 0, "text": null}}"##,
      declares: [
        ##"styles a = object(color: #336699 1.0, image: image x, alpha: 1, font: "Futura", hidden: 0, text: null)"##,
        "info type-mismatch of a/hidden at 0: write false",
      ])
    check(
      #"{"a": {"color": "blue"}, "b": {"alpha": "x", "fontSize": "9"}}"#,
      declares: [
        "styles a = object(color: invalid)", "styles b = object(alpha: invalid, fontSize: 9)",
        #"error bad-color of a/color at "blue": write #RRGGBB, with digits 0-9 and A-F"#,
        #"error bad-number of b/alpha at "x": write a number"#,
        #"warning number-in-string of b/fontSize at "9": write it as a number"#,
      ])
  }

  @Test func unknownAttributes() {
    check(
      #"{"a": {"tintColour": "x", "wobble": {"b": [1, {"c": "d"}]}, "x/y": 1}}"#,
      declares: [
        #"styles a = object(tintColour: "x", wobble: object(b: array(1, object(c: "d"))), x/y: 1)"#,
        #"info unknown-attribute of a/tintColour at "tintColour": did you mean `tintColor`?"#,
        #"info unknown-attribute of a/wobble at "wobble": keep it if the app applies it itself"#,
        #"info unknown-attribute of a/x~1y at "x/y": keep it if the app applies it itself"#,
      ])
  }

  @Test func aliases() {
    check(
      ##"{"INLThemeAlias": {"a": "#336699", "b": "a"}, "v": {"color": "a", "text": "b", "alpha": "a"}}"##,
      declares: [
        ##"styles v = object(color: #336699 1.0, text: "a", alpha: invalid)"##,
        "warning looks-like-constant of INLThemeAlias/b at \"a\": write the value of `a` here, "
          + "the alias `a` is defined here: \"a\", used here: \"b\"",
        ##"error bad-number of v/alpha at "a": write a number, the alias is defined here: "#336699""##,
      ])
    check(
      #"{"INLThemeAlias": 3, "v": {"text": "a"}}"#,
      declares: [
        #"styles v = object(text: "a")"#,
        ##"error shape of INLThemeAlias at 3: write { "NAME": "#RRGGBB" }"##,
      ])
  }

  /// Aliases under a misspelt key are one error, and their uses none.
  @Test(arguments: ["INLThemeAliases", "INLThemealias", "INLThemAlias", "inlThemeAlias"]) func misspeltAliases(
    key: String
  ) {
    check(
      ##"{"\##(key)": {"a": "#336699"}, "v": {"color": "a"}}"##,
      declares: [
        "styles v = object(color: #336699 1.0)",
        "error unknown-key of  at \"\(key)\": did you mean `INLThemeAlias`?",
      ])
    check(
      ##"{"INLThemeAlias": {"a": "#336699"}, "\##(key)": {"color": "a"}}"##,
      declares: ["styles \(key) = object(color: #336699 1.0)"])
  }

  @Test func shapes() {
    check(
      #"{"a": 3, "b": {}}"#,
      declares: [
        "styles a = invalid", "styles b = object()", #"error shape of a at 3: write { "ATTRIBUTE": ... }"#,
      ])
    check("[]", declares: [#"error shape of  at []: write { "ELEMENT": { "ATTRIBUTE": ... } }"#])
  }

  /// Values of a binary property list have no place.
  @Test func binaryFindings() throws {
    let list: [String: Any] = [
      "INLThemeAlias": ["a": "no", "b": "a"], "v": ["color": "a", "alpha": "b", "wobble": 1, "fontSize": "3"], "w": 1,
    ]
    let bytes = Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    let findings = dialect.declarations(of: parsePropertyList(bytes).tree, path: "theme.plist").findings
    #expect(Set(findings.map(\.code)) == [.badColor, .looksLikeConstant, .unknownAttribute, .numberInString, .shape])
    #expect(findings.allSatisfy { $0.range == nil && $0.related.isEmpty })
  }

  @Test(
    arguments: [
      ("#000000", Color(red: 0, green: 0, blue: 0)), ("#FFffFF", Color(red: 1, green: 1, blue: 1)),
      ("#336699", Color(red: 0.2, green: 0.4, blue: 0.6)), ("#fff", nil), ("#11223344", nil), ("336699", nil),
      ("#33669g", nil), ("#-00000", nil), ("#+00000", nil), (" #336699", nil), ("#336699 ", nil), ("0x336699", nil),
      ("#３３", nil), ("", nil), ("#", nil),
    ] as [(String, Color?)]) func colors(text: String, color: Color?)
  {
    #expect(INLColor.parse(text) == color)
  }

  @Test func tableOfAttributes() {
    #expect(INLElementClass.all.count == 16)
    #expect(Set(INLElementClass.all.map(\.name)).count == 16)
    #expect(INLElementClass.all.allSatisfy { Set($0.attributes).count == $0.attributes.count })
    #expect(
      INLElementClass.allAttributes == [
        "active", "alpha", "backgroundColor", "barTintColor", "color", "constant", "cornerRadius", "font", "fontSize",
        "hidden", "image", "inactiveColor", "placeholder", "placeholderColor", "priority", "selectedBackgroundColor",
        "selectedImage", "separatorColor", "text", "textColor", "tintColor", "title", "useDarkIndicator",
      ])
  }

  @Test(
    arguments: [
      (nil, nil, [], "nothing LV1010"), (nil, nil, ["Red"], "Red.plist, root Red.plist"),
      (nil, nil, ["Red", "Blue"], "Red.plist, root Red.plist"), (nil, nil, ["red"], "nothing LV1006"),
      (nil, "Blue", [], "a/Blue.json, root a/Blue.json"),
      (nil, "Blue", ["red"], "a/Blue.json, root a/Blue.json LV1006"), (nil, "blue", [], "nothing LV1006"),
      ("Red.plist", "Blue", [], "Red.plist, root Red.plist"),
      ("Blue.json", "Blue", [], "a/Blue.json, root a/Blue.json LV1006"),
    ] as [(String?, String?, [String], String)])
  func plans(root: String?, name: String?, themes: [String], plan: String) {
    var settings = DialectSettings()
    settings.root = root
    settings.defaultTheme = name
    #expect(planText(INLThemes(settings), themes, ListedFiles(["Red.plist", "a/Blue.json"])) == plan)
  }

  @Test func theOnlyThemeServes() {
    var settings = DialectSettings()
    settings.defaultTheme = "Blue"
    #expect(planText(INLThemes(settings), [], ListedFiles(["Red.plist"])) == "Red.plist, root Red.plist")
    #expect(planText(dialect, ["Blue"], ListedFiles(["Red.plist"])) == "Red.plist, root Red.plist LV1006")
  }

  @Test(
    arguments: [
      (#"{"a": {}, "b": {"c": 1}}"#, true), ("{}", false), ("[{}]", false), (#"{"a": {}, "b": 1}"#, false),
      (#"{"a": []}"#, false), ("", false),
    ]) func claims(source: String, isClaimed: Bool)
  {
    let tree = parseJSON(Array(source.utf8)).tree
    for path in ["a.json", "a.plist"] { #expect(INLThemes.claims(tree, path: path) == isClaimed) }
  }

  @Test func evidence() {
    let files = ListedFiles([])
    #expect(INLThemes.evidence(in: files, claimed: { [] }) == nil)
    #expect(
      INLThemes.evidence(in: files, claimed: { ["a.json"] })
        == Evidence(.likely, seen: "`a.json` is a dictionary of dictionaries"))
  }

  @Test func themeFileOfModifications() {
    let styles = JSONObject([(key: "label", value: ["text": "a"])])
    #expect(dialect.themeFile(constants: JSONObject(), styles: styles) == ["label": ["text": "a"]])
  }

  /// For any bytes of a file, reading ends, and every node lies within the file.
  @Test(arguments: [
    "", "3", "{", #"{"a": {"color" 1, "#, #"{"a": {"fontSize": 1e999, "alpha": , "own": [1e999]}}"#,
    #"{"INLThemeAlias": {"a": , "b": "a"}, "v": {"color": "b"}"#,
  ]) func declaringIsTotal(source: String) {
    let bytes = Array(source.utf8)
    let declarations = dialect.declarations(of: parseJSON(bytes).tree, path: "a.json")
    #expect(declarations.nodes.allSatisfy { Int($0.range.end) <= bytes.count })
    #expect(declarations.entries.allSatisfy { Int(declarations.nodes[Int($0.node)].end) <= declarations.nodes.count })
  }
}
