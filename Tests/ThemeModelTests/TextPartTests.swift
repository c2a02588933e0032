// SPDX-License-Identifier: MIT

import Testing
import ThemeModel

@Suite struct TextPartTests {
  @Test(arguments: [
    ("", "", true), ("a", "", true), ("", "a", false), ("abc", "abc", true), ("abc", "b", true), ("abc", "cd", false),
    ("aab", "ab", true), ("ababac", "abac", true), ("größe", "öß", true), ("größe", "os", false),
  ])
  func holdsWhatStandsInIt(_ text: String, _ part: String, _ expected: Bool) {
    #expect(text.holds(part) == expected)
    #expect("<\(text)>".dropFirst().holds(part) == expected)
  }
}
