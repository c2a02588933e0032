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
    return rules.findings(in: members) { styles[$0.number].value }.map {
      "\($0.code.rawValue) \($0.path.joined(separator: "/")): \($0.help)"
    }
  }

  /// 64 keys are 2,016 pairs. The key that is used most is right, and each other one is reported once.
  @Test func similarKeys() {
    let keys = (0..<64).map { "key-\(Character(Unicode.Scalar(UInt8(0x3b + $0))))" }
    let similar = Value.object(keys.map { Value.Member(key: $0, value: .number(1)) })
    let usual = Value.Member(key: "usual", value: .object([.init(key: keys[7], value: .number(1))]))
    // Of equally usual ones, the next one is proposed.
    let expected = keys.indices.filter { $0 != 7 }.map { number in
      "LV1018 styles/s0/\(keys[number]): did you mean `\(keys[number > 7 ? 7 : number + 1])`?"
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

  /// What is kept of a member does not grow with the references in it.
  @Test func factsOfAMember() throws {
    let first = object(["key": .string("x-y"), "theme": .string("none"), "width": .number(1), "widht": .number(1)])
    let value = try #require(folded(first, levels: 13).last).value
    let member = DesignRules.Member(number: 0, section: .styles, name: "s13", hash: 0)
    let details = try #require(MemberFacts(of: member, value, Redbeard.designVocabulary).details)
    #expect(details.slips.texts.sorted() == ["x-y"])
    #expect(details.slips.hasSimilarKeys)
    #expect(details.themes.sorted() == ["none"])
    #expect(details.contrasts.isEmpty && details.additive.isEmpty)
  }
}
