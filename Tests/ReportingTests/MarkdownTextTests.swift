// SPDX-License-Identifier: GPL-2.0-or-later

import Reporting
import StyledText
import Testing
import ThemeModel

/// A text of a theme stays in its code span and its cell.
@Suite struct MarkdownTextTests {
  @Test(arguments: [
    ("plain", "`plain`"), ("", "`  `"), ("a`b", "`` a`b ``"), ("``", "``` `` ```"), ("a|b", #"`a\|b`"#),
    (#"a\|b"#, "`a\\\u{FF5C}b`"), (#"a\\|b"#, #"`a\\\|b`"#), ("a\nb", "`a␊b`"), ("\u{1B}[31m", "`␛[31m`"),
    (" a ", "`  a  `"),
    ("<script>", "`<script>`"), ("\u{202E}txt", "`\u{FFFD}txt`"),
  ]) func check(_ text: String, _ code: String) { #expect(MarkdownText.code(text) == code) }

  @Test func aColourHasASwatch() {
    let color = Color(red: 1, green: 0, blue: 0)
    #expect(MarkdownText.value(.color(color)) == "`#ff0000`")
    #expect(MarkdownText.value(.string("x|y")) == #"`"x\|y"`"#)
    #expect(MarkdownText.value(nil) == "")
  }

  /// Of values that do not fit, the parts that differ are shown.
  @Test func partsThatDiffer() {
    func object(_ members: (String, Value)...) -> Value {
      .object(members.map { .init(key: $0.0, value: $0.1) })
    }
    let families = Value.array((1...12).map { .string("Family \($0)") })
    func style(_ size: Double, _ height: Value?) -> Value {
      let members: [(String, Value)] =
        [("fontFamily", families), ("fontSize", object(("value", .number(size)), ("unit", "px")))]
        + (height.map { [("lineHeight", $0)] } ?? [])
      return .typed(TypedValue(type: "typography", value: .object(members.map { .init(key: $0.0, value: $0.1) })))
    }
    func check(_ old: Value, _ new: Value, _ before: String, _ after: String) {
      let change = ValueChange(path: "constants/text", old: old, new: new)
      let row = ValueChange.rows([change], width: 100, .none)[0].text(for: .plain)
      #expect(row.filter { $0 != " " } == "~constants/text\(before)→\(after)".filter { $0 != " " }, "\(row)")
      let page = MarkdownChanges(
        title: "t", changes: [change], isOrderChanged: false, diagnostics: [], notes: []
      ).text
      #expect(page.contains("| `constants/text` | `\(before)` | `\(after)` |"), "\(page)")
    }
    check(style(1, 1.5), style(1, 1.6), "lineHeight 1.5", "1.6")
    check(style(1, 1.5), style(2, 1.6), "fontSize 1px, lineHeight 1.5", "fontSize 2px, lineHeight 1.6")
    check(style(1, 1.5), style(1, nil), "lineHeight 1.5", "no lineHeight")
    // As a daemon sends it.
    check(Value(json: style(1, 1.5).json), Value(json: style(1, 1.6).json), "lineHeight 1.5", "1.6")
  }

  /// Texts without parts are cut around their first difference.
  @Test func longTextsThatDiffer() {
    let text = String(repeating: "a", count: 200)
    let change = ValueChange(path: "constants/text", old: .string(text + "1"), new: .string(text + "2"))
    let row = ValueChange.rows([change], width: 60, .none)[0].text(for: .plain)
    #expect(row.contains("a1\"") && row.hasSuffix("a2\""), "\(row)")
    let page = MarkdownChanges(
      title: "t", changes: [change], isOrderChanged: false, diagnostics: [], notes: []
    ).text
    #expect(page.contains("a1\"`") && page.contains("a2\"`"), "\(page)")
  }

  @Test func aLongListIsCut() {
    let changes = (1...301).map { ValueChange(path: "constants/v\($0)", old: .number(1), new: .number(2)) }
    let text = MarkdownChanges(
      title: "t", changes: changes, isOrderChanged: false, diagnostics: [], notes: []
    ).text
    #expect(text.contains("301 values changed.\n"))
    #expect(text.contains("1 more value changed."))
    #expect(!text.contains("`constants/v301`"))
  }

  @Test func theChangesOfTwoStatesAreThoseOfTheirPatches() {
    let old: Value = .object([
      .init(key: "a", value: 1), .init(key: "s", value: .object([.init(key: "p/q", value: 1)])),
    ])
    let new: Value = .object([
      .init(key: "b", value: 1), .init(key: "s", value: .object([.init(key: "p/q", value: 2)])),
    ])
    let changes = ValueChange.changes(from: (old, .object([])), to: (new, .object([])))
    #expect(
      changes == [
        ValueChange(path: "constants/a", old: 1), ValueChange(path: "constants/b", new: 1),
        ValueChange(path: "constants/s/p~1q", old: 1, new: 2),
      ])
    #expect(
      changes.map(\.operation) == [
        .remove(path: "/constants/a"), .add(path: "/constants/b", value: 1),
        .replace(path: "/constants/s/p~1q", value: 2),
      ])
  }
}
