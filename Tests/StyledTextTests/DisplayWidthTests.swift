// SPDX-License-Identifier: GPL-2.0-or-later

import Testing

@testable import StyledText

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ｱ", 1), ("Ａ", 2), ("한글", 4), ("🎨", 2), ("❤️", 2),
    ("👩‍🎨", 2), ("🇬🇧", 2), ("█┌│→·…", 6), ("a\u{200B}b", 2),
  ])
  func cells(_ text: String, _ width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: [
    ("\ta", "    a"), ("ab\tc", "ab  c"), ("漢\tc", "漢  c"), ("abcd\te", "abcd    e"),
  ])
  func tabs(_ text: String, _ expected: String) {
    #expect(text.expandingTabs == expected)
  }

  @Test func controlsBecomePictures() {
    #expect("a\u{1B}[31m\u{7F}\u{9B}\u{202E}b".printable == "a␛[31m␡\u{FFFD}\u{FFFD}b")
  }

  @Test(arguments: [
    ("", true), (" ~", true), ("a\u{7F}", false), ("\u{1F}", false), ("\t", false),
    ("plain ASCII, longer than a word é", false),
    ("no control characters at all, and no others", true),
  ])
  func plainTexts(_ text: String, _ isPlain: Bool) {
    #expect(text.isPlain == isPlain)
  }

  @Test func repeatedCharacters() {
    #expect(String("^", times: 3) == "^^^")
    #expect(String(" ", times: 0).isEmpty)
    #expect(String("-", times: 40) == String(repeating: "-", count: 40))
  }

  @Test(arguments: [
    (10, "ab漢字cd"), (8, "ab漢字cd"), (7, "ab漢字…"), (6, "ab漢…"), (5, "ab漢…"), (4, "ab…"), (1, "…"), (0, ""),
  ])
  func truncation(_ width: Int, _ expected: String) {
    var line = StyledLine("ab漢")
    line.append("字cd", .bold)
    #expect(line.truncated(to: width, .none).text(for: .plain) == expected)
  }
}
