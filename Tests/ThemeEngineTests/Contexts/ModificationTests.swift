// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeEngine
import ThemeModel

/// Values set at run time, in every dialect: their changes in a context, as the patch of one generation, or why one is
/// refused.
@Suite struct ModificationTests {
  private func georgia(_ size: Double) -> Value { .font(Font(name: "Georgia", size: size)) }

  // MARK: Constants

  @Test func aModifiedConstantReachesWhatUsesIt() throws {
    try check(
      redbeard, .constant("spacing", 10),
      gives: [
        .replace(path: "/constants/spacing", value: .number(10)),
        .replace(path: "/styles/button/margin", value: .number(10)),
      ])
    try check(
      oracle, .constant("line", "@float:2"),
      gives: [
        .replace(path: "/constants/line", value: .number(2)),
        .replace(path: "/styles/UILabel/width", value: .number(2)),
      ])
    try check(
      giotto, .constant("DIMENSION_GAP", 10),
      gives: [
        .replace(path: "/constants/DIMENSION_GAP", value: .number(10)),
        .replace(path: "/styles/Base/gap", value: .number(10)),
      ], inLabels: [.replace(path: "/gap", value: .number(10))])
    try check(
      giotto, .constant("BIG", 21),
      gives: [.replace(path: "/constants/BIG", value: .number(21))],
      inLabels: [.replace(path: "/font", value: georgia(21))])
    try check(
      flat, .constant("aSize", 12),
      gives: [
        .replace(path: "/constants/aSize", value: .number(12)),
        .replace(path: "/constants/a", value: .font(Font(name: "Futura", size: 12))),
      ])
  }

  @Test func aModifiedConstantIsReadAsInAFile() throws {
    try check(
      redbeard, .constant("spacing", "#ff0000"),
      gives: [
        .replace(path: "/constants/spacing", value: .color(Color(red: 1, green: 0, blue: 0))),
        .replace(path: "/styles/button/margin", value: .color(Color(red: 1, green: 0, blue: 0))),
      ])
    try check(
      giotto, .constant("DIMENSION_GAP", "point:1,2"),
      gives: [
        .replace(path: "/constants/DIMENSION_GAP", value: .point(Point(x: 1, y: 2))),
        .replace(path: "/styles/Base/gap", value: .point(Point(x: 1, y: 2))),
      ], inLabels: [.replace(path: "/gap", value: .point(Point(x: 1, y: 2)))])
    try check(
      flat, .constant("tint", "0,0,255,0.5"),
      gives: [.replace(path: "/constants/tint", value: .color(Color(red: 0, green: 0, blue: 1, alpha: 0.5)))])
    try check(
      base16, .constant("base00", "FF9900"),
      gives: [.replace(path: "/constants/base00", value: .color(Color(hex: 0xff9900)))])
    try check(
      base16, .constant("scheme-name", 1984), gives: [.replace(path: "/constants/scheme-name", value: "1984")])
  }

  /// An object makes a style of it, and any other value a constant again.
  @Test func aConstantThatWasSetToAnObjectCanBeSetAgain() throws {
    try check(redbeard, .constant("spacing", ["a": 1]), .constant("spacing", nil), gives: returned(8))
    try check(redbeard, .constant("spacing", ["a": 1]), .constant("spacing", 9), gives: returned(9))
  }

  private func returned(_ number: Double) -> [PatchOperation] {
    [
      .add(path: "/constants/spacing", value: .number(number)), .remove(path: "/styles/spacing"),
      .replace(path: "/styles/button/margin", value: .number(number)),
    ]
  }

  @Test func anUnknownConstantIsRefused() {
    check(redbeard, .constant("spacin", 1), fails: .unknownConstant("spacin", meant: "spacing"))
    check(redbeard, .constant("button", 1), fails: .unknownConstant("button", meant: nil))
    check(oracle, .constant("UILabel", 1), fails: .unknownConstant("UILabel", meant: nil))
    check(giotto, .constant("DIMENSION_GPA", 1), fails: .unknownConstant("DIMENSION_GPA", meant: "DIMENSION_GAP"))
    check(giotto, .constant("Label", 1), fails: .unknownConstant("Label", meant: nil))
    check(flat, .constant("tnt", 1), fails: .unknownConstant("tnt", meant: "tint"))
    // A font that a pair makes follows its halves; an alias is no value by itself.
    check(inlthemes, .constant("main", "#0000ff"), fails: .unknownConstant("main", meant: nil))
  }

  // MARK: Styles

