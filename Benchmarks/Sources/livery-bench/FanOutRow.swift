// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// Save of a file -> the last of 1,000 subscribers has the whole message, against a loop of write(2) in C and redis.
struct FanOutRow: Row {
  static let name = "fanout"
  static let summary = "save -> the last of 1,000 subscribers has the message, against a C write loop and redis pub/sub"

  static let subscribers = 1_000
  private static let warmUp = 3

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let cases: [(name: String, size: Int, samples: Int, floor: Double?, redis: Double?)] = [
      ("200 B", 200, 20, 1.15, nil), ("10 KB", 10_000, 10, 1.15, nil), ("1 MB", 1_000_000, 1, nil, 8),
    ]
    for each in cases {
      do {
        let samples = bench.extent == .full ? each.samples : 1
        for result in try compare(each.name, each.size, samples, each.floor, each.redis, bench) { report(result) }
      } catch {
        report(CaseResult(row: Self.name, name: each.name, unit: "ms", failure: "\(error)"))
      }
    }
  }

  private func compare(
    _ name: String, _ size: Int, _ samples: Int, _ floorGoal: Double?, _ redisGoal: Double?, _ bench: Bench
  ) throws -> [CaseResult] {
    let daemon = try FanOutContestant.daemon(size: size, Self.subscribers, bench)
    defer { daemon.stop() }
    let length = try daemon.length()
    let floor = try FanOutContestant.floor(size: size, length: length, Self.subscribers, bench)
    defer { floor.stop() }
    let redis = Result { try FanOutContestant.redis(length: length, Self.subscribers, bench) }
    defer { try? redis.get().stop() }
    let contestants = [daemon, floor] + ((try? redis.get()).map { [$0] } ?? [])

    for contestant in contestants {
      for _ in 0..<Self.warmUp { _ = try contestant.sample() }
    }
    var rounds = [[[Double]]](repeating: [], count: contestants.count)
    for _ in 0..<bench.rounds {
      for (index, contestant) in contestants.enumerated() {
        rounds[index].append(try (0..<samples).map { _ in Double(try contestant.sample().all) / 1e6 })
      }
    }

    let measured = Distribution(rounds[0].flatMap { $0 })
    func result(_ index: Int, _ other: String, _ measuredRatios: CaseResult.Ratio...) -> CaseResult {
      var result = CaseResult(row: Self.name, name: "\(name), against \(other)", unit: "ms")
      result.measured = .init(of: "liveryd", distribution: measured)
      result.baseline = .init(of: other, distribution: Distribution(rounds[index].flatMap { $0 }))
      result.ratios = measuredRatios
      result.notes = ["messages of \(length) bytes on all sides"]
      return result
    }
    var results = [
      result(
        1, "c-fanout",
        .init(
          name: "liveryd / c-fanout", of: ratios(rounds[0], to: rounds[1]),
          goal: floorGoal.map { .atMost($0) }))
    ]
    switch redis {
    case .success:
      results.append(
        result(
          2, "redis",
          .init(
            name: "redis / liveryd", of: ratios(rounds[2], to: rounds[0]), goal: redisGoal.map { .atLeast($0) }),
          .init(name: "redis / c-fanout", of: ratios(rounds[2], to: rounds[1]))))
    case .failure(let error):
      results.append(CaseResult(row: Self.name, name: "\(name), against redis", unit: "ms", failure: "\(error)"))
    }
    return results
  }
}
