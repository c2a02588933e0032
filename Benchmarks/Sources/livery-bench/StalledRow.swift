// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// The effect of one subscriber that never reads on 999 others, compared with the 999 alone.
struct StalledRow: Row {
  static let name = "stalled"
  static let summary =
    "save -> 99 in 100 of 999 subscribers have it, beside one that never reads, against the 999 alone"

  private static let subscribers = 999
  private static let size = 10_000
  /// This number of messages fills the socket of a subscriber that does not read.
  private static let warmUp = 40

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let samples = bench.extent == .full ? 10 : 2
    let alone = try FanOutContestant.daemon(size: Self.size, Self.subscribers, bench, bundle: "alone")
    let beside = try FanOutContestant.daemon(size: Self.size, Self.subscribers, bench, bundle: "beside")
    defer {
      alone.stop()
      beside.stop()
    }
    // Enough messages to fill the history for returning consumers.
    for _ in 0..<3 * Self.warmUp { _ = (try alone.sample(), try beside.sample()) }
    let before = try ProcessFigures.privateMemory(beside.pid).dirty
    var rounds: [[Double]] = []
    var aloneRounds: [[Double]] = []
    var growth = 0
    for _ in 0..<bench.rounds {
      // A new one each time, since the daemon closes subscribers that do not read for half a minute.
      guard let stalled = UnixSocket.connect(beside.socket) else { throw BenchmarkError.system("connect") }
      defer { UnixSocket.close(stalled) }
      try Files.write(Subscriber.registration(selecting: ""), to: stalled)
      for _ in 0..<Self.warmUp { _ = try beside.sample() }
      var round: [Double] = []
      var aloneRound: [Double] = []
      for _ in 0..<samples {
        aloneRound.append(Double(try alone.sample().most) / 1e6)
        round.append(Double(try beside.sample().most) / 1e6)
      }
      growth = max(growth, try ProcessFigures.privateMemory(beside.pid).dirty - before)
      rounds.append(round)
      aloneRounds.append(aloneRound)
    }
    var result = CaseResult(row: Self.name, name: "10 KB", unit: "ms")
    result.measured = .init(of: "beside one", distribution: Distribution(rounds.flatMap { $0 }))
    result.baseline = .init(of: "alone", distribution: Distribution(aloneRounds.flatMap { $0 }))
    result.ratios = [
      .init(name: "beside / alone", of: ratios(rounds, to: aloneRounds), goal: .atMost(1.1)),
      .init(name: "memory written to, at most", value: Double(growth) / 1e6, unit: "MB", goal: .atMost(1)),
    ]
    result.notes = ["\(Self.warmUp) messages of 10 KB were sent to the one that does not read before each round"]
    report(result)
  }
}
