// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeEngine
import ThemeModel

/// Findings of whole bundles of INLThemes, with their texts and fixes.
@Suite struct INLThemesEngineTests {
  /// `CODE ID PATH MESSAGE (HELP)` of the findings about a theme, with `fix` or `unsafe fix` and the texts that it writes.
  private func check(_ theme: String, _ expected: String..., location: SourceLocation = #_sourceLocation) {
    let engine = ThemeEngine(bundle: "test")
    engine.apply([
      FileChange(path: "Day.json", content: .bytes(Array(theme.utf8))),
      FileChange(path: "livery.json", content: .bytes(Array(#"{ "dialect": "inlthemes" }"#.utf8))),
    ])
    #expect(engine.check(Context()).map(text) == expected, sourceLocation: location)
  }

  private func text(_ diagnostic: Diagnostic) -> String {
    let place = [diagnostic.code.rawValue, diagnostic.id, diagnostic.path].compactMap(\.self).joined(separator: " ")
    let fix = diagnostic.fix.map { "; \($0.safe ? "" : "unsafe ")fix \($0.edits.map(\.text))" } ?? ""
    return "\(place) \(diagnostic.message) (\(diagnostic.help ?? ""))\(fix)"
  }

  @Test func unusableHalvesOfFonts() {
    let size = "`fontSize` must be above 0 (give the size in points)"
    let name = "`font` must be the name of a font, and this is"
    let isText = "(write the name of a font, a text)"
    check(#"{"a": {"font": "Helvetica", "fontSize": 0}}"#, "LV2006 a \(size)")
    check(#"{"a": {"font": "Helvetica", "fontSize": -12}}"#, "LV2006 a \(size)")
    check(#"{"a": {"fontSize": -12}}"#, "LV2006 a \(size)")
    check(
      #"{"a": {"font": "", "fontSize": 12}}"#,
      "LV2006 a `font` is empty, so that this font has no name (write the name of a font)")
    check(#"{"a": {"font": 12, "fontSize": 12}}"#, "LV2006 a \(name) a number \(isText)")
    check(#"{"a": {"font": {"name": "A", "size": 12}, "fontSize": 12}}"#, "LV2006 a \(name) an object \(isText)")
    check(#"{"a": {"font": {"name": "A", "size": 12}}}"#, "LV2006 a \(name) an object \(isText)")
    check(#"{"a": {"font": null, "fontSize": 12}, "b": {"font": "Helvetica", "fontSize": 0.1}}"#)
  }

  @Test func misspeltAliases() {
    let colors = ##""accentColour": "#102030", "grey-500": "#555555""##
    let aliases = #""INLThemeAlias": {\#(colors), "headlineFont": "Helvetica", "size": 12}"#
    check(
      #"{\#(aliases), "a": {"textColor": "accentColuor", "font": "headlineFnt", "fontSize": "siez"}}"#,
      "LV2001 a textColor `accentColuor` is not a valid colour (did you mean `accentColour`?); fix [\"accentColour\"]",
      "LV2011 a fontSize `siez` is not a number (did you mean `size`?); fix [\"size\"]",
      "LV2008 a font `headlineFnt` looks like an alias, but is not defined (did you mean `headlineFont`?); "
        + "unsafe fix [\"headlineFont\"]")
    // A name that differs in digits or in a word is hardly a slip; an alias of the type comes first.
    check(
      #"{\#(aliases), "a": {"textColor": "grey-600", "tintColor": "accent", "cornerRadius": "sizes"}}"#,
      "LV2001 a textColor `grey-600` is not a valid colour (did you mean `grey-500`?); unsafe fix [\"grey-500\"]",
      "LV2001 a tintColor `accent` is not a valid colour (write #RRGGBB, with digits 0-9 and A-F)",
      "LV2011 a cornerRadius `sizes` is not a number (did you mean `size`?); fix [\"size\"]")
    // Fonts that are near to no alias, the value of one, and one beside two aliases.
    check(
      """
      {"INLThemeAlias": {"georgia": "Georgia", "Avenirs": "A", "Avenire": "B", "menlo2": "C"},
       "a": {"font": "Georgia", "fontSize": 12}, "b": {"font": "Avenir", "fontSize": 12},
       "c": {"font": "menlo", "fontSize": 12}, "d": {"font": "Helvetica", "fontSize": 12, "text": "georgi"}}
      """)
  }

  @Test func misspeltAttributes() {
    func expected(_ name: String, _ meant: String) -> String {
      "LV2005 a \(name) INLThemes has no attribute `\(name)` (did you mean `\(meant)`?); unsafe fix [\"\(meant)\"]"
    }
    check(##"{"a": {"textcolor": "#102030"}}"##, expected("textcolor", "textColor"))
    check(##"{"a": {"textColour": "#102030"}}"##, expected("textColour", "textColor"))
    check(#"{"a": {"FontSize": 12}}"#, expected("FontSize", "fontSize"))
    // Names of an app that are a little alike.
    check(
      ##"{"a": {"colorful": "#102030"}}"##,
      "LV2005 a colorful INLThemes has no attribute `colorful` (did you mean `color`?)")
    check(#"{"a": {"": 1}}"#, "LV2005 a  this attribute has no name (give it a name, or remove it)")
  }

  @Test func booleans() {
    check(
      #"{"a": {"hidden": "YES", "useDarkIndicator": "false", "active": 0}, "b": {"hidden": "No", "active": 1}}"#,
      "LV1004 a hidden `hidden` must be a boolean, and this is a text (write true); unsafe fix [\"true\"]",
      "LV1004 a useDarkIndicator `useDarkIndicator` must be a boolean, and this is a text (write false); "
        + "unsafe fix [\"false\"]",
      "LV1004 a active `active` must be a boolean, and this is a number (write false); unsafe fix [\"false\"]",
      "LV1004 b hidden `hidden` must be a boolean, and this is a text (write false); unsafe fix [\"false\"]",
      "LV1004 b active `active` must be a boolean, and this is a number (write true); unsafe fix [\"true\"]")
    check(#"{"a": {"hidden": true, "active": null, "useDarkIndicator": "maybe"}, "b": {"hidden": 2, "text": "yes"}}"#)
  }

  @Test func emptyTexts() {
    check(
      #"{"a": {"textColor": "", "cornerRadius": ""}}"#,
      "LV2001 a textColor this colour is empty (write #RRGGBB, with digits 0-9 and A-F)",
      "LV2011 a cornerRadius this number is empty (write a number)")
  }

  /// A wrong value of an alias names its use. An alias that an attribute can use is right.
  @Test func wrongUsesOfAliases() {
    check(
      #"{"INLThemeAlias": {"sans": "Helvetica"}, "c": {"textColor": "sans"}, "d": {"font": "sans", "fontSize": 12}}"#,
      "LV2001 c textColor `Helvetica` is not a valid colour (write #RRGGBB, with digits 0-9 and A-F)")
    check(
      #"{"INLThemeAlias": {"logo": "a.png"}, "c": {"textColor": "logo"}, "d": {"image": "logo"}}"#,
      "LV2001 c textColor `a.png` is not a valid colour (write #RRGGBB, with digits 0-9 and A-F)")
    check(
      #"{"INLThemeAlias": {"sans": "Helvetica"}, "c": {"textColor": "sans"}}"#,
      "LV2001 INLThemeAlias sans `Helvetica` is not a valid colour (write #RRGGBB, with digits 0-9 and A-F, or give "
        + "`textColor` of `c` another value)")
    check(
      #"{"INLThemeAlias": {"yes": "YES"}, "c": {"hidden": "yes"}}"#,
      "LV1004 INLThemeAlias yes `hidden` must be a boolean, and this is a text (write true, or give `hidden` of `c` "
        + "another value)")
  }
}
