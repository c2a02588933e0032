// SPDX-License-Identifier: GPL-2.0-or-later

/// The resolver alone, on declared values: the first resolution, a full one, and one after a single change.
struct ResolveRow: Row {
  static let name = "resolve"
  static let summary = "1,000,000 declared values resolved, first and on a sweep; one change with D dependents"

  /// Samples in a process, except the first resolution, which happens once.
  private static let samples = 3

  private struct Sample {
    let nanoseconds: Double
    let executed: Int
  }

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let valueCount = bench.extent == .full ? 1_000_000 : 200_000
    var rounds: [String: [[Sample]]] = [:]
    for _ in 0..<bench.rounds {
      var round: [String: [Sample]] = [:]
      for line in try bench.lines(
        of: [bench.program("livery-bench-inside"), "resolve", "\(valueCount)", "\(Self.samples)"])
      {
        let words = line.split(separator: " ")
        guard words.count == 3, let nanoseconds = Double(words[1]), let executed = Int(words[2]) else {
          throw BenchmarkError("livery-bench-inside prints `\(line)`")
        }
        round[String(words[0]), default: []].append(Sample(nanoseconds: nanoseconds, executed: executed))
      }
      for (name, samples) in round { rounds[name, default: []].append(samples) }
    }

    func each(_ name: String) -> [[Double]] {
      (rounds[name] ?? []).map { $0.map { $0.nanoseconds / Double(max($0.executed, 1)) } }
    }
    for (name, title, goal) in [("first", "the first time", 600.0), ("sweep", "all of it anew", 400.0)] {
      var result = CaseResult(row: Self.name, name: "\(valueCount) values, \(title)", unit: "ns a value")
      result.measured = .init(of: "resolver", distribution: Distribution(each(name).flatMap { $0 }))
      result.baseline = .init(of: "dictionary walk", distribution: Distribution(each("walk").flatMap { $0 }))
      result.ratios = [
        .init(
          name: "a value", of: Distribution(each(name).map { Distribution($0).median }), unit: "ns", goal: .atMost(goal)
        ),
        .init(name: "dictionary walk / resolver", of: ratios(each("walk"), to: each(name))),
      ]
      result.notes = ["values executed: \(executed(rounds[name]))"]
      report(result)
    }
    for (dependents, goal) in [(1, 60.0), (1_000, nil), (100_000, 5_000)] as [(Int, Double?)] {
      guard let samples = rounds["change-\(dependents)"] else { continue }
      let times = samples.map { $0.map { $0.nanoseconds / 1e3 } }
      var result = CaseResult(
        row: Self.name, name: "one change with \(dependents) dependents in \(valueCount)", unit: "us")
      result.measured = .init(of: "resolver", distribution: Distribution(times.flatMap { $0 }))
      result.ratios = [
        .init(
          name: "time", of: Distribution(times.map { Distribution($0).median }), unit: "us",
          goal: goal.map { .atMost($0) })
      ]
      result.notes = ["values executed beside the changed one: \(executed(samples))"]
      report(result)
    }
  }

  private func executed(_ rounds: [[Sample]]?) -> String {
    Set((rounds ?? []).joined().map(\.executed)).sorted().map { "\($0)" }.joined(separator: ", ")
  }
}
