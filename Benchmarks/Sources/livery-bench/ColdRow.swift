// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation

/// Exec of `livery resolve` to its exit with the whole output in a file, against `sassc` on the same theme as SCSS.
struct ColdRow: Row {
  static let name = "cold"
  static let summary = "exec of `livery resolve` -> exit with the whole output, against sassc on the same theme"

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let sassc = try bench.installed("sassc")
    let aurora = try bench.copyOfAurora()
    _ = try milliseconds([bench.program("livery"), "resolve", aurora], bench)
    let auroraCount = try resolvedValues("\(bench.directory)/output")
    report(
      try compare(
        "aurora", aurora, try bench.theme(auroraCount), goal: nil,
        notes: ["\(auroraCount) resolved values; sassc has a generated theme of as many"], sassc, bench))

    let goals: [(Int, Double)] =
      bench.extent == .full ? [(1_000, 6), (10_000, 20), (100_000, 40)] : [(1_000, 6), (10_000, 20)]
    for (valueCount, goal) in goals {
      let theme = try bench.theme(valueCount)
      report(
        try compare(
          "\(valueCount) values", theme.bundle, theme, goal: goal, notes: ["\(theme.fileCount) files"], sassc, bench))
    }
  }

  private func compare(
    _ name: String, _ bundle: String, _ theme: GeneratedTheme, goal: Double?, notes: [String], _ sassc: String,
    _ bench: Bench
  ) throws -> CaseResult {
    let command = [bench.program("livery"), "resolve", bundle]
    let baseline = [sassc, theme.sass]
    var rounds: [[Double]] = []
    var baselineRounds: [[Double]] = []
    // The first of each fills the caches and is not counted.
    for round in 0...bench.rounds {
      let own = try milliseconds(command, bench)
      let others = try milliseconds(baseline, bench)
      guard round > 0 else { continue }
      rounds.append([own])
      baselineRounds.append([others])
    }
    let measured = Distribution(rounds.flatMap { $0 })
    let reference = Distribution(baselineRounds.flatMap { $0 })
    var result = CaseResult(row: Self.name, name: name, unit: "ms", notes: notes)
    result.measured = .init(of: "livery resolve", distribution: measured)
    result.baseline = .init(of: "sassc", distribution: reference)
    result.ratios = [
      .init(
        name: "sassc / livery", of: ratios(baselineRounds, to: rounds), goal: goal.map { .atLeast($0) })
    ]
    return result
  }

  private func milliseconds(_ command: [String], _ bench: Bench) throws -> Double {
    let output = "\(bench.directory)/output"
    let child = try Child(command, output: .file(output), log: "\(bench.directory)/cold.log")
    let end = try child.wait()
    let time = now() - child.begin
    guard end.status == 0, Files.size(output) > 0 else { throw child.failure("failed") }
    return Double(time) / 1e6
  }

  /// Values of a snapshot: what is no object, or an object with a type.
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
