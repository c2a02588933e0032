// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeEngine
import ThemeModel

/// Findings about wrong names of files: of a directory where a file belongs, and of root files.
@Suite struct WrongNameTests {
  private static let scheme = #"{ "gap": 4 }"#

  /// `FILE CODE MESSAGE (HELP)` of the findings about a bundle.
  private func check(
    _ files: [String: String], themes: [String] = [], _ expected: String...,
    location: SourceLocation = #_sourceLocation
  ) {
    let engine = ThemeEngine(bundle: "test")
    engine.apply(
      files.sorted { $0.key < $1.key }.map { .init(path: $0.key, content: .bytes(Array($0.value.utf8))) })
    let found = engine.check(Context(themes: themes))
    #expect(
      found.map { "\($0.file) \($0.code.rawValue) \($0.message) (\($0.help ?? ""))" } == expected,
      sourceLocation: location)
  }

  @Test func sourceOfDesignTokens() {
    check(
      [
        "a.resolver.json":
          #"{ "version": "2025.10", "resolutionOrder": [{ "type": "set", "name": "base", "sources": [{ "$ref": "base" }] }] }"#,
        "base/colors.tokens.json": "{}",
      ],
      "a.resolver.json LV1006 `base` is a directory (name the files in it, such as `base/colors.tokens.json`)")
  }

  /// The halves of a flat font in two themes.
  @Test func halfOfAFlatFontOfAnotherType() {
    check(
      [
        "livery.json": #"{ "dialect": "flat", "fallback": true }"#,
        "default.json": #"{ "aName": "Futura", "aSize": 9 }"#,
        "night.json": #"{ "aSize": "9" }"#,
      ], themes: ["night"],
      "default.json LV1004 `aSize` is the size of this font and must be a number, but it is a text "
        + "(write a number for `aSize`)")
  }

  @Test func listOfRedbeard() {
    for name in ["parts", "parts/", "./parts"] {
      check(
        ["theme.inc.json": #"{ "themes": ["\#(name)"] }"#, "parts/buttons.json": Self.scheme],
        "theme.inc.json LV1006 `\(name)` is a directory (name the files in it, such as `parts/buttons.json`)")
    }
  }

  @Test func rootOfTheManifest() {
    check(
      ["livery.json": #"{ "dialect": "oracle", "root": "themes.json" }"#, "themes.json/a.json": "[[], []]"],
      "livery.json LV1010 `themes.json` is a directory (name the files in it, such as `themes.json/a.json`)")
    check(
      ["livery.json": #"{ "dialect": "flat", "root": "themes.json" }"#, "themes.json/a.json": Self.scheme],
      "livery.json LV1006 `themes.json` is a directory (name the files in it, such as `themes.json/a.json`)")
  }

  /// `root` of a manifest is a path, and `default` a name.
  @Test func themesOfTheManifest() {
    let theme = #"{ "a": { "alpha": 1 } }"#
    func checkManifest(
      _ members: String, _ expected: String, paths: [String] = ["Day.json", "more/Night.json"],
      _ location: SourceLocation = #_sourceLocation
    ) {
      let files = Dictionary(uniqueKeysWithValues: paths.map { ($0, theme) })
      check(files.merging(["livery.json": "{ \(members) }"]) { $1 }, expected, location: location)
    }
    let inlthemes = #""dialect": "inlthemes", "#
    for (root, help) in [
      ("Dya.json", "did you mean `Day.json`?"), ("Day", "did you mean `Day.json`?"),
      ("Night.json", "did you mean `more/Night.json`?"), ("Night", "did you mean `more/Night.json`?"),
      ("x.json", "the theme files are: `Day.json`, `more/Night.json`"),
    ] {
      checkManifest(
        inlthemes + #""root": "\#(root)""#, "livery.json LV1006 the bundle has no file `\(root)` (\(help))")
      checkManifest(
        #""dialect": "giotto", "root": "\#(root)""#,
        "livery.json LV1010 the default theme `\(root)` does not exist (\(help))")
    }
    for (name, help) in [
      ("Dya", "did you mean `Day`?"), ("Day.json", "a theme's name has no extension: did you mean `Day`?"),
      ("Dya.json", "a theme's name has no extension: did you mean `Day`?"),
      ("more/Night.json", "a theme's name has no extension: did you mean `Night`?"),
      ("x.json", "the themes are: `Day`, `Night`"),
    ] {
      checkManifest(
        inlthemes + #""default": "\#(name)""#, "livery.json LV1006 the bundle has no theme `\(name)` (\(help))")
    }
    let none = "(add a theme file: the bundle has none)"
    checkManifest(
      inlthemes + #""root": "x.json""#, "livery.json LV1006 the bundle has no file `x.json` \(none)", paths: [])
    checkManifest(inlthemes + #""default": "x""#, "livery.json LV1006 the bundle has no theme `x` \(none)", paths: [])
    checkManifest(
      #""dialect": "inlthemes""#, " LV1010 no theme is chosen, and the bundle has no default theme \(none)", paths: [])
  }

  @Test func emptyNames() {
    check(
      ["theme.inc.json": #"{ "themes": ["", "a.json"] }"#, "a.json": Self.scheme],
      "theme.inc.json LV1014 the path of this file is empty (write the path of a file, or remove this line)")
    func checkManifest(_ manifest: String, _ expected: String, _ location: SourceLocation = #_sourceLocation) {
      let files = ["theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": Self.scheme, "livery.json": manifest]
      check(files, "livery.json \(expected)", location: location)
    }
    checkManifest(#"{ "root": "" }"#, "LV0013 the name of the root file is needed here, and this string is empty ()")
    checkManifest(#"{ "rules": { "": "off" } }"#, "LV9002 the name of the rule is empty ()")
    checkManifest(
      #"{ "contexts": { "a": { "themes": [""] } } }"#,
      "LV0013 the name of a theme is needed here, and this string is empty ()")
    checkManifest(
      #"{ "contexts": { "a": { "": 1 } } }"#,
      "LV1018 this key is empty (the keys here are: device, version, language, themes, modifiers)")
  }

  @Test func tokensInYAML() {
    let tokens = "red:\n  $type: color\n  $value: '#ff0000'\n"
    check(
      ["x/palette.yaml": tokens],
      " LV1010 the bundle has no file of design tokens (rename `x/palette.yaml` to `palette.tokens.yaml`)")
    check(
      ["livery.json": #"{ "dialect": "tokens" }"#, "palette.yml": tokens],
      " LV1010 the bundle has no file of design tokens (rename `palette.yml` to `palette.tokens.yaml`)")
    check(
      ["livery.json": #"{ "dialect": "tokens" }"#, "readme.txt": ""],
      " LV1010 the bundle has no file of design tokens (name a file NAME.tokens.json)")
  }

  @Test func rootOfRedbeard() {
    check(
      ["teme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": #"{ "box": { "margin": "ref://gap" }, "gap": 4 }"#],
      " LV1010 no root file found for this context "
        + "(rename `teme.inc.json` to `theme.inc.json`)")
    check(
      ["main.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": Self.scheme],
      " LV1010 no root file found for this context (add one of these files: `theme.inc.json`)")
  }

  /// What the root of the manifest leads to is used, and other roots are not.
  @Test func rootsBesideThatOfTheManifest() {
    let files = [
      "livery.json": #"{ "root": "app.inc.json" }"#, "app.inc.json": #"{ "themes": ["a.json"] }"#,
      "a.json": Self.scheme,
    ]
    check(files)
    check(
      files.merging(["theme.inc.json": #"{ "themes": ["b.json"] }"#, "b.json": "{}"]) { $1 },
      "theme.inc.json LV4002 no context uses this root file: the manifest names `app.inc.json` "
        + "(remove it, or remove `root` from the manifest)",
      "b.json LV1008 no include file lists this file (list it in an include file, or remove it)")
    check(
      [
        "livery.json": #"{ "root": "theme_tablet.inc.json" }"#, "theme_tablet.inc.json": #"{ "themes": ["a.json"] }"#,
        "a.json": Self.scheme,
      ])
  }

  @Test func resolverDocument() {
    let files = [
      "a.tokens.json": "{}",
      "brand.json":
        #"{ "version": "2025.10", "resolutionOrder": [{ "type": "set", "name": "a", "sources": [{ "$ref": "a.tokens.json" }] }] }"#,
    ]
    check(
      files,
      "brand.json LV1008 this resolver document is not used, since its name does not end in `.resolver.json` "
        + #"(rename it to `brand.resolver.json`, or write { "root": "brand.json" } in livery.json)"#)
    check(files.merging(["livery.json": #"{ "root": "brand.json", "dialect": "tokens" }"#]) { $1 })
    // Beside sources with any name.
    let tokens = #"{ "a": { "$type": "number", "$value": 1 } }"#
    check(
      ["a.json": tokens, "brand.json": files["brand.json"]!, "sub/resolver.json": files["brand.json"]!],
      "brand.json LV1008 this resolver document is not used, since its name does not end in `.resolver.json` "
        + #"(rename it to `brand.resolver.json`, or write { "root": "brand.json" } in livery.json)"#,
      "sub/resolver.json LV1008 this resolver document is not used, since its name does not end in `.resolver.json` "
        + #"(write { "root": "sub/resolver.json" } in livery.json)"#)
  }
}
