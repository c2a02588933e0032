// SPDX-License-Identifier: GPL-2.0-or-later

package import LiveryProtocol
import StyledText
import ThemeModel

/// The difference of two states of a theme as a comment for a pull request.
package struct MarkdownChanges {
  private let title: String
  private let changes: [ValueChange]
  private let isOrderChanged: Bool
  private let diagnostics: [ThemeInterface.Diagnostic]
  /// Whatever else a reader has to know, a sentence each.
  private let notes: [String]

  /// GitHub takes comments of 65,536 characters.
  private static let maximumRows = 300
  private static let maximumFindings = 20

  package init(
    title: String, changes: [ValueChange], isOrderChanged: Bool, diagnostics: [ThemeInterface.Diagnostic],
    notes: [String]
  ) {
    self.title = title
    self.changes = changes
    self.isOrderChanged = isOrderChanged
    self.diagnostics = diagnostics
    self.notes = notes
  }

  package var text: String {
    var lines = ["### Theme: \(title)", "", summary]
    if !changes.isEmpty {
      lines += ["", "| | value | before | after |", "|---|---|---|---|"]
      lines += changes.prefix(Self.maximumRows).map(row)
      if changes.count > Self.maximumRows {
        lines += ["", "\(counted(changes.count - Self.maximumRows, "more value")) changed."]
      }
    }
    if isOrderChanged {
      lines += ["", "The order of styles changed, which decides where two of them set one property."]
    }
    for note in notes { lines += ["", note] }
    if !diagnostics.isEmpty {
      lines += ["", "Findings afterwards:", ""]
      lines += diagnostics.prefix(Self.maximumFindings).map(finding)
      if diagnostics.count > Self.maximumFindings {
        lines.append("- and \(diagnostics.count - Self.maximumFindings) more")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var summary: String {
    guard !changes.isEmpty else {
      return isOrderChanged || !notes.isEmpty ? "No value changed." : "No value changed: both mean the same."
    }
    let added = changes.count { $0.old == nil }
    let removed = changes.count { $0.new == nil }
    let replaced = changes.count - added - removed
    let parts = [(replaced, "changed"), (added, "added"), (removed, "removed")].filter { $0.0 > 0 }
    return parts.map { "\(counted($0.0, "value")) \($0.1)" }.joined(separator: ", ") + "."
  }

  private func row(_ change: ValueChange) -> String {
    let mark = change.old == nil ? "+" : change.new == nil ? "−" : "~"
    let (old, new) = MarkdownText.values(change.old, change.new)
    return "| \(mark) | \(MarkdownText.code(change.path)) | \(old) | \(new) |"
  }

  private func finding(_ finding: ThemeInterface.Diagnostic) -> String {
    let line = finding.range.map { ":\($0.start.line)" } ?? ""
    let place = finding.file.isEmpty ? "" : " \(MarkdownText.code("\(finding.file)\(line)"))"
    return "- \(finding.severity.rawValue) \(finding.code)\(place) \(MarkdownText.code(finding.message))"
  }
}