  /// Giotto: "By default, modifying a style setting some keypaths replace the whole style in the bundle".
  @Test func aModifiedStyleIsReplacedWhole() throws {
    try check(
      giotto, .style("Label", at: "height", 50),
      inLabels: [
        .replace(path: "/height", value: .number(50)), .remove(path: "/gap"), .remove(path: "/font"),
        .remove(path: "/layer"),
      ])
    // Further values add to it.
    try check(
      giotto, .style("Label", at: "height", 50), .style("Label", at: "layer/width", 2),
      inLabels: [.add(path: "/layer", value: .object([.init(key: "width", value: .number(2))]))])
    // It may name parents, as in a file.
    try check(
      giotto, .style("Label", at: "_superstyle", "Base"),
      inLabels: [.remove(path: "/font"), .remove(path: "/layer")])
    // Its heirs inherit the new value.
    try check(
      giotto, .style("Base", at: "height", 50),
      gives: [
        .replace(path: "/styles/Base/height", value: .number(50)), .remove(path: "/styles/Base/gap"),
      ], inLabels: [.replace(path: "/height", value: .number(50)), .remove(path: "/gap")])
  }

  @Test func inheritanceKeepsTheRest() throws {
    try check(
      giotto, .inheritance("Label", true), .style("Label", at: "height", 50),
      inLabels: [.replace(path: "/height", value: .number(50))])
    try check(
      giotto, .style("Label", at: "height", 50), .inheritance("Label", true),
      inLabels: [
        .add(path: "/gap", value: .number(8)), .add(path: "/font", value: georgia(20)),
        .add(path: "/layer", value: .object([.init(key: "width", value: .number(1))])),
      ])
    // By itself it changes nothing, and nil is the dialect's habit again.
    try check(giotto, .inheritance("Label", true), gives: [])
    try check(
      giotto, .inheritance("Base", true), .style("Base", at: "height", 50), .inheritance("Base", nil),
      gives: [.remove(path: "/styles/Base/gap")], inLabels: [.remove(path: "/gap")])
  }

  @Test func otherDialectsKeepTheRest() throws {
    try check(
      redbeard, .style("base", at: "height", 45),
      gives: [
        .replace(path: "/styles/base/height", value: .number(45)),
        .replace(path: "/styles/button/height", value: .number(45)),
      ])
    try check(
      oracle, .style("UILabel", at: "layer.width", "@resource:line"),
      gives: [.add(path: "/styles/UILabel/layer.width", value: .number(0.5))])
    try check(
      inlthemes, .style("v", at: "fontSize", 14),
      gives: [
        .replace(path: "/styles/v/fontSize", value: .number(14)),
        .replace(path: "/styles/v/font", value: .font(Font(name: "Futura", size: 14))),
      ])
  }

  @Test func inheritanceCanBeTurnedOff() throws {
    try check(
      redbeard, .style("button", at: "width", 2), .inheritance("button", false),
      gives: [
        .remove(path: "/styles/button/height"), .remove(path: "/styles/button/on"),
        .remove(path: "/styles/button/margin"),
      ])
    try check(
      oracle, .style("UILabel", at: "tag", 5), .inheritance("UILabel", false),
      gives: [.remove(path: "/styles/UILabel/width")])
    try check(
      inlthemes, .style("v", at: "alpha", 0.5), .inheritance("v", false),
      gives: [
        .remove(path: "/styles/v/text"), .remove(path: "/styles/v/font"), .remove(path: "/styles/v/fontSize"),
      ])
  }

  @Test func keyPathsLeadDown() throws {
    try check(
      redbeard, .style("button", at: "on/x", "ref://spacing"),
      gives: [.replace(path: "/styles/button/on/x", value: .number(8))])
    for keyPath in ["layer/width", "layer.width"] {
      try check(
        giotto, .inheritance("Label", true), .style("Label", at: keyPath, 3),
        inLabels: [.replace(path: "/layer/width", value: .number(3))])
    }
    let noPath = ModificationError.badValue("`` is not the path of a property", help: "write the keys joined by `/`")
    check(redbeard, .style("button", at: "", 1), fails: noPath)
  }

  /// However a property is spelt, the last call for it counts.
  @Test func aPropertyHasManySpellings() throws {
    let spellings = ["layer.width", "layer/width", " layer . width", "layer.width,layer/width"]
    for first in spellings {
      for second in spellings {
        try check(
          giotto, .inheritance("Label", true), .style("Label", at: first, 8), .style("Label", at: second, 9),
          inLabels: [.replace(path: "/layer/width", value: .number(9))])
      }
    }
    try check(
      giotto, .inheritance("Label", true), .style("Label", at: "layer.width", 8),
      .style("Label", at: "layer", .object(JSONObject([("width", 3)]))),
      inLabels: [.replace(path: "/layer/width", value: .number(3))])
    try check(
      giotto, .inheritance("Label", true), .style("Label", at: "gap", 6), .style("Label", at: "gap,height", 5),
      .style("Label", at: "gap", 7),
      inLabels: [.replace(path: "/gap", value: .number(7))])
    try check(
      giotto, .inheritance("Label", true), .style("Label", at: "layer.width", 8),
      .style("Label", at: "layer/width", nil), inLabels: [.replace(path: "/layer/width", value: .number(1))])
    let broken = "layer..width"
    check(
      giotto, .style("Label", at: broken, 1),
      fails: .badValue("`layer..width` is not the path of a property", help: "write the keys joined by `/`"))
  }

