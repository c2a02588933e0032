// SPDX-License-Identifier: GPL-2.0-or-later

/// Save of a 2 KB file -> delta read by a subscriber in a process of its own, in bundles of several sizes, against the C floor.
struct SaveRow: Row {
  static let name = "save"
  static let summary = "save of a 2 KB file -> delta read in another process, against inotify -> read -> write in C"

  /// Beyond this number of values, a whole snapshot does not fit into one message.
  private static let largestWhole = 100_000
  private static let warmUp = 20
  private static let dependents = 1_000
  /// A median of the floor in microseconds above which the machine is busy: the ratios then look better than they are.
  private static let busyFloor = 80.0

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let sizes = bench.extent == .full ? [1_000, 100_000, 1_000_000] : [1_000, 100_000]
    let samples = bench.extent == .full ? 60 : 10
    var contestants: [SaveContestant] = []
    defer { for contestant in contestants { contestant.stop() } }
    contestants.append(try .floor(bench))
    contestants.append(try .aurora(bench))
    contestants.append(try .auroraAccent(bench))
    for size in sizes {
      do {
        contestants.append(try .generated(size, pattern: size > Self.largestWhole ? "styles/edited" : "", bench))
      } catch {
        report(CaseResult(row: Self.name, name: "\(size) values", unit: "us", failure: "\(error)"))
      }
    }

    contestants.append(try .dependents(Self.dependents, in: sizes[1], bench))

    for manner in SavedFile.Manner.allCases {
      for contestant in contestants {
        for _ in 0..<Self.warmUp { _ = try contestant.sample(manner) }
      }
      var rounds = [[[Double]]](repeating: [], count: contestants.count)
      for _ in 0..<bench.rounds {
        for (index, contestant) in contestants.enumerated() {
          rounds[index].append(try (0..<samples).map { _ in try contestant.sample(manner) })
        }
      }
      for index in contestants.indices.dropFirst() {
        report(result(manner, contestants, rounds, index))
      }
    }
    if bench.extent == .quick {
      report(CaseResult(row: Self.name, name: "1000000 values", unit: "us", failure: "left out of a quick run"))
    }
  }

  private func result(
    _ manner: SavedFile.Manner, _ contestants: [SaveContestant], _ rounds: [[[Double]]], _ index: Int
  ) -> CaseResult {
    let floor = Distribution(rounds[0].flatMap { $0 })
    let measured = Distribution(rounds[index].flatMap { $0 })
    let contestant = contestants[index]
    let goal: CaseResult.Ratio.Bound? =
      contestant.valueCount == 100_000 ? .atMost(3) : contestant.name.contains("accent") ? .atMost(5) : nil
    var result = CaseResult(row: Self.name, name: "\(contestant.name), \(manner.rawValue)", unit: "us")
    result.measured = .init(of: "liveryd", distribution: measured)
    result.baseline = .init(of: "c-floor", distribution: floor)
    result.ratios.append(
      .init(
        name: "p50 / floor p50", of: ratios(rounds[index], to: rounds[0]), goal: goal))
    if let p99 = measured.p99 {
      result.ratios.append(
        .init(
          name: "p99 / floor p50", value: p99 / floor.median, goal: contestant.valueCount == 100_000 ? .atMost(7) : nil
        ))
    }
    if let small = contestants.firstIndex(where: { $0.valueCount == 1_000 }), small != index,
      contestant.valueCount != nil
    {
      result.ratios.append(
        .init(
          name: "p50 / p50 of 1000 values", of: ratios(rounds[index], to: rounds[small]),
          goal: contestant.valueCount == 1_000_000 ? .atMost(1.5) : nil))
    }
    if contestant.dependents > 0, let one = contestants.firstIndex(where: { $0.valueCount == 100_000 }) {
      let further = zip(rounds[index], rounds[one]).map {
        (Distribution($0).median - Distribution($1).median) / Double(contestant.dependents)
      }
      result.ratios.append(
        .init(name: "each further value", of: Distribution(further), unit: "us", goal: .atMost(2)))
    }
    result.notes = contestant.notes
    if floor.median > Self.busyFloor {
      result.notes.append(
        "the floor's p50 is above \(short(Self.busyFloor)) us: this machine is busy, and flatters the ratios")
    }
    return result
  }
}
