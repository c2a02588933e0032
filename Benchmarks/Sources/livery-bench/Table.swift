// SPDX-License-Identifier: GPL-2.0-or-later

/// The results as aligned text.
struct Table {
  private static let header = [
    "row", "case", "measured p50 (min..max)", "p99", "baseline p50 (min..max)", "p99", "ratio", "goal", "",
  ]

  let results: [CaseResult]

  var text: String {
    let lines = [Self.header] + results.flatMap(Self.lines)
    let widths = Self.header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let table = lines.map { line in
      let cells = zip(line, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return trimmed(cells.joined(separator: "  "))
    }
    let notes = results.filter { !$0.notes.isEmpty }.map {
      "  \($0.row), \($0.name): \($0.notes.joined(separator: "; "))"
    }
    return (table + ["", "notes"] + notes).joined(separator: "\n") + "\n"
  }

  /// A line for each ratio. The first also has the measurements.
  private static func lines(_ result: CaseResult) -> [[String]] {
    if let failure = result.failure {
      return [[result.row, result.name, "no figures: \(failure)"] + Array(repeating: "", count: 6)]
    }
    var lines: [[String]] = []
    for (index, ratio) in result.ratios.enumerated() {
      let spread = ratio.spread.map { " (\(short($0.lowerBound))..\(short($0.upperBound)))" } ?? ""
      let unit = ratio.unit == "x" ? "x" : ratio.unit.isEmpty ? "" : " \(ratio.unit)"
      let verdict = ratio.isReached.map { $0 ? "reached" : "MISSED" } ?? ""
      let isFirst = index == 0
      lines.append([
        isFirst ? result.row : "", isFirst ? result.name : "",
        isFirst ? cell(result.measured, result.unit) : "", isFirst ? p99(result.measured) : "",
        isFirst ? cell(result.baseline, result.unit) : "", isFirst ? p99(result.baseline) : "",
        "\(ratio.name) = \(short(ratio.value))\(unit)\(spread)", ratio.goal?.text ?? "", verdict,
      ])
    }
    return lines
  }

  private static func cell(_ measurement: CaseResult.Measurement?, _ unit: String) -> String {
    guard let measurement else { return "" }
    let distribution = measurement.distribution
    return "\(measurement.of) \(short(distribution.median)) \(unit) "
      + "(\(short(distribution.minimum))..\(short(distribution.maximum)))"
  }

  private static func p99(_ measurement: CaseResult.Measurement?) -> String {
    measurement?.distribution.p99.map(short) ?? ""
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}
