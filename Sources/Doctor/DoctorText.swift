// SPDX-License-Identifier: GPL-2.0-or-later

package import StyledText
package import ThemeModel

/// The findings as text, each with its help and command lines below it.
///
/// - Parameter width: in cells. Sentences are wrapped, command lines are not.
package func doctorLines(_ findings: [DoctorFinding], width: Int) -> [StyledLine] {
  let margin = DoctorFinding.Level.allCases.map(\.rawValue.displayWidth).max() ?? 0
  let indent = String(repeating: " ", count: margin + 2)
  let room = max(width - margin - 2, 20)
  var lines: [StyledLine] = []
  for finding in findings {
    let level = finding.level.rawValue
    var head = StyledLine(level, finding.level.style)
    head.append(String(repeating: " ", count: margin + 2 - level.displayWidth))
    let sentence = wrapped("\(finding.subject): \(finding.message)", width: room)
    for (number, text) in sentence.enumerated() {
      var line = number == 0 ? head : StyledLine(indent)
      line.append(text)
      lines.append(line)
    }
    for (number, text) in wrapped(finding.help ?? "", width: room - 6).enumerated() {
      var line = StyledLine(indent)
      line.append(number == 0 ? "help: " : "      ", .help)
      line.append(text)
      lines.append(line)
    }
    for command in finding.commands {
      var line = StyledLine("\(indent)$ ", .dim)
      line.append(command, .bold)
      lines.append(line)
    }
  }
  lines.append(StyledLine())
  lines.append(summary(of: findings))
  return lines
}

private func summary(of findings: [DoctorFinding]) -> StyledLine {
  let errors = findings.count { $0.level == .error }
  let warnings = findings.count { $0.level == .warning }
  if errors + warnings == 0 { return StyledLine("all is well", .help) }
  return StyledLine(
    "\(counted(errors, "error")), \(counted(warnings, "warning"))", errors > 0 ? .error : .warning)
}

extension DoctorFinding.Level {
  fileprivate var style: StyledLine.Style {
    switch self {
    case .ok: .help
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }

  /// The severity for `--fail-on`; nil for `ok`.
  package var severity: Severity? {
    switch self {
    case .ok: nil
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }
}
