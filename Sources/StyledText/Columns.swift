// SPDX-License-Identifier: GPL-2.0-or-later

/// Rows of cells in columns, three blanks apart. If a row does not fit, the last cell of every full row stands on a line of
/// its own, four blanks deeper than the first cell of its row. A terminal may wrap it.
package func columns(_ rows: [[StyledLine]], indent: Int = 2, width: Int, _ depth: ColorDepth) -> [StyledLine] {
  let count = rows.map(\.count).max() ?? 0
  let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].width(depth) : 0 }.max() ?? 0 }
  let margin = StyledLine(String(" ", times: indent))
  func line(_ cells: ArraySlice<StyledLine>) -> StyledLine {
    var line = margin
    var missing = 0
    for (column, cell) in cells.enumerated() where widths[column] > 0 {
      if missing > 0, cell.width(depth) > 0 {
        line.append(String(" ", times: missing))
        missing = 0
      }
      line.append(cell)
      missing += widths[column] - cell.width(depth) + 3
    }
    return line
  }
  let lines = rows.map { line($0[...]) }
  guard count > 1, lines.contains(where: { $0.width(depth) > width }) else { return lines }
  return rows.flatMap { row in
    guard row.count == count, let last = row.last, last.width(depth) > 0 else { return [line(row[...])] }
    var below = margin
    below.append(String(" ", times: (row.first?.leadingBlanks ?? 0) + 4))
    below.append(last)
    return [line(row.dropLast()), below]
  }
}

extension StyledLine {
  fileprivate var leadingBlanks: Int { spans.first?.text.utf8.prefix { $0 == UInt8(ascii: " ") }.count ?? 0 }
}
