// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// From the exec of `liveryd` on a tiny bundle until its socket accepts a connection, and until it answers a call on it,
/// compared with a C program that binds and listens.
///
/// The started program runs on one processor, and the waiting program spins on a second one. A program that sleeps until the
/// socket exists is woken between bind(2) and listen(2). It may take the processor from the program that is about to listen,
/// and on a virtual machine it wakes a millisecond late.
struct StartRow: Row {
  static let name = "start"
  static let summary =
    "exec of liveryd on a tiny bundle -> its socket takes a connection -> a call is answered, against bind and listen in C"

  /// Microseconds since before the start of the program.
  private struct Sample {
    var connected: Double
    var answered = 0.0
  }

  private struct Case {
    let name: String
    let bundle: String
    let goal: CaseResult.Ratio.Bound?
    var rounds: [[Sample]] = []
  }

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let samples = bench.extent == .full ? 30 : 5
    var cases = [
      Case(name: "empty bundle", bundle: try bench.emptyBundle(), goal: .atMost(3.4)),
      Case(name: "100 values", bundle: try bench.theme(100).bundle, goal: nil),
    ]
    var floor: [[Sample]] = []
    // The first round fills the caches and is not counted.
    for round in 0...bench.rounds {
      let reference = try (0..<samples).map { _ in try listening(bench) }
      if round > 0 { floor.append(reference) }
      for index in cases.indices {
        let measured = try (0..<samples).map { _ in try serving(cases[index].bundle, bench) }
        if round > 0 { cases[index].rounds.append(measured) }
      }
    }
    for one in cases {
      report(result(one, "connected", \.connected, floor, goal: one.goal))
      report(result(one, "first answer", \.answered, floor, goal: nil))
    }
  }

  private func result(
    _ one: Case, _ what: String, _ time: (Sample) -> Double, _ floor: [[Sample]], goal: CaseResult.Ratio.Bound?
  ) -> CaseResult {
    let rounds = one.rounds.map { $0.map(time) }
    let reference = floor.map { $0.map(\.connected) }
    var result = CaseResult(row: Self.name, name: "\(one.name), \(what)", unit: "us")
    result.measured = .init(of: "liveryd", distribution: Distribution(rounds.flatMap { $0 }))
    result.baseline = .init(of: "c-listen", distribution: Distribution(reference.flatMap { $0 }))
    result.ratios = [.init(name: "p50 / floor p50", of: ratios(rounds, to: reference), goal: goal)]
    return result
  }

  private func serving(_ bundle: String, _ bench: Bench) throws -> Sample {
    try sample(bench) {
      try bench.daemon(bundle, socket: $0)
    } then: { connection, child in
      try UnixSocket.call("io.livery.Theme.Resolve", on: connection)
      return Double(now() - child.begin) / 1e3
    }
  }

  private func listening(_ bench: Bench) throws -> Sample {
    try sample(bench) { try Child([bench.baseline("c-listen"), $0], log: "\(bench.directory)/start.log") }
  }

  private func sample(
    _ bench: Bench, _ start: (String) throws -> Child, then ask: (Int32, Child) throws -> Double = { _, _ in 0 }
  ) throws -> Sample {
    let socket = try bench.newSocket()
    let processors = try Processors.current()
    defer { try? processors.use() }
    try processors.ends.first.use()
    let child = try start(socket)
    try processors.ends.last.use()
    let connection = try connected(socket, since: child.begin)
    var sample = Sample(connected: Double(now() - child.begin) / 1e3)
    sample.answered = try ask(connection, child)
    UnixSocket.close(connection)
    child.stop()
    return sample
  }

  private func connected(_ socket: String, since begin: Int) throws -> Int32 {
    while now() - begin < 30_000_000_000 {
      if let connection = UnixSocket.connect(socket) { return connection }
      // For machines with one processor.
      sched_yield()
    }
    throw BenchmarkError("no process listens at \(socket) after 30 s")
  }
}
