// SPDX-License-Identifier: GPL-2.0-or-later

package import StyledText
package import ThemeModel

/// An explanation as text.
package struct ExplanationPage {
  let code: DiagnosticCode
  private let width: Int

  /// - Parameter width: the cells of a line. Prose has at most 100; samples are not wrapped.
  package init(code: DiagnosticCode, width: Int) {
    self.code = code
    self.width = min(width, 100)
  }

  package var lines: [StyledLine] {
    let explanation = Explanation(of: code)
    var head = StyledLine("\(code.severity)[\(code.rawValue)]", code.severity.style)
    head.append(" \(code.slug)", .bold)
    var lines = [head, StyledLine()]
    lines += paragraph(explanation.meaning) + paragraph(explanation.reason)
    lines.append(StyledLine())
    lines += sample("Bad", .error, explanation.bad, beside: explanation.good)
    lines += sample("Good", .help, explanation.good, beside: explanation.bad)
    lines += paragraph("How to fix it: \(explanation.remedy)")
    switch explanation.proof {
    case .engine: break
    case .repeated:
      lines += paragraph(
        "Think of the bad sample as one with more than \(FindingList.maximumOfRule) lines like that.")
    case .unreadable(let path): lines += paragraph("In the bad sample no user may read `\(path)`.")
    }
    return lines
  }

  /// The files that both samples have come last.
  private func sample(
    _ title: String, _ style: StyledLine.Style, _ files: [Explanation.File], beside others: [Explanation.File]
  ) -> [StyledLine] {
    var lines = [StyledLine("\(title):", style)]
    for file in files.filter({ !others.contains($0) }) + files.filter(others.contains) {
      lines.append(StyledLine("  \(file.path)", .dim))
      lines += file.text.split(separator: "\n", omittingEmptySubsequences: false).map { StyledLine("    \($0)") }
    }
    return lines + [StyledLine()]
  }

  private func paragraph(_ text: String) -> [StyledLine] { wrapped(text, width: width).map { StyledLine($0) } }
}
