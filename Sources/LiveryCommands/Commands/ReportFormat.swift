// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LiveryProtocol
import Reporting
import StyledText
import TextComparison

/// The format of an answer: columns for people, one JSON value, or one JSON object a line.
enum ReportFormat: String, CaseIterable, Sendable { case table, json, ndjson }

extension CommandOption {
  static let reportFormat = CommandOption(
    "format", value: .choice(of: ReportFormat.self), default: ReportFormat.table.rawValue, "How it is printed.")
}

extension Console {
  /// Prints an answer as `--format` says.
  ///
  /// - Parameters:
  ///   - objects: the lines of `ndjson`.
  ///   - table: prints the answer for people.
  func write(
    json: @autoclosure () -> JSONValue, objects: @autoclosure () -> [JSONValue], _ arguments: Arguments,
    table: () throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    switch arguments.choice(.reportFormat, or: ReportFormat.table) {
    case .json: output.write(json().pretty + "\n")
    case .ndjson: for object in objects() { output.write(object.text + "\n") }
    case .table: try table()
    }
  }
}

/// Lines with columns, two blanks apart. The first row is the head.
func table(_ rows: [[String]]) -> [StyledLine] {
  let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
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
  /// `pad 9.3.1 en_gb night size=compact`; `-` for the default context.
  var text: String {
    let facts = [device, version, language].compactMap(\.self)
    let text = (facts + (themes ?? []) + (modifiers?.assignments ?? [])).joined(separator: " ")
    return text.isEmpty ? "-" : text
  }
}
