// SPDX-License-Identifier: GPL-2.0-or-later

import Reporting
package import StyledText

/// Fixes before they are written.
package struct FixPreview {
  /// A line of the diff.
  package struct DiffLine {
    /// Without tabs.
    let text: String
    let style: StyledLine.Style
    /// The removed or added line that stands for the same line of the file.
    var counterpart: Int?
  }

  package let count: Int
  /// A line for each fix.
  private let fixes: [StyledLine]
  private var diff: [DiffLine] = []

  /// - Parameters:
  ///   - fixes: a line for each fix.
  ///   - diffs: the unified diff of each changed file.
  package init(fixes: [StyledLine], diffs: [String]) {
    count = fixes.count
    self.fixes = fixes
    for text in diffs {
      diff.append(DiffLine(text: "", style: .plain))
      append(diff: text)
    }
  }

  private mutating func append(diff text: String) {
    var removed: [Int] = []
    var added: [Int] = []
    /// As many added lines as removed ones before them replace these one by one.
    func pair() {
      if removed.count == added.count {
        for (old, new) in zip(removed, added) {
          diff[old].counterpart = new
          diff[new].counterpart = old
        }
      }
      removed = []
      added = []
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for (number, line) in lines.enumerated() {
      let style: StyledLine.Style =
        switch line.first {
        case "+": .help
        case "-": .error
        case "@": .dim
        default: .plain
        }
      // The first two lines are the header.
      switch number < 2 ? nil : line.first {
      case "-" where added.isEmpty: removed.append(diff.count)
      case "+": added.append(diff.count)
      case "\\": break
      default:
        pair()
        if number >= 2, line.first == "-" { removed.append(diff.count) }
      }
      diff.append(DiffLine(text: String(line).expandingTabs, style: style))
    }
    pair()
  }

  /// The fixes, then the diff. Long lines are cut around the difference to the line that they replace.
  func lines(width: Int) -> [StyledLine] {
    fixes
      + diff.map { line in
        guard let other = line.counterpart, width > 1 else { return StyledLine(line.text, line.style) }
        let (text, _) = String.fitted(
          String(line.text.dropFirst()), String(diff[other].text.dropFirst()), to: width - 1)
        return StyledLine("\(line.text.prefix(1))\(text)", line.style)
      }
  }
}
