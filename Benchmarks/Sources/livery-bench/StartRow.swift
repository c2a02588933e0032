// SPDX-License-Identifier: GPL-2.0-or-later

/// Exec of `liveryd` on a tiny bundle until its socket takes a connection, against a C program that binds and listens.
struct StartRow: Row {
  static let name = "start"
  static let summary = "exec of liveryd on a tiny bundle -> its socket takes a connection, against bind and listen in C"

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let theme = try bench.theme(100)
    let samples = bench.extent == .full ? 30 : 5
    let own = { (socket: String) in
      [
        bench.program("liveryd"), "--socket", socket, "--state-dir", "\(bench.directory)/state", "--log-level", "error",
        theme.bundle,
      ]
    }
    let floor = { (socket: String) in [bench.baseline("c-listen"), socket] }
    var rounds: [[Double]] = []
    var floorRounds: [[Double]] = []
    // The first round fills the caches and is not counted.
    for round in 0...bench.rounds {
      let measured = try (0..<samples).map { _ in try sample(own, bench) }
      let reference = try (0..<samples).map { _ in try sample(floor, bench) }
      guard round > 0 else { continue }
      rounds.append(measured)
      floorRounds.append(reference)
    }
    let measured = Distribution(rounds.flatMap { $0 })
    let reference = Distribution(floorRounds.flatMap { $0 })
    var result = CaseResult(row: Self.name, name: "100 values", unit: "us")
    result.measured = .init(of: "liveryd", distribution: measured)
    result.baseline = .init(of: "c-listen", distribution: reference)
    result.ratios = [
      .init(
        name: "p50 / floor p50", of: ratios(rounds, to: floorRounds), goal: .atMost(3))
    ]
    report(result)
  }

  /// Microseconds.
  private func sample(_ arguments: (String) -> [String], _ bench: Bench) throws -> Double {
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    let child = try Child(arguments(socket), log: "\(bench.directory)/start.log")
    let connection = try watch.connect()
    let time = now() - child.begin
    UnixSocket.close(connection)
    child.stop()
    return Double(time) / 1e3
  }
}
