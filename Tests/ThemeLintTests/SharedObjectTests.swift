// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeDialects
import ThemeModel

@testable import ThemeLint

/// Objects that many values refer to, so that few objects unfold to many values. Each is looked at once for slips.
@Suite struct SharedObjectTests {
  private func object(_ members: KeyValuePairs<String, Value>) -> Value {
    .object(members.map { .init(key: $0.key, value: $0.value) })
  }

  /// Styles `s0`, `s1`, …, each with the one before under two keys: the last one has 2^levels times the first.
  private func folded(_ first: Value, levels: Int) -> [Value.Member] {
    var styles = [Value.Member(key: "s0", value: first)]
    for level in 1...levels {
      let below = styles[level - 1].value
      styles.append(.init(key: "s\(level)", value: object(["left": below, "right": below])))
    }
    return styles
  }

  /// `CODE path: help` of each finding.
  private func findings(of styles: [Value.Member]) -> [String] {
    var rules = DesignRules(Redbeard.designVocabulary)
    let members = styles.enumerated().map { number, style in
      DesignRules.Member(number: number, section: .styles, name: style.key, hash: 0)
    }
    for member in rules.newMembers(of: members) {
      rules.add(MemberFacts(of: member, styles[member.number].value, Redbeard.designVocabulary), of: member)
    }
    var found: [String] = []
    for part in rules.parts(of: members) {
      part.findings {
        styles[$0.number].value
      } _: { finding in
        found.append("\(finding.code.rawValue) \(finding.path.joined(separator: "/")): \(finding.help)")
      }
    }
    return found
  }

  /// 64 keys are 2,016 pairs. The key that is used most is right, and each other one is reported once.
  @Test func similarKeys() {
    let keys = (0..<64).map { "key-\(Character(Unicode.Scalar(UInt8(0xC0 + $0))))" }
    let similar = Value.object(keys.map { Value.Member(key: $0, value: .number(1)) })
    let usual = Value.Member(key: "usual", value: .object([.init(key: keys[7], value: .number(1))]))
    // Equally usual ones are not proposed beside it.
    let expected = keys.indices.filter { $0 != 7 }.map { number in
      "LV1018 styles/s0/\(keys[number]): did you mean `\(keys[7])`?"
    }
    #expect(Set(findings(of: folded(similar, levels: 10) + [usual])) == Set(expected))
    #expect(findings(of: folded(similar, levels: 10) + [usual]).count == expected.count)
    // Also below many styles.
    let many = (0..<100).map { Value.Member(key: "w\($0)", value: object(["part": similar])) }
    #expect(Set(findings(of: [.init(key: "s0", value: similar), usual] + many)) == Set(expected))
  }

  /// A key in an object that is referred to twice counts once.
  @Test func usesOfKeys() {
    let shared = object(["tittleColor": .number(1)])
    let style = Value.Member(key: "a", value: object(["one": shared, "two": shared, "three": shared]))
    let others = [
      Value.Member(key: "b", value: object(["titleColor": .number(1), "tittleColor": .number(1)])),
      Value.Member(key: "c", value: object(["titleColor": .number(1)])),
      Value.Member(key: "d", value: object(["titleColor": .number(1)])),
    ]
    #expect(findings(of: [style] + others) == ["LV1018 styles/b/tittleColor: did you mean `titleColor`?"])
  }

  @Test func textsAndThemes() {
    let text = object(["key": .string("x-y")])
    #expect(findings(of: folded(text, levels: 13)) == [])
    let found = findings(of: folded(text, levels: 13) + [.init(key: "x-y", value: object([:]))])
    #expect(found == ["LV2008 styles/s0/key: write \"ref://x-y\""])
    let themed = folded(object(["theme": .string("none")]), levels: 13)
    #expect(findings(of: themed) == ["LV1001 styles/s0/theme: write the id of a style, or declare `none`"])
  }

  /// A text that names an id is not reported where a reference in its place would be a cycle: in this id, and in its objects.
  @Test func textsThatWouldBeCycles() {
    let text = { (name: String) in self.object(["key": .string(name)]) }
    for holder in ["a-0", "m-0", "z-0"] {
      let shared = Value.Member(key: "m", value: text(holder))
      let holds = Value.Member(key: holder, value: object(["part": shared.value]))
      #expect(findings(of: [shared, holds, .init(key: "b", value: object(["part": shared.value]))]) == [], "\(holder)")
      // The same text in an object that the id does not contain.
      let other = Value.Member(key: "q", value: text(holder))
      #expect(findings(of: [shared, holds, other]) == ["LV2008 styles/q/key: write \"ref://\(holder)\""], "\(holder)")
    }
  }

