// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// One code that a suppression comment names.
struct CommentedCode: Hashable {
  var file: FileID
  /// The number of the comment in the file.
  var comment: Int
  var code: DiagnosticCode
}

/// The comments of a file by the rules that they silence.
struct SilencedLines {
  /// By rule: the comments that name it, in the order of the text. Their first lines ascend, and so do their last ones.
  private var comments: [DiagnosticCode: [(rule: CommentedCode, lines: ClosedRange<Int>, reason: String?)]] = [:]

  init() {}

  init(_ comments: [SuppressionComment], of file: FileID, where isValid: (SuppressionComment) -> Bool) {
    for (index, comment) in comments.enumerated() where isValid(comment) {
      for code in Set(comment.rules.compactMap(\.code)) where !code.isFixed {
        let rule = CommentedCode(file: file, comment: index, code: code)
        self.comments[code, default: []].append((rule, comment.lines, comment.reason))
      }
    }
  }

  /// The first comment that suppresses findings of a code in a line. Costs a binary search: a file may have as many comments as
  /// findings.
  func comment(silencing code: DiagnosticCode, at line: Int) -> (rule: CommentedCode, reason: String?)? {
    guard let named = comments[code] else { return nil }
    var (low, high) = (0, named.count)
    while low < high {
      let middle = (low + high) / 2
      if named[middle].lines.upperBound < line { low = middle + 1 } else { high = middle }
    }
    guard low < named.count, named[low].lines.contains(line) else { return nil }
    return (named[low].rule, named[low].reason)
  }
}
