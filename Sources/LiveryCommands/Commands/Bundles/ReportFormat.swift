// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LiveryProtocol
import Reporting
import StyledText

/// How a command prints what a daemon says of itself.
enum ReportFormat: String, CaseIterable, Sendable {
  /// Columns, for people.
  case table
  case json
  /// One object a line.
  case ndjson
}

extension CommandOption {
  static let reportFormat = CommandOption(
    "format", value: .choice(of: ReportFormat.self), default: ReportFormat.table.rawValue, "How it is printed.")
}

/// Lines with columns that are as wide as they have to be, two blanks apart; the first row is the head.
func table(_ rows: [[String]]) -> [StyledLine] {
  let count = rows.map(\.count).max() ?? 0
  let widths = (0..<count).map { column in
    rows.map { column < $0.count ? $0[column].printable.displayWidth : 0 }.max() ?? 0
  }
  return rows.enumerated().map { number, row in
    var line = StyledLine()
    for (column, cell) in row.enumerated() {
      line.append(cell, number == 0 ? .dim : .plain)
      if column + 1 < row.count {
        line.append(String(repeating: " ", count: widths[column] - cell.printable.displayWidth + 2))
      }
    }
    return line
  }
}

/// `45 s`, `3 min`, `2 h 5 min`, `4 d 1 h`.
func durationText(seconds: Int) -> String {
  let minutes = seconds / 60
  let hours = minutes / 60
  if seconds < 60 { return "\(max(seconds, 0)) s" }
  if minutes < 60 { return "\(minutes) min" }
  if hours < 24 { return "\(hours) h \(minutes % 60) min" }
  return "\(hours / 24) d \(hours % 24) h"
}

extension ThemeInterface.Context {
  /// A context as people write it: `pad 9.3.1 en_gb`, `-` for the empty one.
  var text: String {
    let text = ([device, version, language].compactMap(\.self) + (themes ?? [])).joined(separator: " ")
    return text.isEmpty ? "-" : text
  }
}
