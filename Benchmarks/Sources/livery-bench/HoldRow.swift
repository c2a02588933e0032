// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation

/// A save with a mistake, after which the last good state is kept, compared with the same save without it: from close(2) to
/// the answer of `Sync`, before which both are published. And saves while a mistake stands in another file.
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
    let record = open("\(bench.directory)/.record.tmp", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard record >= 0 else { throw BenchmarkError("\(bench.directory)/.record.tmp cannot be made") }
    defer { close(record) }
    for (name, slip) in Self.slips {
      var good: [[Double]] = []
      var held: [[Double]] = []
      var records: [[Double]] = []
      for round in 0...bench.rounds {
        var pairs: [(good: Double, held: Double, record: Double)] = []
        for _ in 0..<(bench.extent == .full ? 60 : 10) {
          // The end of a hold is not measured.
          _ = try sample(nil)
          pairs.append(
            (good: try sample(nil), held: try sample(slip), record: try writeRecord(in: bench.directory, record)))
        }
        guard round > 0 else { continue }
        good.append(pairs.map(\.good))
        held.append(pairs.map(\.held))
        records.append(pairs.map(\.record))
      }
      var result = CaseResult(row: Self.name, name: "\(name) in \(valueCount) values", unit: "us")
      result.measured = .init(of: "with the slip", distribution: Distribution(held.flatMap { $0 }))
      result.baseline = .init(of: "without it", distribution: Distribution(good.flatMap { $0 }))
      result.ratios = [
        .init(name: "with / without, p50", of: ratios(held, to: good), goal: .atMost(1.3)),
        .init(
          name: "the record alone, p50", of: Distribution(records.map { Distribution($0).median }), unit: "us"),
      ]
      report(result)
    }
    for mistakes in StandingMistakes.measured { report(try standing(mistakes, theme, bench) { try sample(nil) }) }
  }

  /// Saves while another file has mistakes, as while a theme is written, compared with the same saves without them.
  private func standing(
    _ mistakes: StandingMistakes, _ theme: GeneratedTheme, _ bench: Bench, _ sample: () throws -> Double
  ) throws -> CaseResult {
    let path = "\(theme.bundle)/folder-0/part-0.theme.json"
    let text = try Files.read(path)
    defer { try? Files.write(text, to: path) }
    let (good, faulty) = mistakes.texts(before: text)
    var rounds: (with: [[Double]], without: [[Double]]) = ([], [])
    for round in 0...bench.rounds {
      func samples(_ content: String) throws -> [Double] {
        // What is held has to be good first.
        try Files.write(good, to: path)
        _ = try sample()
        try Files.write(content, to: path)
        // The first save publishes the other file, too.
        return try (0..<(bench.extent == .full ? 60 : 10)).map { _ in try sample() }.dropFirst(2).map(\.self)
      }
      let (without, with) = (try samples(good), try samples(faulty))
      guard round > 0 else { continue }
      rounds.with.append(with)
      rounds.without.append(without)
    }
    var result = CaseResult(
      row: Self.name, name: "a save beside \(mistakes.name), \(theme.valueCount) values", unit: "us")
    result.measured = .init(of: "beside", distribution: Distribution(rounds.with.flatMap { $0 }))
    result.baseline = .init(of: "without", distribution: Distribution(rounds.without.flatMap { $0 }))
    result.ratios = [
      .init(name: "beside / without, p50", of: ratios(rounds.with, to: rounds.without), goal: .atMost(1.5))
    ]
    return result
  }

  /// Microseconds of the system calls that keep the first held state over a restart, without the daemon: 500 bytes are written into a
  /// hidden file that is open, which gets its name then. Each sample ends with the hidden file, as the end of a hold does.
  private func writeRecord(in directory: String, _ file: Int32) throws -> Double {
    let (hidden, record) = ("\(directory)/.record.tmp", "\(directory)/record")
    let bytes = [UInt8](repeating: 0x20, count: 500)
    let begin = now()
    var status = stat()
    guard lstat(hidden, &status) == 0, lseek(file, 0, SEEK_SET) == 0, write(file, bytes, bytes.count) == bytes.count,
      rename(hidden, record) == 0
    else { throw BenchmarkError("\(record) cannot be written") }
    defer { rename(record, hidden) }
    return Double(now() - begin) / 1e3
  }
}

/// Mistakes that stand in a file while another one is saved.
private enum StandingMistakes {
  /// References to ids that were never declared: nothing is held.
  case unknown(Int)
  /// References to a colour that is gone.
  case heldReferences(Int)
  /// Styles that inherit from a style that is gone.
  case heldHeirs(Int)

  static let measured = [unknown(1), .unknown(100), .heldReferences(1_000), .heldHeirs(1_000)]

  var name: String {
    switch self {
    case .unknown(let count): count == 1 ? "an unknown reference" : "\(count) unknown references"
    case .heldReferences(let count): "\(count) references to a colour that is gone"
    case .heldHeirs(let count): "\(count) styles whose parent is gone"
    }
  }

  /// A file without the mistakes, and with them.
  func texts(before rest: String) -> (good: String, faulty: String) {
    let declaration: String
    let styles: [String]
    switch self {
    case .unknown(let count):
      declaration = ""
      styles = (0..<count).map { "\"faulty\($0)\": { \"textColor\": \"ref://no-such-colour\($0)\" }," }
    case .heldReferences(let count):
      declaration = "\"kept\": \"#336699\", "
      styles = (0..<count).map { "\"faulty\($0)\": { \"textColor\": \"ref://kept\" }," }
    case .heldHeirs(let count):
      declaration = "\"kept\": { \"textColor\": \"#336699\" }, "
      styles = (0..<count).map { "\"faulty\($0)\": { \"inherits\": \"ref://kept\", \"inset\": \($0) }," }
    }
    let faulty = styles.joined(separator: " ") + rest.dropFirst()
    return (declaration.isEmpty ? rest : "{" + declaration + faulty, "{" + faulty)
  }
}
