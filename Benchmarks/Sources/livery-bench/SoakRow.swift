// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// A hundred thousand edits of one daemon: whether its saves become slower, or its memory grows.
///
/// The bundle has 50 files of 40 tokens. An edit replaces one of the files: values change, and now and then a token gets a name
/// that was never there. Time and memory of each 2,000 edits go to standard error while the row runs.
struct SoakRow: Row {
  static let name = "soak"
  static let summary = "100,000 edits: the last ones against the first ones, in time and in private memory"

  private static let fileCount = 50
  private static let tokensOfAFile = 40
  private static let reported = 2_000

  /// What a stretch of edits took.
  private struct Stretch {
    let times: Distribution
    /// In bytes, written to.
    let memory: Int
  }

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let edits = bench.extent == .full ? 100_000 : 4 * Self.reported
    var bundle = try EditedBundle(bench.newBundle("soak"), staging: "\(bench.directory)/soak-staging")
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    let child = try bench.daemon(bundle.directory, socket: socket)
    defer { child.stop() }
    UnixSocket.close(try watch.connect())
    let subscriber = try SubscriberProcess(socket: socket, pattern: "", bench)
    defer { subscriber.stop() }
    _ = try subscriber.next()
    // The first edits fill caches and tables.
    for _ in 0..<Self.reported { _ = try edit(&bundle, subscriber) }

    var stretches: [Stretch] = []
    for number in 1...edits / Self.reported {
      let times = Distribution(try (0..<Self.reported).map { _ in try edit(&bundle, subscriber) })
      let stretch = Stretch(times: times, memory: try ProcessFigures.privateMemory(child.pid).dirty)
      stretches.append(stretch)
      let line =
        "  \(number * Self.reported) edits: p50 \(short(times.median)) us, \(short(Double(stretch.memory) / 1e6)) MB\n"
      try Files.write(Array(line.utf8), to: STDERR_FILENO)
    }
    guard let first = stretches.first, let last = stretches.last else { return }
    var result = CaseResult(
      row: Self.name, name: "\(edits) edits of \(Self.fileCount * Self.tokensOfAFile) tokens", unit: "us")
    result.measured = .init(of: "the last \(Self.reported)", distribution: last.times)
    result.baseline = .init(of: "the first \(Self.reported)", distribution: first.times)
    result.ratios = [
      .init(name: "last / first, p50", value: last.times.median / first.times.median, goal: .atMost(1.2)),
      .init(
        name: "private memory, last / first", value: Double(last.memory) / Double(first.memory), goal: .atMost(1.1)),
    ]
    let memories = stretches.map { Double($0.memory) / 1e6 }
    result.notes = [
      "after \(Self.reported) edits of warm-up",
      "private memory \(short(memories.min() ?? 0)) to \(short(memories.max() ?? 0)) MB; \(bundle.nameCount) names in all",
    ]
    report(result)
  }

  /// Microseconds from the rename to the delta.
  private func edit(_ bundle: inout EditedBundle, _ subscriber: SubscriberProcess) throws -> Double {
    let begin = try bundle.edit()
    let arrival = try subscriber.next()
    guard arrival.isChange == 1, arrival.time > begin else { throw BenchmarkError("a message that answers no edit") }
    return Double(arrival.time - begin) / 1e3
  }

  /// A bundle of design tokens, one file of which is replaced by each edit.
  private struct EditedBundle {
    let directory: String
    /// The names that tokens have or had.
    private(set) var nameCount = 0
    private let staging: String
    private var names: [[Int]] = []
    private var random = RandomNumbers(seed: 22)
    private var editCount = 0

    init(_ directory: String, staging: String) throws {
      self.directory = directory
      self.staging = staging
      names = Array(repeating: [], count: fileCount)
      for file in names.indices {
        names[file] = (0..<tokensOfAFile).map { nameCount + $0 }
        nameCount += tokensOfAFile
        try Files.write(text(file), to: path(file))
      }
    }

    /// Replaces a file. Returns the time before the rename, in nanoseconds.
    mutating func edit() throws -> Int {
      editCount += 1
      let file = random.below(fileCount)
      if random.chance(20) {
        names[file][random.below(tokensOfAFile)] = nameCount
        nameCount += 1
      }
      try Files.write(text(file), to: staging)
      let begin = now()
      guard rename(staging, path(file)) == 0 else { throw BenchmarkError.system("rename") }
      return begin
    }

    private func path(_ file: Int) -> String { "\(directory)/f\(file).tokens.json" }

    /// A group with a token of its own value in each edit, colours, and aliases of the token before.
    private mutating func text(_ file: Int) -> String {
      var tokens = ["\"edits\": { \"$type\": \"number\", \"$value\": \(editCount) }"]
      for (index, name) in names[file].enumerated() {
        let value =
          index % 3 == 2
          ? "\"{f\(file).t\(names[file][index - 1])}\""
          : "{ \"colorSpace\": \"srgb\", \"components\": [0, 0.5, \(Double(random.below(256)) / 255)] }"
        tokens.append("\"t\(name)\": { \"$value\": \(value) }")
      }
      return "{ \"f\(file)\": { \"$type\": \"color\", \(tokens.joined(separator: ",\n")) } }\n"
    }
  }
}
