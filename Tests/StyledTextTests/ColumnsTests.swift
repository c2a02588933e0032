// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText
import Testing

@Suite struct ColumnsTests {
  private func check(
    _ rows: [[String]], width: Int, _ expected: String..., location: SourceLocation = #_sourceLocation
  ) {
    let lines = columns(rows.map { row in row.map { StyledLine($0) } }, width: width, .none)
    #expect(lines.map { $0.spans.map(\.text).joined() } == expected, sourceLocation: location)
  }

  @Test func rowsThatFitAreSideBySide() {
    check([["a", "first"], ["bcd", "second"]], width: 20, "  a     first", "  bcd   second")
  }

  /// The last cells go below, deeper than the cells that they belong to.
  @Test func rowsThatDoNotFitAreStacked() {
    check(
      [["a", "first"], ["  deep", "second"], ["    deeper", ""]], width: 12,
      "  a", "      first", "    deep", "        second", "      deeper")
  }
}