  @Test func whatIsSetLiesOverDeviceSuffixes() throws {
    try check(
      redbeard, in: Context(device: .pad), .style("button", at: "margin", 5),
      gives: [.replace(path: "/styles/button/margin", value: .number(5))])
  }

  @Test func anUnknownStyleIsRefused() {
    check(redbeard, .style("buton", at: "x", 1), fails: .unknownStyle("buton", meant: "button"))
    check(redbeard, .inheritance("spacing", true), fails: .unknownStyle("spacing", meant: nil))
    check(oracle, .style("line", at: "x", 1), fails: .unknownStyle("line", meant: nil))
    check(giotto, .style("Lable", at: "x", 1), fails: .unknownStyle("Lable", meant: "Label"))
    check(flat, .style("gap", at: "x", 1), fails: .unknownStyle("gap", meant: nil))
    check(inlthemes, .style("x", at: "alpha", 1), fails: .unknownStyle("x", meant: nil))
  }

  @Test func aBadValueIsRefused() {
    check(
      redbeard, .style("button", at: "textColor", "#12"),
      fails: .badValue(
        "`#12` is not a valid colour", help: "write #RRGGBB or #RRGGBBAA, with digits 0-9 and A-F; AA is the opacity"))
    check(
      oracle, .style("~box", at: "tag", "@unit:3"),
      fails: .badValue("unknown type `@unit`; the value becomes nil", help: "did you mean `@uint`?"))
    check(
      giotto, .style("Label", at: "height", "point:1"),
      fails: .badValue("expected 2 numbers, found 1", help: "write point:x,y"))
    check(
      flat, .constant("tint", "0,0,256"),
      fails: .badValue(
        "`0,0,256` is not a valid colour: 256 is out of range",
        help: "write 0 to 255 for red, green and blue, and 0 to 1 for alpha"))
    check(
      base16, .constant("base00", "red"),
      fails: .badValue(
        "`base00` is `red`, which is not a colour", help: "write six digits 0-9 and A-F, with or without `#`"))
    check(
      inlthemes, .style("v", at: "textColor", "#0f0"),
      fails: .badValue("`#0f0` is not a valid colour", help: "write #00ff00"))
  }

  /// A text in place of a colour, and errors that appear only where the value is used.
  @Test func anotherKindOfValueIsRefused() {
    check(
      giotto, .style("Label", at: "height", "tall"),
      fails: .badValue(
        "`Label` is a number here, and `tall` is only a text",
        help: "write a value that the bundle's theme files may have for a number"))
    check(
      giotto, .style("Label", at: "height", "DIMENSION_GPA"),
      fails: .badValue(
        "`DIMENSION_GPA` looks like a constant, but is not defined", help: "did you mean `DIMENSION_GAP`?"))
    check(
      redbeard, .constant("spacing", "8px"),
      fails: .badValue(
        "`spacing` is a number here, and `8px` is only a text",
        help: "write a value that the bundle's theme files may have for a number"))
    check(
      redbeard, .constant("spacing", "ref://nowhere"),
      fails: .badValue("unknown reference `nowhere`", help: "declare this id in a file that the bundle loads"))
    check(
      flat, .constant("tint", "blue"),
      fails: .badValue(
        "`tint` is a color here, and `blue` is only a text",
        help: "write R,G,B or R,G,B,A, with R, G and B from 0 to 255 and A from 0 to 1"))
  }

  // MARK: Taking back

  /// Values set at run time stand in no file, so that there is no place for a fix.
  @Test func aNameThatIsSetAndMisspeltIsReportedWithoutAFix() throws {
    let engine = engine(giotto)
    _ = engine.open(Context())
    // Long texts before it, so that its place is none in a short file.
    try engine.modifyStyle("Base", at: "title", to: .string(String(repeating: "x", count: 100)))
    try engine.modifyStyle("Label", at: "depth", to: "DIMENSION_GPA")
    #expect(engine.publish().isNew)
    let diagnostics = engine.open(Context()).diagnostics
    #expect(diagnostics.map(\.code) == [.looksLikeConstant])
    #expect(diagnostics.map(\.fix) == [nil])
  }