  /// Texts on their backgrounds: an object is looked at once, and as a state once for each normal state.
  @Test func contrast() throws {
    let gray = { (byte: UInt32) in Value.color(Color(hex: byte * 0x010101)) }
    let vocabulary = try #require(Redbeard.designVocabulary)
    let pale = object(["textColor": gray(0xee), "backgroundColor": gray(0xff)])
    func check(
      _ styles: [Value.Member], _ expected: [String], looks: Int, _ location: SourceLocation = #_sourceLocation
    ) {
      let found = findings(of: styles).filter { $0.hasPrefix("LV3001") }.map { String($0.prefix { $0 != ":" }) }
      #expect(found == expected, sourceLocation: location)
      var rule = ContrastRule(vocabulary)
      for style in styles { rule.look(at: style.value, ["styles", style.key]) { _ in } }
      #expect(rule.objectsLookedAt == looks, sourceLocation: location)
    }
    let many = { (value: Value) in (0..<100).map { Value.Member(key: "w\($0)", value: self.object(["part": value])) } }
    let folds = folded(pale, levels: 13)
    check(
      folds + many(try #require(folds.last).value), ["LV3001 styles/s0/textColor"], looks: folds.count + 100)
    // As a state, it is looked at with each normal state: that of none, and those of two styles.
    let state = object(["textColor": gray(0xee)])
    let light = object(["backgroundColor": gray(0xff), "highlighted": state])
    let dark = object(["backgroundColor": gray(0), "highlighted": state])
    check(
      [
        .init(key: "a", value: dark), .init(key: "b", value: light), .init(key: "c", value: light),
        .init(key: "d", value: state),
      ],
      ["LV3001 styles/b/highlighted/textColor"], looks: 5)
    // States in states: each way to an object brings the same normal state.
    var nested = Value.Member(key: "s0", value: state)
    for level in 1...13 {
      nested = .init(
        key: "s\(level)",
        value: object(["highlighted": nested.value, "selected": nested.value, "backgroundColor": gray(0xff)]))
    }
    let path = Array(repeating: "highlighted", count: 13).joined(separator: "/")
    check([nested], ["LV3001 styles/s13/\(path)/textColor"], looks: 14)
  }

  /// A property that only states set.
  @Test func states() throws {
    let state = object(["width": .number(1)])
    var nested = Value.Member(key: "s0", value: state)
    for level in 1...13 {
      nested = .init(key: "s\(level)", value: object(["highlighted": nested.value, "selected": nested.value]))
    }
    let path = Array(repeating: "highlighted", count: 13).joined(separator: "/")
    #expect(
      findings(of: [nested, .init(key: "t", value: object(["selected": nested.value]))])
        == ["LV3002 styles/s13/\(path)/width: set `width` in the style itself, too"])
    var walk = StateWalk(
      .init(states: ["highlighted", "selected"], themeKey: "theme", clearKey: "clear", referencePrefix: "ref://"))
    guard case .object(let members) = nested.value else { return }
    walk.visit(members, []) { _ in }
    #expect(walk.objectCount == 13)
    // Two styles share a state, and the first of them has the property itself.
    let normal = object(["width": .number(1), "highlighted": state])
    #expect(
      findings(of: [
        .init(key: "a", value: normal), .init(key: "b", value: object(["highlighted": state])),
        .init(key: "c", value: object(["highlighted": state])),
      ]) == ["LV3002 styles/b/highlighted/width: set `width` in the style itself, too"])
    // Classes of one value.
    let themed = object(["width": .number(1), "theme": object(["height": .number(1)])])
    #expect(
      findings(of: [.init(key: "A", value: themed), .init(key: "B", value: themed)])
        == ["LV3003 styles/A/width: set `width` in its theme, or `clearPreviousThemingValues` there"])
  }

  /// What is kept of a member does not grow with the references in it.
  @Test func factsOfAMember() throws {
    let first = object(["key": .string("x-y"), "theme": .string("none"), "width": .number(1), "widht": .number(1)])
    let value = try #require(folded(first, levels: 13).last).value
    let member = DesignRules.Member(number: 0, section: .styles, name: "s13", hash: 0)
    let details = try #require(MemberFacts(of: member, value, Redbeard.designVocabulary).details)
    #expect(details.slips.texts.sorted() == ["x-y"])
    #expect(details.slips.hasSimilarKeys)
    #expect(details.themes.sorted() == ["none"])
    #expect(!details.hasLowContrast && details.additive.isEmpty)
  }
}
