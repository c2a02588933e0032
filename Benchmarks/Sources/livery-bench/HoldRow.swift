// SPDX-License-Identifier: GPL-2.0-or-later

/// A save with a mistake, after which the last good state is kept, compared with the same save without it: from close(2) to
/// the answer of `Sync`, before which both are published.
struct HoldRow: Row {
  static let name = "hold"
  static let summary = "save with a slip -> Sync answered, against the same save without it"

  private static let slips = [
    (name: "a bad colour", slip: SavedFile.Slip.badColor), (name: "a file that cannot be parsed", .unclosed),
  ]

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let valueCount = bench.extent == .full ? 100_000 : 1_000
    let theme = try bench.theme(valueCount)
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    let daemon = try bench.daemon(theme.bundle, socket: socket)
    defer { daemon.stop() }
    let connection = try watch.connect()
    defer { UnixSocket.close(connection) }
    let subscriber = try SubscriberProcess(socket: socket, pattern: "", bench)
    defer { subscriber.stop() }
    let path = "\(theme.bundle)/\(RedbeardWriter.editedName)"
    let text = try Files.read(path)
    let file = try SavedFile(path, text: text, staging: "\(bench.directory)/staged")
    // The rows that follow begin with the same theme.
    defer { try? Files.write(text, to: path) }

    var saves = 0
    func sample(_ slip: SavedFile.Slip?) throws -> Double {
      saves += 1
      let begin = try file.save(.inPlace, saves, slip)
      try UnixSocket.call("io.livery.Theme.Sync", on: connection)
      return Double(now() - begin) / 1e3
    }
    for (name, slip) in Self.slips {
      var good: [[Double]] = []
      var held: [[Double]] = []
      for round in 0...bench.rounds {
        var pairs: [(good: Double, held: Double)] = []
        for _ in 0..<(bench.extent == .full ? 60 : 10) {
          // The end of a hold is not measured.
          _ = try sample(nil)
          pairs.append((good: try sample(nil), held: try sample(slip)))
        }
        guard round > 0 else { continue }
        good.append(pairs.map(\.good))
        held.append(pairs.map(\.held))
      }
      var result = CaseResult(row: Self.name, name: "\(name) in \(valueCount) values", unit: "us")
      result.measured = .init(of: "with the slip", distribution: Distribution(held.flatMap { $0 }))
      result.baseline = .init(of: "without it", distribution: Distribution(good.flatMap { $0 }))
      result.ratios = [.init(name: "with / without, p50", of: ratios(held, to: good), goal: .atMost(1.3))]
      report(result)
    }
  }
}
