// SPDX-License-Identifier: GPL-2.0-or-later

/// A daemon with its history beside one without: the duration of a save, and the private memory after a day of edits.
struct HistoryRow: Row {
  static let name = "history"
  static let summary = "save -> Sync answered, and memory after 2,000 edits, with the history against without"

  private static let edits = 2000

  /// A daemon with a bundle of its own, one consumer, and a file that is saved.
  private final class Contestant {
    private let child: Child
    private let subscriber: SubscriberProcess
    private let connection: Int32
    private let file: SavedFile
    private var saves = 0

    init(_ theme: GeneratedTheme, generations: Int, _ bench: Bench) throws {
      let bundle = "\(theme.bundle)-history-\(generations)"
      let copy = try Child([bench.installed("cp"), "-r", theme.bundle, bundle], log: "\(bench.directory)/cp.log").wait()
      guard copy.status == 0 else { throw BenchmarkError("\(theme.bundle) cannot be copied") }
      let configuration = "\(bench.directory)/history-\(generations).json"
      try Files.write(
        #"{ "bundles": { "theme": { "path": "\#(bundle)" } }, "limits": { "history": \#(generations) } }"#,
        to: configuration)
      let socket = try bench.newSocket()
      let watch = try ListenerWatch(socket)
      child = try Child(
        [
          bench.program("liveryd"), "--socket", socket, "--state-dir", "\(bench.directory)/state-\(generations)",
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
    let with = try Contestant(theme, generations: 64, bench)
    defer { with.stop() }
    let without = try Contestant(theme, generations: 0, bench)
    defer { without.stop() }

    let saves = Self.edits / (bench.rounds + 1)
    var measured: [[Double]] = []
    var baseline: [[Double]] = []
    for round in 0...bench.rounds {
      var samples: [(with: Double, without: Double)] = []
      // The second of two saves is quicker: each daemon has both places.
      for number in 0..<saves {
        if number.isMultiple(of: 2) {
          samples.append((with: try with.sample(), without: try without.sample()))
        } else {
          let baseline = try without.sample()
          samples.append((with: try with.sample(), without: baseline))
        }
      }
      guard round > 0 else { continue }
      measured.append(samples.map(\.with))
      baseline.append(samples.map(\.without))
    }
    var save = CaseResult(row: Self.name, name: "a save in \(valueCount) values", unit: "us")
    save.measured = .init(of: "64 generations", distribution: Distribution(measured.flatMap { $0 }))
    save.baseline = .init(of: "no history", distribution: Distribution(baseline.flatMap { $0 }))
    save.ratios = [.init(name: "with / without, p50", of: ratios(measured, to: baseline), goal: .atMost(1.03))]
    report(save)

    var memory = CaseResult(
      row: Self.name, name: "memory after \(saves * (bench.rounds + 1)) edits of \(valueCount) values", unit: "MB")
    let (own, others) = (try with.memory(), try without.memory())
    memory.measured = .init(of: "64 generations", distribution: Distribution([own]))
    memory.baseline = .init(of: "no history", distribution: Distribution([others]))
    memory.ratios = [.init(name: "with / without", value: own / others, goal: .atMost(1.1))]
    report(memory)
  }
}
