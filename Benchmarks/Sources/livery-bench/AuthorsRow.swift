// SPDX-License-Identifier: GPL-2.0-or-later

/// From the save of a file until the waiting program has the result, compared with today's tools of theme authors: `sass
/// --watch`, which compiles everything, and watchman, which reports changed files only.
struct AuthorsRow: Row {
  static let name = "authors"
  static let summary = "save in 100,000 values -> delta read, against `sass --watch` (CSS written) and watchman (told)"

  private static let valueCount = 100_000
  private static let warmUp = 10

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let valueCount = bench.extent == .full ? Self.valueCount : 1_000
    let theme = try bench.theme(valueCount)
    let daemon = try SaveContestant.generated(valueCount, pattern: "", bench)
    defer { daemon.stop() }
    try compare(
      daemon, "sass --watch", goal: 3_000, samples: 1,
      notes: ["sass reads \(theme.fileCount) partials and writes one file of CSS"], bench, report
    ) {
      let source = theme.sassEdited
      let file = try SavedFile(source, wholeText: Files.read(source), staging: "\(bench.directory)/staged")
      return try SassWatch(main: theme.sass, edited: file, bench)
    }
    try compare(
      daemon, "watchman", goal: nil, samples: 10, notes: ["with its default settle of 20 ms; it reads no file"], bench,
      report
    ) {
      let bundle = try bench.newBundle("watchman-\(valueCount)")
      _ = try RedbeardWriter(ThemeSketch(valueCount: valueCount), directory: bundle)
      return try Watchman(bundle, edited: RedbeardWriter.editedName, bench)
    }
  }

  private func compare(
    _ daemon: SaveContestant, _ name: String, goal: Double?, samples: Int, notes: [String], _ bench: Bench,
    _ report: (CaseResult) -> Void, _ start: () throws -> any Competitor
  ) throws {
    do {
      let other = try start()
      defer { other.stop() }
      for _ in 0..<Self.warmUp { _ = try daemon.sample(.inPlace) }
      _ = try other.sample()
      var rounds: [[Double]] = []
      var otherRounds: [[Double]] = []
      for _ in 0..<bench.rounds {
        rounds.append(try (0..<20).map { _ in try daemon.sample(.inPlace) / 1e3 })
        otherRounds.append(try (0..<samples).map { _ in try other.sample() })
      }
      report(
        CaseResult(
          row: Self.name, name: "\(daemon.name), against \(name)", rounds: rounds, baseline: (name, otherRounds),
          goal: goal.map { .atLeast($0) }, notes: notes + other.notes))
    } catch {
      report(CaseResult(row: Self.name, name: "against \(name)", unit: "ms", failure: "\(error)"))
    }
  }
}

/// A third-party program that reacts to a save.
protocol Competitor {
  var notes: [String] { get }
  /// Milliseconds from a save to its result.
  func sample() throws -> Double
  func stop()
}

extension CaseResult {
  /// Milliseconds of liveryd and of a baseline, round by round, with their ratio.
  init(
    row: String, name: String, rounds: [[Double]], baseline: (name: String, rounds: [[Double]]), goal: Ratio.Bound?,
    notes: [String]
  ) {
    self.init(row: row, name: name, unit: "ms", notes: notes)
    measured = .init(of: "liveryd", distribution: Distribution(rounds.flatMap { $0 }))
    self.baseline = .init(of: baseline.name, distribution: Distribution(baseline.rounds.flatMap { $0 }))
    ratios = [
      .init(
        name: "\(baseline.name) / liveryd", of: livery_bench.ratios(baseline.rounds, to: rounds), goal: goal)
    ]
  }
}
