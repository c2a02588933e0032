// SPDX-License-Identifier: GPL-2.0-or-later

extension String {
  /// The text shortened to a number of cells by an ellipsis in its middle. More of the end is kept, since paths differ there.
  /// The text has no tabs and no control characters.
  package func elidedInTheMiddle(to limit: Int) -> String {
    guard displayWidth > limit else { return self }
    guard limit > 1 else { return limit == 1 ? "…" : "" }
    let head = (limit - 1) / 3
    let start = prefix(cells: head)
    let end = String(String(reversed()).prefix(cells: limit - 1 - head).reversed())
    return "\(start)…\(end)"
  }

  /// The longest prefix that fits into a number of cells.
  func prefix(cells limit: Int) -> String {
    var left = limit
    return String(
      prefix { character in
        left -= character.displayWidth
        return left >= 0
      })
  }
}

/// Breaks a paragraph into lines of at most `width` characters. A longer word has a line of its own.
package func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let last = lines.last, last.count + 1 + word.count <= width {
      lines[lines.count - 1] = "\(last) \(word)"
    } else {
      lines.append(String(word))
    }
  }
  return lines
}
