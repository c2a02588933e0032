// SPDX-License-Identifier: GPL-2.0-or-later

/// A save that changes one colour in a theme of one huge file, compared with `sass --watch` on the same theme as one file.
struct EditRow: Row {
  static let name = "edit"
  static let summary = "save of one file of 100,000 values -> delta read, against `sass --watch` (CSS written)"

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let valueCount = bench.extent == .full ? 100_000 : 10_000
    let theme = try bench.singleFileTheme(valueCount)
    let daemon = try SaveContestant.single(theme, valueCount, bench)
    defer { daemon.stop() }
    let file = try SavedFile(theme.sass, wholeText: Files.read(theme.sass), staging: "\(bench.directory)/staged")
    let sass = try SassWatch(main: theme.sass, edited: file, bench)
    defer { sass.stop() }
    _ = (try daemon.sample(.inPlace), try sass.sample())
    var rounds: [[Double]] = []
    var sassRounds: [[Double]] = []
    for _ in 0..<bench.rounds {
      rounds.append(try (0..<5).map { _ in try daemon.sample(.inPlace) / 1e3 })
      sassRounds.append([try sass.sample()])
    }
    report(
      CaseResult(
        row: Self.name, name: "\(valueCount) values in one file", rounds: rounds,
        baseline: ("sass --watch", sassRounds),
        goal: .atLeast(1_000),
        notes: ["\(theme.byteCount) bytes of JSON, all of which are written and read"] + sass.notes
      ))
  }
}
