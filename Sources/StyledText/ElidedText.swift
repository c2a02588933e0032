// SPDX-License-Identifier: GPL-2.0-or-later

extension String {
  /// The text shortened to a number of cells: an ellipsis replaces its middle. More of the end is kept, which tells paths
  /// apart. The text has no tabs and no control characters.
  package func elidedInTheMiddle(to limit: Int) -> String {
    guard displayWidth > limit else { return self }
    guard limit > 1 else { return limit == 1 ? "…" : "" }
    let head = (limit - 1) / 3
    let start = cut(to: head)
    let end = String(String(reversed()).cut(to: limit - 1 - head).reversed())
    return "\(start)…\(end)"
  }

  /// The longest beginning that fits into a number of cells.
  private func cut(to limit: Int) -> String {
    var left = limit
    return String(
      prefix { character in
        left -= character.displayWidth
        return left >= 0
      })
  }
}
