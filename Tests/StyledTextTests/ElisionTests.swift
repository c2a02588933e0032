// SPDX-License-Identifier: GPL-2.0-or-later

import Testing

@testable import StyledText

@Suite struct ElisionTests {
  @Test(arguments: [
    ("plain …\n", "plain …\n"), ("a\u{7F}b", #"a\u007fb"#), ("\u{9B}31m", #"\u009b31m"#),
    ("\u{202E}é\u{2066}極", #"\u202eé\u2066極"#), ("\u{1B}[1m", "\u{1B}[1m"),
  ]) func terminalsGetEscapes(_ text: String, _ expected: String) {
    #expect(String(decoding: Array(text.utf8).escapingForTerminal, as: UTF8.self) == expected)
  }

  private func check(_ text: String, _ limit: Int, _ expected: String) {
    #expect(text.elidedInTheMiddle(to: limit) == expected)
    #expect(expected.displayWidth <= limit)
  }

  @Test func bothEndsStay() {
    check("styles/accent-button/backgroundColor", 36, "styles/accent-button/backgroundColor")
    check("styles/accent-button/backgroundColor", 20, "styles…ckgroundColor")
    check("styles/見出し/背景の色", 12, "sty…背景の色")
    check("abc", 2, "…c")
    check("abc", 1, "…")
    check("abc", 0, "")
  }

  private func check(_ left: String, _ right: String, _ limit: Int, _ expected: (String, String)) {
    let fitted = String.fitted(left, right, to: limit)
    #expect(fitted == expected, "\(fitted)")
    #expect(fitted.0.displayWidth <= limit && fitted.1.displayWidth <= limit)
  }

  @Test func theFirstDifferenceStays() {
    check("abcdef", "abcdeg", 6, ("abcdef", "abcdeg"))
    check("axcdefgh", "aycdefgh", 6, ("axcde…", "aycde…"))
    check("abcdefghijkl1n", "abcdefghijkl2n", 9, ("…jkl1n", "…jkl2n"))
    check("abcdefghijkl1nopqrst", "abcdefghijkl", 9, ("…jkl1nop…", "…jkl"))
    check("見出し見出し1見出し", "見出し見出し2", 9, ("…し1見出…", "…し2"))
    check("abc", "abd", 1, ("…", "…"))
    check("abc", "abd", 0, ("", ""))
  }
}
