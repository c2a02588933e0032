// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import ThemeDialects
import ThemeLint
import ThemeModel

/// The findings in one theme after the other.
private struct Themes {
  private var rules: DesignRules
  private let vocabulary: DesignVocabulary?
  /// The members whose values were walked over.
  private(set) var walked: [String] = []

  init(_ vocabulary: DesignVocabulary?) {
    rules = DesignRules(vocabulary)
    self.vocabulary = vocabulary
  }

  mutating func findings(
    in members: [DesignRules.Member], value: (DesignRules.Member) -> Value
  ) -> [DesignFinding] {
    let new = rules.newMembers(of: members)
    walked = new.map { "\($0.name) \($0.hash)" }
    for member in new { rules.add(MemberFacts(of: member, value(member), vocabulary), of: member) }
    var found: [DesignFinding] = []
    for part in rules.parts(of: members) { part.findings(value: value) { found.append($0) } }
    return found
  }
}

/// The findings of one theme.
private func designFindings(
  constants: [Value.Member], styles: [Value.Member], dialect: DialectName
) -> [DesignFinding] {
  var themes = Themes(dialect.dialect.designVocabulary)
  let values = constants + styles
  let members = values.indices.map { index in
    DesignRules.Member(
      number: index, section: index < constants.count ? .constants : .styles, name: values[index].key, hash: 0)
  }
  return themes.findings(in: members) { values[$0.number].value }
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

  /// A slip in a state is reported by the dialect; one in `theme`, which may be a key of the program's own, only beside it.
  @Test func slipsInKnownWords() {
    check(styles: [style(["selected": 1, "slected": 1])])
    check(styles: [style(["slected": 1, "selected": 1])])
    check(styles: [style(["theme": 1, "tehme": 1])], "LV1018 styles/button/tehme")
    check(styles: [style(["tehme": 1, "theme": 1]), style(["tehme": 1], id: "other")], "LV1018 styles/button/tehme")
  }

  /// Values that two themes share are walked over once, and reported for both.
  @Test func looksAtNothingTwice() {
    var themes = Themes(Redbeard.designVocabulary)
    let names = ["one", "two", "pale", "dark"]
    func members(_ section: DesignRules.Section, _ members: KeyValuePairs<String, UInt64>) -> [DesignRules.Member] {
      members.map { .init(number: names.firstIndex(of: $0.key) ?? 0, section: section, name: $0.key, hash: $0.value) }
    }
    func check(
      _ constants: KeyValuePairs<String, UInt64>, _ styles: KeyValuePairs<String, UInt64>, walked: [String],
      found: [String], _ comment: Comment? = nil
    ) {
      let findings = themes.findings(in: members(.constants, constants) + members(.styles, styles)) { member in
        switch member.section {
        case .constants: gray(Int(member.hash))
        case .styles: object(["textColor": gray(Int(member.hash)), "backgroundColor": gray(0xff)])
        }
      }
      #expect(findings.map { $0.path[1] } == found, comment)
      #expect(themes.walked == walked, comment)
    }
    check(
      ["one": 5, "two": 6], ["pale": 0xf0, "dark": 0], walked: ["one 5", "two 6", "pale 240", "dark 0"],
      found: ["two", "pale"])
    check(["one": 5, "two": 6], ["pale": 0xf0, "dark": 0], walked: [], found: ["two", "pale"])
    check(
      ["one": 5, "two": 9], ["dark": 0xf0, "pale": 0xf0], walked: ["two 9", "dark 240"], found: ["dark", "pale"])
    check(["two": 6, "one": 5], [:], walked: [], found: ["one"], "the first of two is the one to keep")
    check(["one": 5, "two": 6], ["dark": 0], walked: [], found: ["two"], "older values are known as well")
  }

  /// A number that gets another name is another member.
  @Test func numbersThatAreUsedAgain() {
    var themes = Themes(Redbeard.designVocabulary)
    for name in ["old", "new"] {
      let member = DesignRules.Member(number: 7, section: .styles, name: name, hash: 1)
      let found = themes.findings(in: [member]) { _ in
        object(["textColor": gray(0xf0), "backgroundColor": gray(0xff)])
      }
      #expect(found.map(\.path) == [["styles", name, "textColor"]])
    }
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

  /// Styles are laid together through each other and through names of no style.
  @Test func statesOfStylesThatAreLaidTogether() {
    let highlighted = object(["titleColor": gray(0)])
    let class1 = style(["theme": .string("shared"), "titleColor": gray(9)], id: "class1")
    let class2 = style(["theme": .string("shared"), "highlighted": highlighted], id: "class2")
    let shared = style(["height": .number(1)], id: "shared")
    check(styles: [class1, class2, shared])
    check(styles: [class2, shared], "LV3002 styles/class2/highlighted/titleColor")
    check(styles: [class1, class2], "LV1001 styles/class1/theme", "LV1001 styles/class2/theme")
    check(
      styles: [class1, style(["highlighted": highlighted], id: "other"), shared],
      "LV3002 styles/other/highlighted/titleColor")
  }

  /// Each style of a group is read once, however many of its members have states, and a theme of many classes once.
  @Test func readsStylesThatAreLaidTogetherOnce() {
    for (prefix, code) in [("style", DiagnosticCode.stateWithoutNormal), ("Class", .baseThemeLeak)] {
      var themes = Themes(Redbeard.designVocabulary)
      let members = (0..<100).map { DesignRules.Member(number: $0, section: .styles, name: "\(prefix)\($0)", hash: 0) }
      var reads = [Int](repeating: 0, count: members.count)
      let found = themes.findings(in: members) { member in
        reads[member.number] += 1
        return object([
          "theme": .string("\(prefix)0"), "highlighted": object(["key\(member.number)": .number(1)]),
          "own\(member.number)": .number(1),
        ])
      }
      #expect(found.count { $0.code == code } == members.count - (code == .baseThemeLeak ? 1 : 0))
      // For its facts, for its group, for its findings; and the first one as a theme.
      #expect(reads.dropFirst().allSatisfy { $0 == 3 })
      #expect(reads[0] == (code == .baseThemeLeak ? 4 : 3))
    }
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
        constants: [.init(key: "flat", value: .number(1))],
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
    #expect(finding("flat")?.help == "write the id of a style: `flat` is a constant")
  }

  /// Each suggestion is a search over the styles. Beyond a limit, unknown names get none.
  @Test func suggestsForALimitedNumberOfNames() {
    let others = (0..<20_000).map { style([:], id: "a style with a long name \($0)") }
    let named = (100..<400).map { style([:], id: "style-\($0)") }
    func part(_ name: String, of id: String) -> Value.Member {
      style(["part": object(["theme": .string(name)])], id: id)
    }
    let unknown = (100..<400).map { part("stile-\($0)", of: "a \($0)") } + [part("stile-100", of: "b")]
    let found = designFindings(constants: [], styles: others + named + unknown, dialect: .redbeard)
    #expect(found.count == unknown.count)
    let searches = 4_000_000 / (others.count + named.count + unknown.count)
    #expect(found.prefix(searches).allSatisfy { $0.suggestedStyle != nil })
    #expect(found[searches...].dropLast().allSatisfy { $0.suggestedStyle == nil })
    #expect(found.last?.suggestedStyle == "style-100", "a known answer is given again")
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

  /// The same as a comparison of every two colours.
  @Test func nearDuplicatesOfManyColors() {
    var random = SplitMix(seed: 7)
    for range in [0...40, 0...9, 246...255] {
      let colors = (0..<150).map { _ in
        (0..<3).map { _ in Int.random(in: range, using: &random) } + [Int.random(in: 254...255, using: &random)]
      }
      let bytes = { (color: [Int]) in color.map { Double($0) / 255 } }
      let constants = colors.enumerated().map { number, color in
        let color = bytes(color)
        return Value.Member(
          key: "c\(number)",
          value: .color(Color(red: color[0], green: color[1], blue: color[2], alpha: color[3])))
      }
      let firsts = colors.indices.filter { !colors[..<$0].contains(colors[$0]) }
      let expected = firsts.compactMap { number -> String? in
        let near = firsts.prefix { $0 < number }.first { other in
          colors[other][3] == colors[number][3]
            && zip(colors[other], colors[number]).allSatisfy { abs($0 - $1) <= 2 }
        }
        return near.map { "c\(number) c\($0)" }
      }
      #expect(!expected.isEmpty)
      let found = designFindings(constants: constants, styles: [], dialect: .flat)
      #expect(found.map { "\($0.path[1]) \($0.related[0].path[1])" } == expected)
    }
  }
}
