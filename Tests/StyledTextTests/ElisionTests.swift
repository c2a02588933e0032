// SPDX-License-Identifier: GPL-2.0-or-later

import Testing

@testable import StyledText

@Suite struct ElisionTests {
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
}
