// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeDialects
import ThemeLint
import ThemeModel

/// The findings of one theme.
private func designFindings(
  constants: [Value.Member], styles: [Value.Member], dialect: DialectName
) -> [DesignFinding] {
  var rules = DesignRules(dialect.dialect.designVocabulary)
  let entries = { (members: [Value.Member]) in
    members.indices.map { DesignRules.Entry(name: members[$0].key, hash: UInt64($0)) }
  }
  return rules.findings(constants: entries(constants), styles: entries(styles)) { entry, section in
    switch section {
    case .constants: constants[Int(entry.hash)].value
    case .styles: styles[Int(entry.hash)].value
    }
  }
}

/// Themes as data, and their findings: `CODE path` each.
@Suite struct DesignRulesTests {
  private func check(
    constants: [Value.Member] = [], styles: [Value.Member] = [], dialect: DialectName = .redbeard, _ expected: String...
  ) {
    let found = designFindings(constants: constants, styles: styles, dialect: dialect)
    #expect(found.map { "\($0.code.rawValue) \($0.path.joined(separator: "/"))" } == expected)
  }

  private func object(_ members: KeyValuePairs<String, Value>) -> Value {
    .object(members.map { .init(key: $0.key, value: $0.value) })
  }

  private func style(_ members: KeyValuePairs<String, Value>, id: String = "button") -> Value.Member {
    .init(key: id, value: object(members))
  }

  private func gray(_ byte: Int, alpha: Double = 1) -> Value {
    let component = Double(byte) / 255
    return .color(Color(red: component, green: component, blue: component, alpha: alpha))
  }

  /// Values that two themes share are checked once, and reported for both.
  @Test func looksAtNothingTwice() {
    var rules = DesignRules(Redbeard.designVocabulary)
    let entry = { (name: String, hash: UInt64) in DesignRules.Entry(name: name, hash: hash) }
    var asked: [String] = []
    func look(_ constants: [DesignRules.Entry], _ styles: [DesignRules.Entry]) -> [String] {
      asked = []
      let found = rules.findings(constants: constants, styles: styles) { entry, section in
        asked.append("\(entry.name) \(entry.hash)")
        switch section {
        case .constants: return gray(Int(entry.hash))
        case .styles:
          return object(["textColor": gray(Int(entry.hash)), "backgroundColor": gray(0xff)])
        }
      }
      return found.map { $0.path[1] }
    }
    let constants = [entry("one", 5), entry("two", 6)]
    #expect(look(constants, [entry("pale", 0xf0), entry("dark", 0)]) == ["two", "pale"])
    #expect(asked == ["one 5", "two 6", "pale 240", "dark 0"])
    #expect(look(constants, [entry("pale", 0xf0), entry("dark", 0)]) == ["two", "pale"])
    #expect(asked == [])
    #expect(look([entry("one", 5), entry("two", 9)], [entry("dark", 0xf0), entry("pale", 0xf0)]) == ["dark", "pale"])
    #expect(asked == ["two 9", "dark 240"])
    #expect(look(constants.reversed(), []) == ["one"], "the first of two is the one to keep")
    #expect(asked == [])
  }

  // MARK: Contrast

  /// The figures are those of WCAG's examples and calculators.
  @Test(arguments: [
    (0x00, 1.0, 0xff, 1.0, 21.0), (0xff, 1, 0xff, 1, 1), (0x77, 1, 0xff, 1, 4.478), (0x76, 1, 0xff, 1, 4.542),
    (0x59, 1, 0xff, 1, 7.005), (0x00, 0.5, 0xff, 1, 3.977), (0x00, 1, 0xff, 0, 21),
  ])
  func ratios(text: Int, textAlpha: Double, ground: Int, groundAlpha: Double, expected: Double) throws {
    guard case .color(let text) = gray(text, alpha: textAlpha),
      case .color(let ground) = gray(ground, alpha: groundAlpha)
    else { return }
    #expect(abs(contrastRatio(of: text, on: ground) - expected) < 0.01, "\(contrastRatio(of: text, on: ground))")
  }

