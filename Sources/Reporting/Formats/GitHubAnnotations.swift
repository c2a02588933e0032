// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText
import ThemeModel

extension BundleFindings {
  /// A workflow command of GitHub Actions. It marks the line in a pull request.
  func githubLine(_ diagnostic: Diagnostic) -> String {
    var properties: [String] = []
    if !diagnostic.file.isEmpty { properties.append("file=\(escapedProperty(name(of: diagnostic.file)))") }
    if let range = diagnostic.range {
      properties.append("line=\(range.start.line)")
      properties.append("endLine=\(range.end.line)")
      properties.append("col=\(range.start.column)")
      // GitHub's last column is inclusive, and is used within one line only.
      if range.end.line == range.start.line {
        properties.append("endColumn=\(max(range.end.column - 1, range.start.column))")
      }
    }
    properties.append("title=\(escapedProperty("\(diagnostic.code.rawValue) \(diagnostic.code.slug)"))")
    var message = diagnostic.message
    if let note = diagnostic.contextNote { message += "\n\(note)" }
    if let help = diagnostic.help { message += "\nhelp: \(help)" }
    return "::\(diagnostic.severity.githubName) \(properties.joined(separator: ","))::\(escaped(message))"
  }
}

extension UnreadableBundle {
  /// A workflow command that marks no line.
  var githubLine: String { "::error title=\(escapedProperty(name))::\(escaped(message))" }
}

extension Severity {
  fileprivate var githubName: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "notice"
    }
  }
}

/// The message of a workflow command, behind the second `::`. A terminal may show the line, too.
private func escaped(_ text: String) -> String {
  text.escaping(["%": "%25", "\r": "%0D", "\n": "%0A"]).printable
}

private func escapedProperty(_ text: String) -> String { escaped(text).escaping([":": "%3A", ",": "%2C"]) }
