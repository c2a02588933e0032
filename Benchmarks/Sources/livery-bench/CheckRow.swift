// SPDX-License-Identifier: GPL-2.0-or-later

/// `livery check` with all its findings in a file, compared with `livery resolve` of the same bundle.
struct CheckRow: Row {
  static let name = "check"
  static let summary = "exec of `livery check` -> exit with all findings, against `livery resolve` of the same bundle"

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let count = bench.extent == .full ? 100_000 : 10_000
    let tokens = try TokenTheme(tokenCount: count + 1, directory: bench.newBundle("check"))
    report(try compare("\(tokens.tokenCount) design tokens", tokens.bundle, goal: nil, bench))
    report(try compare("\(count) values", bench.theme(count).bundle, goal: nil, bench))
  }

  func compare(_ name: String, _ bundle: String, goal: Double?, _ bench: Bench) throws -> CaseResult {
    let (check, resolve) = ([bench.program("livery"), "check", bundle], [bench.program("livery"), "resolve", bundle])
    var count = ""
    var rounds: (check: [[Double]], resolve: [[Double]]) = ([], [])
    // The first run of each fills the caches and is not counted.
    for round in 0...bench.rounds {
      let checked = try bench.milliseconds(of: check)
      if round == 0 { count = try countLine(bench.output, of: bundle) }
      let resolved = try bench.milliseconds(of: resolve)
      guard round > 0 else { continue }
      rounds.check.append([checked])
      rounds.resolve.append([resolved])
    }
    var result = CaseResult(row: Self.name, name: name, unit: "ms")
    result.measured = .init(of: "livery check", distribution: Distribution(rounds.check.flatMap { $0 }))
    result.baseline = .init(of: "livery resolve", distribution: Distribution(rounds.resolve.flatMap { $0 }))
    result.ratios = [
      .init(
        name: "check / resolve", of: ratios(rounds.check, to: rounds.resolve), goal: goal.map { .atMost($0) })
    ]
    result.notes = [count]
    return result
  }

  /// The line that counts the findings, among the last ones: `NAME: 12 warnings, 3 infos`.
  private func countLine(_ output: String, of bundle: String) throws -> String {
    let end = String(decoding: try Files.read(output).utf8.suffix(300), as: UTF8.self)
    let name = bundle.split(separator: "/").last ?? ""
    return end.split(separator: "\n").first { $0.hasPrefix("\(name): ") }.map(String.init) ?? "no count"
  }
}
