// SPDX-License-Identifier: GPL-2.0-or-later

import Reporting
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
