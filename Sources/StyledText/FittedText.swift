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

  /// Two texts of at most `limit` cells each, cut at their ends. Where that would hide the first difference of the two, their equal
  /// beginnings are cut as well, in both at one place. The texts have no tabs and no control characters.
  package static func fitted(_ left: String, _ right: String, to limit: Int) -> (String, String) {
    guard left.displayWidth > limit || right.displayWidth > limit else { return (left, right) }
    guard limit > 0 else { return ("", "") }
    let equal = zip(left, right).prefix { $0 == $1 }.map(\.0)
    let shown = limit / 3
    var start = 0
    if String(equal).displayWidth + shown >= limit {
      // A third of the room goes to the end of the equal beginning.
      start = equal.count
      var room = shown
      while start > 0, equal[start - 1].displayWidth <= room {
        start -= 1
        room -= equal[start].displayWidth
      }
    }
    func cut(_ text: String) -> String {
      let rest = start == 0 ? text : "…" + text.dropFirst(start)
      return rest.displayWidth > limit ? rest.prefix(cells: limit - 1) + "…" : rest
    }
    return (cut(left), cut(right))
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