  @Test func contrastOfTheSameStyle() {
    check(styles: [style(["textColor": gray(0x77), "backgroundColor": gray(0xff)])], "LV3001 styles/button/textColor")
    check(styles: [style(["textColor": gray(0x76), "backgroundColor": gray(0xff)])])
    check(
      styles: [style(["titleColor": gray(0x77), "backgroundColor": gray(0xff)])], "LV3001 styles/button/titleColor")
    // The colour behind is unknown.
    check(styles: [style(["textColor": gray(0x77)])])
    check(styles: [style(["textColor": gray(0xff), "backgroundColor": gray(0xff, alpha: 0)])])
    check(styles: [style(["textColor": gray(0xff, alpha: 0), "backgroundColor": gray(0xff)])])
    // No background at all would do, or one would.
    check(
      styles: [style(["textColor": gray(0x80), "backgroundColor": gray(0x80, alpha: 0.9)])],
      "LV3001 styles/button/textColor")
    check(styles: [style(["textColor": gray(0x00), "backgroundColor": gray(0x80, alpha: 0.5)])])
  }

  @Test func largeTextNeedsLess() {
    let fonts: [(Font, isLarge: Bool)] = [
      (Font(name: "Georgia", size: 18), true), (Font(name: "Georgia", size: 17), false),
      (Font(name: "Georgia-Bold", size: 14), true), (Font(system: .bold, size: 14), true),
      (Font(name: "Georgia-Bold", size: 13), false), (Font(name: "Georgia"), false),
    ]
    for (font, isLarge) in fonts {
      let found = designFindings(
        constants: [],
        styles: [style(["textColor": gray(0x77), "backgroundColor": gray(0xff), "font": .font(font)])],
        dialect: .redbeard)
      #expect(found.isEmpty == isLarge, "\(font)")
    }
    let title = object(["font": .font(Font(name: "Georgia-Bold", size: 16))])
    check(styles: [style(["titleColor": gray(0x77), "backgroundColor": gray(0xff), "titleLabel": title])])
  }

  @Test func contrastInOtherSpaces() {
    let gray = { (lightness: Double) in Value.colorInSpace(ColorInSpace(.lab, lightness, 0, 0)) }
    check(styles: [style(["titleColor": gray(60), "backgroundColor": gray(100)])], "LV3001 styles/button/titleColor")
    check(styles: [style(["titleColor": gray(20), "backgroundColor": gray(100)])])
  }

  @Test func contrastInStates() {
    let normal: KeyValuePairs<String, Value> = ["textColor": gray(0), "backgroundColor": gray(0xff)]
    func with(_ state: String, _ value: Value) -> Value.Member {
      .init(
        key: "button",
        value: .object(normal.map { .init(key: $0.key, value: $0.value) } + [.init(key: state, value: value)]))
    }
    let pale = object(["textColor": gray(0xdd)])
    check(styles: [with("highlighted", pale)], "LV3001 styles/button/highlighted/textColor")
    check(
      styles: [with("selected", object(["backgroundColor": gray(0x22)]))],
      "LV3001 styles/button/selected/backgroundColor")
    check(styles: [with("highlighted", object(["textColor": gray(0x33)]))])
    // Inactive states are exempt; a part is no state, and its background is unknown.
    check(styles: [with("disabled", pale)])
    check(styles: [with("label", pale)])
    check(
      styles: [with("selected", object(["highlighted": pale]))], "LV3001 styles/button/selected/highlighted/textColor")
  }

  @Test func contrastInOtherDialects() {
    check(
      styles: [style(["titleColor": gray(0), "backgroundColor": gray(0xff), "selected:titleColor": gray(0xdd)])],
      dialect: .giotto, "LV3001 styles/button/selected:titleColor")
    check(
      styles: [style(["titleColor": gray(0), "backgroundColor": gray(0xff), "disabled:titleColor": gray(0xdd)])],
      dialect: .giotto)
    let calls: (Double) -> Value = { .calls([[gray(0), .number(0)], [gray(0xdd), .number($0)]]) }
    check(
      styles: [style(["titleColor:forState": calls(1), "backgroundColor": gray(0xff)])], dialect: .oracle,
      "LV3001 styles/button/titleColor:forState")
    check(styles: [style(["titleColor:forState": calls(2), "backgroundColor": gray(0xff)])], dialect: .oracle)
    check(
      styles: [style(["textColor": gray(0xdd), "backgroundColor": gray(0xff)])], dialect: .inlthemes,
      "LV3001 styles/button/textColor")
    check(styles: [style(["textColor": gray(0xdd), "backgroundColor": gray(0xff)])], dialect: .flat)
  }

  // MARK: Theming that only adds

