// SPDX-License-Identifier: GPL-2.0-or-later

/// Breaks a paragraph into lines of this width in characters. A longer word has a line of its own.
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
