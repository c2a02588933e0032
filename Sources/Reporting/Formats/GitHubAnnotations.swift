// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText
import ThemeModel

extension BundleFindings {
  /// A workflow command of GitHub Actions, which marks the line in a pull request.
  func githubLine(_ diagnostic: Diagnostic) -> String {
    var properties: [String] = []
    if !diagnostic.file.isEmpty { properties.append("file=\(escapedProperty(name(of: diagnostic.file)))") }
    if let range = diagnostic.range {
      properties.append("line=\(range.start.line)")
      properties.append("endLine=\(range.end.line)")
      properties.append("col=\(range.start.column)")
      // The column of the end is inclusive there, and means something on one line only.
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

extension Severity {
  fileprivate var githubName: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "notice"
    }
  }
}

/// What may stand after the second `::`.
private func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "%": result += "%25"
    case "\r": result += "%0D"
    case "\n": result += "%0A"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func escapedProperty(_ text: String) -> String {
  var result = ""
  for character in escaped(text) {
    switch character {
    case ":": result += "%3A"
    case ",": result += "%2C"
    default: result.append(character)
    }
  }
  return result
}
