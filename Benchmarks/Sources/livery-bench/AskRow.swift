// SPDX-License-Identifier: GPL-2.0-or-later

/// A command that asks the running daemon for a whole theme, beside the same command that reads and resolves all files itself: the
/// client has the theme to read, and nothing to resolve.
struct AskRow: Row {
  static let name = "ask"
  static let summary =
    "exec of `livery export css` that asks a running daemon -> exit, against one that reads the files"

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let values = bench.extent == .full ? 100_000 : 1_000
    let bundle = try bench.theme(values).bundle
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    let daemon = try bench.daemon(bundle, socket: socket)
    defer { daemon.stop() }
    let connection = try watch.connect()
    defer { UnixSocket.close(connection) }
    try UnixSocket.call("io.livery.Theme.Sync", on: connection)

    let command = [bench.program("livery"), "export", "css"]
    var asked: [[Double]] = []
    var read: [[Double]] = []
    // The first round fills the caches and is not counted.
    for round in 0...bench.rounds {
      let samples = try (0..<3).map { _ in
        (
          try bench.milliseconds(of: command + ["--socket", socket]),
          // No daemon in the usual places serves this bundle.
          try bench.milliseconds(of: command + [bundle])
        )
      }
      if round == 0 { continue }
      asked.append(samples.map(\.0))
      read.append(samples.map(\.1))
    }
    var result = CaseResult(row: Self.name, name: "CSS of \(values) values", unit: "ms")
    result.measured = .init(of: "of a daemon", distribution: Distribution(asked.flatMap { $0 }))
    result.baseline = .init(of: "of the files", distribution: Distribution(read.flatMap { $0 }))
    result.ratios = [.init(name: "daemon / files", of: ratios(asked, to: read))]
    report(result)
  }
}