  @Test func statesWithoutNormal() {
    let state = object(["titleColor": gray(0), "selected": object(["height": .number(1)])])
    check(
      styles: [style(["highlighted": state])], "LV3002 styles/button/highlighted/titleColor",
      "LV3002 styles/button/highlighted/selected/height")
    check(styles: [style(["highlighted": state, "titleColor": gray(9), "height": .number(2)])])
    check(styles: [style(["part": object(["titleColor": gray(0)])])])
    check(styles: [style(["highlighted": state])], dialect: .giotto)
    // The theme above or below it has the normal state.
    check(styles: [
      style(["theme": .string("button"), "titleColor": gray(9), "height": .number(2)], id: "Button"),
      style(["highlighted": state, "clearPreviousThemingValues": .bool(true)]),
    ])
    check(styles: [style(["theme": object(["titleColor": gray(9), "height": .number(2)]), "highlighted": state])])
  }

  @Test func baseThemesThatShineThrough() {
    let base = style(["theme": .string("button"), "border": .number(2)], id: "RBButton")
    check(styles: [base, style(["height": .number(4)])], "LV3003 styles/RBButton/border")
    check(styles: [base, style(["border": .number(4)])])
    check(styles: [base, style(["clearPreviousThemingValues": .bool(true)])])
    check(styles: [base], "LV1001 styles/RBButton/theme")
    check(
      styles: [style(["theme": object(["height": .number(1)]), "border": .number(2)], id: "RBButton")],
      "LV3003 styles/RBButton/border")
    // Only a class can be a base.
    check(styles: [
      style(["theme": .string("button"), "border": .number(2)], id: "alert"), style(["height": .number(4)]),
    ])
  }

  @Test func themesThatAreNoStyles() {
    let theme = { (name: String) in object(["theme": .string(name)]) }
    let button = style(["height": .number(44)])
    check(styles: [button, style(["theme": .string("button")], id: "RBButton")])
    check(styles: [button, style(["theme": .string("bton")], id: "RBButton")], "LV1001 styles/RBButton/theme")
    // In parts at any depth, and not in states, where it means nothing.
    check(
      styles: [button, style(["a": object(["b": theme("bton"), "c": theme("button")])], id: "form")],
      "LV1001 styles/form/a/b/theme")
    check(styles: [
      button,
      style(["a": .number(1), "highlighted": object(["a": theme("bton")]), "selected": theme("x")], id: "form"),
    ])
    // A theme that was referred to stands there itself.
    check(styles: [style(["theme": object(["height": .number(1)])], id: "form")])
    check(styles: [style(["theme": .string("bton")], id: "form")], dialect: .giotto)
  }

  /// A proposal is never the style itself, and is a safe fix only for a misspelling.
  @Test func whatAThemeWasMeantToBe() {
    func finding(_ name: String) -> DesignFinding? {
      designFindings(
        constants: [],
        styles: [
          style(["height": .number(44)], id: "alert-button"), style(["height": .number(4)], id: "size-44"),
          style(["theme": .string(name)], id: "form-button"),
        ], dialect: .redbeard
      ).first
    }
    #expect(finding("alert-buton")?.help == "did you mean `alert-button`?")
    #expect(finding("alert-buton")?.respelling == .init(written: "alert-buton", meant: "alert-button", isSafe: true))
    #expect(finding("size-45")?.respelling == .init(written: "size-45", meant: "size-44", isSafe: false))
    #expect(finding("form-buton")?.respelling == nil)
    #expect(finding("something")?.help == "write the id of a style, or declare `something`")
  }

  // MARK: Constants

  @Test func nearDuplicates() {
    func constants(_ bytes: Int...) -> [Value.Member] {
      bytes.enumerated().map { .init(key: "c\($0.offset)", value: gray($0.element)) }
    }
    check(constants: constants(0x10, 0x11), "LV3004 constants/c1")
    check(constants: constants(0x12, 0x10), "LV3004 constants/c1")
    check(constants: constants(0x10, 0x13))
    // The same is no mistake.
    check(constants: constants(0x10, 0x10))
    check(constants: constants(0x10, 0x11, 0x11), "LV3004 constants/c1")
    check(constants: constants(0x10, 0x11, 0x12), "LV3004 constants/c1", "LV3004 constants/c2")
    check(constants: [.init(key: "a", value: gray(0x10)), .init(key: "b", value: gray(0x11, alpha: 0.5))])
    check(constants: constants(0x10, 0x11), dialect: .flat, "LV3004 constants/c1")
    // In whatever space they are.
    let wide = Value.colorInSpace(ColorInSpace(.oklch, 0.7, 0.1, 0))
    check(
      constants: [.init(key: "a", value: wide), .init(key: "b", value: .color(Color(hex: 0xd2849d)))],
      "LV3004 constants/b")
  }
}
