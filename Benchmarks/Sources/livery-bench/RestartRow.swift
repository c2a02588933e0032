// SPDX-License-Identifier: GPL-2.0-or-later

/// What an upgrade of the package costs: the end of a daemon after SIGTERM, and the next start until it answers with the bundle
/// loaded, beside the first start of all. Only a later start compares the bundle with that of the run before.
struct RestartRow: Row {
  static let name = "restart"
  static let summary =
    "the end of liveryd after SIGTERM, and its next start -> a call is answered, against its first start"

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let values = bench.extent == .full ? 100_000 : 1_000
    let theme = try bench.theme(values)
    var first: [[Double]] = []
    var next: [[Double]] = []
    var end: [Double] = []
    // The first round fills the caches and is not counted.
    for round in 0...bench.rounds {
      let state = "\(bench.directory)/state-restart-\(round)"
      let sample = try Sample(theme.bundle, state: state, bench)
      let later = try Sample(theme.bundle, state: state, bench)
      if round == 0 { continue }
      first.append([sample.answered])
      next.append([later.answered])
      end += [sample.ended, later.ended]
    }
    var start = CaseResult(row: Self.name, name: "\(values) values, first answer", unit: "ms")
    start.measured = .init(of: "liveryd again", distribution: Distribution(next.flatMap { $0 }))
    start.baseline = .init(of: "liveryd first", distribution: Distribution(first.flatMap { $0 }))
    start.ratios = [.init(name: "again / first", of: ratios(next, to: first), goal: .atMost(1.15))]
    report(start)
    var stop = CaseResult(row: Self.name, name: "\(values) values, end", unit: "ms")
    stop.measured = .init(of: "liveryd", distribution: Distribution(end))
    report(stop)
  }

  /// Milliseconds of one run of the daemon.
  private struct Sample {
    /// From before its start.
    let answered: Double
    /// From SIGTERM until it is gone.
    let ended: Double

    init(_ bundle: String, state: String, _ bench: Bench) throws {
      let socket = try bench.newSocket()
      let watch = try ListenerWatch(socket)
      let child = try bench.daemon(bundle, socket: socket, state: state)
      let connection = try watch.connect()
      try UnixSocket.call("io.livery.Theme.Sync", on: connection)
      answered = Double(now() - child.begin) / 1e6
      UnixSocket.close(connection)
      let end = now()
      child.stop()
      ended = Double(now() - end) / 1e6
    }
  }
}
