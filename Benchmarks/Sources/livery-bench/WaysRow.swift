// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// The speed of each way of sending to 1,000 sockets, compared with redis in the same run, and its cost on both sides: the
/// bounds for `fanout`.
struct WaysRow: Row {
  static let name = "ways"
  static let summary = "ways to send to 1,000 sockets, against redis pub/sub: how far fanout could go"

  private static let warmUp = 3

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let samples = bench.extent == .full ? 10 : 1
    for (name, length) in [("200 B", 292), ("10 KB", 10_000)] {
      do {
        for result in try compare(name, length, samples, bench) { report(result) }
      } catch {
        report(CaseResult(row: Self.name, name: name, unit: "ms", failure: "\(error)"))
      }
    }
  }

  private func compare(_ name: String, _ length: Int, _ samples: Int, _ bench: Bench) throws -> [CaseResult] {
    let redis = try FanOutContestant.redis(length: length, FanOutRow.subscribers, bench)
    defer { redis.stop() }
    var ways: [(name: String, contestant: FanOutContestant)] = []
    defer { for way in ways { way.contestant.stop() } }
    ways.append(("c-fanout", try .floor(size: length, length: length, FanOutRow.subscribers, bench)))
    for way in ["copy", "ring", "pages", "same"] {
      ways.append(
        ("c-ways \(way)", try .floor("c-ways", way: way, size: length, length: length, FanOutRow.subscribers, bench)))
    }
    let contestants = [redis] + ways.map(\.contestant)
    for contestant in contestants {
      for _ in 0..<Self.warmUp { _ = try contestant.sample() }
    }

    var rounds = [[[Double]]](repeating: [], count: contestants.count)
    var sending = [[Double]](repeating: [], count: contestants.count)
    var reading = sending
    for _ in 0..<bench.rounds {
      for (index, contestant) in contestants.enumerated() {
        let before = try contestant.runTimes()
        rounds[index].append(try (0..<samples).map { _ in Double(try contestant.sample().all) / 1e6 })
        let after = try contestant.runTimes()
        sending[index].append(Double(after.sender - before.sender) / Double(samples) / 1e6)
        reading[index].append(Double(after.readers - before.readers) / Double(samples) / 1e6)
      }
    }

    return ways.indices.map { way in
      var result = CaseResult(row: Self.name, name: "\(name), \(ways[way].name)", unit: "ms")
      result.measured = .init(of: ways[way].name, distribution: Distribution(rounds[way + 1].flatMap { $0 }))
      result.baseline = .init(of: "redis", distribution: Distribution(rounds[0].flatMap { $0 }))
      result.ratios = [
        .init(name: "redis / \(ways[way].name)", of: ratios(rounds[0], to: rounds[way + 1])),
        .init(name: "processor time to send", of: Distribution(sending[way + 1]), unit: "ms"),
        .init(name: "processor time to read", of: Distribution(reading[way + 1]), unit: "ms"),
      ]
      return result
    }
  }
}
