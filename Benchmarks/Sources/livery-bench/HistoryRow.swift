// SPDX-License-Identifier: GPL-2.0-or-later

/// A daemon with its history beside one without: the duration of a save, and the private memory after a day of edits.
struct HistoryRow: Row {
  static let name = "history"
  static let summary = "save -> Sync answered, and memory after 2,000 edits, with the history against without"

  private static let edits = 2000
  private static let warmUps = 50
  private static let savesOfARound = 200

  /// A daemon with the default history, one without, and a second one without, which shows how exact the comparison is.
  private enum Kind: String, CaseIterable { case history, none, control }

  /// A daemon with a bundle of its own, one consumer, and a file that is saved.
  private final class Contestant {
    private let child: Child
    private let subscriber: SubscriberProcess
    private let connection: Int32
    private let file: SavedFile
    private var saves = 0

    init(_ theme: GeneratedTheme, _ kind: Kind, round: Int, _ bench: Bench) throws {
      let name = "\(kind.rawValue)-\(round)"
      let generations = kind == .history ? 64 : 0
      let bundle = "\(theme.bundle)-\(name)"
      let copy = try Child([bench.installed("cp"), "-r", theme.bundle, bundle], log: "\(bench.directory)/cp.log").wait()
      guard copy.status == 0 else { throw BenchmarkError("\(theme.bundle) cannot be copied") }
      let configuration = "\(bench.directory)/history-\(name).json"
      try Files.write(
        #"{ "bundles": { "theme": { "path": "\#(bundle)" } }, "limits": { "history": \#(generations) } }"#,
        to: configuration)
      let socket = try bench.newSocket()
      let watch = try ListenerWatch(socket)
      child = try Child(
        [
          bench.program("liveryd"), "--socket", socket, "--state-dir", "\(bench.directory)/state-\(name)",
          "--log-level", "error", "--config", configuration,
        ], log: "\(bench.directory)/liveryd.log")
      connection = try watch.connect()
      subscriber = try SubscriberProcess(socket: socket, pattern: "", bench)
      let path = "\(bundle)/\(RedbeardWriter.editedName)"
      file = try SavedFile(path, text: Files.read(path), staging: "\(bench.directory)/staged")
    }

    /// Microseconds from the save to the answer of `Sync`.
    func sample() throws -> Double {
      saves += 1
      let begin = try file.save(.inPlace, saves)
      try UnixSocket.call("io.livery.Theme.Sync", on: connection)
      return Double(now() - begin) / 1e3
    }

    /// Megabytes.
    func memory() throws -> Double {
      let memory = try ProcessFigures.privateMemory(child.pid)
      return Double(memory.clean + memory.dirty) / 1e6
    }

    func stop() {
      UnixSocket.close(connection)
      subscriber.stop()
      child.stop()
    }
  }

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let valueCount = bench.extent == .full ? 100_000 : 1_000
    let theme = try bench.theme(valueCount)
    // Two daemons of one configuration differ by some percent, by where their memory lies: each round has daemons of its own.
    var measured: [[Double]] = []
    var baseline: [[Double]] = []
    var control: [[Double]] = []
    for round in 0..<bench.rounds {
      let daemons = try Kind.allCases.map { try Contestant(theme, $0, round: round, bench) }
      defer { for daemon in daemons { daemon.stop() } }
      var samples = daemons.map { _ in [Double]() }
      for number in 0..<(Self.warmUps + Self.savesOfARound) {
        // The second of several saves is quicker: each daemon has each place.
        for place in daemons.indices {
          let index = (place + number) % daemons.count
          let sample = try daemons[index].sample()
          if number >= Self.warmUps { samples[index].append(sample) }
        }
      }
      measured.append(samples[0])
      baseline.append(samples[1])
      control.append(samples[2])
    }
    var save = CaseResult(row: Self.name, name: "a save in \(valueCount) values", unit: "us")
    save.measured = .init(of: "64 generations", distribution: Distribution(measured.flatMap { $0 }))
    save.baseline = .init(of: "no history", distribution: Distribution(baseline.flatMap { $0 }))
    save.ratios = [
      .init(name: "with / without, p50", of: ratios(measured, to: baseline), goal: .atMost(1.03)),
      .init(name: "without / without", of: ratios(control, to: baseline)),
    ]
    report(save)

    let with = try Contestant(theme, .history, round: bench.rounds, bench)
    defer { with.stop() }
    let without = try Contestant(theme, .none, round: bench.rounds, bench)
    defer { without.stop() }
    for _ in 0..<Self.edits {
      _ = try with.sample()
      _ = try without.sample()
    }
    var memory = CaseResult(
      row: Self.name, name: "memory after \(Self.edits) edits of \(valueCount) values", unit: "MB")
    let (own, others) = (try with.memory(), try without.memory())
    memory.measured = .init(of: "64 generations", distribution: Distribution([own]))
    memory.baseline = .init(of: "no history", distribution: Distribution([others]))
    memory.ratios = [.init(name: "with / without", value: own / others, goal: .atMost(1.1))]
    report(memory)
  }
}