  @Test func nullTakesBack() throws {
    try check(
      redbeard, .style("button", at: "width", 2), .style("button", at: "width", nil),
      gives: [.replace(path: "/styles/button/width", value: .number(1))])
    try check(
      oracle, .constant("line", 2), .constant("line", nil),
      gives: [
        .replace(path: "/constants/line", value: .number(0.5)),
        .replace(path: "/styles/UILabel/width", value: .number(0.5)),
      ])
    // With the last property that was set the whole style is as it was.
    try check(
      giotto, .style("Base", at: "height", 50), .style("Base", at: "height", nil),
      gives: [
        .replace(path: "/styles/Base/height", value: .number(44)), .add(path: "/styles/Base/gap", value: .number(8)),
      ], inLabels: [.replace(path: "/height", value: .number(44)), .add(path: "/gap", value: .number(8))])
    try check(
      flat, .constant("gap", 9), .constant("gap", nil), gives: [.replace(path: "/constants/gap", value: .number(8))])
    try check(
      inlthemes, .style("w", at: "alpha", 0), .style("w", at: "alpha", nil),
      gives: [.replace(path: "/styles/w/alpha", value: .number(1))])
    try check(oracle, .style("~box", at: "tag", nil), gives: [])
  }

  /// The word of a dialect for null counts here, too.
  @Test func nullIsSetByItsWord() throws {
    try check(
      giotto, .inheritance("Label", true), .style("Label", at: "height", "null"),
      inLabels: [.replace(path: "/height", value: .null)])
    try check(
      oracle, .style("UILabel", at: "tag", "@nil"), gives: [.replace(path: "/styles/UILabel/tag", value: .null)])
  }

  @Test func resetTakesAllBack() throws {
    try check(
      giotto, .constant("DIMENSION_GAP", 10), .inheritance("Base", true), .style("Base", at: "height", 50), .reset,
      gives: [
        .replace(path: "/constants/DIMENSION_GAP", value: .number(8)),
        .replace(path: "/styles/Base/gap", value: .number(8)),
        .replace(path: "/styles/Base/height", value: .number(44)),
      ], inLabels: [.replace(path: "/gap", value: .number(8)), .replace(path: "/height", value: .number(44))])
    // The choice of themes stays.
    try check(
      flat, .themes(["night"]), .constant("gap", 5), .reset,
      gives: [.replace(path: "/constants/gap", value: .number(1))])
  }

  // MARK: Themes

  @Test func whatIsSetIsAheadOfAlternativeThemes() throws {
    try check(
      giotto, in: brand, .constant("DIMENSION_GAP", 10),
      gives: [
        .replace(path: "/constants/DIMENSION_GAP", value: .number(10)),
        .replace(path: "/styles/Base/gap", value: .number(10)),
      ], inLabels: [.replace(path: "/gap", value: .number(10))])
    try check(
      giotto, in: brand, .style("Base", at: "height", 1),
      gives: [
        .add(path: "/styles/Base/height", value: .number(1)), .remove(path: "/styles/Base/gap"),
      ], inLabels: [.add(path: "/height", value: .number(1)), .remove(path: "/gap")])
    try check(
      flat, in: Context(themes: ["night"]), .constant("gap", 9),
      gives: [.replace(path: "/constants/gap", value: .number(9))])
  }

  /// A style that inherits lies over the version that the list of themes gives without it.
  @Test func inheritanceIsOfTheStyleThatTheThemesGive() throws {
    try check(
      giotto, in: brand, .inheritance("Base", true), .style("Base", at: "height", 1),
      gives: [.add(path: "/styles/Base/height", value: .number(1))],
      inLabels: [.add(path: "/height", value: .number(1))])
  }

  @Test func anotherThemeGoesUnderWhatIsSet() throws {
    try check(
      giotto, .constant("DIMENSION_GAP", 10), .themes(["brand"]),
      gives: [
        .remove(path: "/styles/Base/height"),
        .add(path: "/styles/Only", value: .object([.init(key: "x", value: .number(1))])),
      ], inLabels: [.remove(path: "/height")])
    check(giotto, .themes(["brnd"]), fails: .unknownTheme("brnd", themes: ["brand", "default"]))
    check(redbeard, .themes(["a"]), fails: .unknownTheme("a", themes: []))
  }

  /// Values set at run time are a theme of their own: a style that only an alternative theme declares exists without that theme.
  @Test func aStyleOfAThemeThatIsNotInUse() throws {
    try check(
      giotto, .style("Only", at: "x", 2),
      gives: [.add(path: "/styles/Only", value: .object([.init(key: "x", value: .number(2))]))])
  }
}
