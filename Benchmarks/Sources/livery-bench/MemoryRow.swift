// SPDX-License-Identifier: GPL-2.0-or-later

/// Private resident memory of `liveryd` a second after one consumer has read its first snapshot, compared with the peak of
/// `sassc`.
struct MemoryRow: Row {
  static let name = "memory"
  static let summary = "private resident memory of liveryd with one consumer, bytes a value, against sassc's peak"

  private static let valueCount = 100_000

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let sassc = try bench.installed("sassc")
    let empty = try bench.emptyBundle()
    let tiny = try bench.theme(100)
    let aurora = try bench.copyOfAurora()
    let large = try bench.theme(Self.valueCount)
    var totals: [[Double]] = [[], [], [], []]
    var dirty: [[Double]] = [[], [], [], []]
    var sass: [[Double]] = [[], []]
    for _ in 0..<bench.rounds {
      for (index, bundle) in [empty, tiny.bundle, aurora, large.bundle].enumerated() {
        let memory = try served(bundle, bench)
        totals[index].append(Double(memory.clean + memory.dirty) / 1e6)
        dirty[index].append(Double(memory.dirty) / 1e6)
      }
      for (index, theme) in [tiny, large].enumerated() {
        let end = try Child([sassc, theme.sass], log: "\(bench.directory)/sassc.log").wait()
        guard end.status == 0 else { throw BenchmarkError("sassc failed") }
        sass[index].append(Double(end.peakMemory) / 1e6)
      }
    }

    for (index, name) in ["empty bundle", "100 values", "aurora"].enumerated() {
      var result = CaseResult(row: Self.name, name: name, unit: "MB")
      let total = Distribution(totals[index])
      result.measured = .init(of: "liveryd", distribution: total)
      result.ratios = [
        .init(name: "private", of: total, unit: "MB", goal: index == 0 ? .atMost(4) : nil)
      ]
      result.notes = [
        "of which written to: \(short(Distribution(dirty[index]).median)) MB; the rest is mostly program text"
      ]
      report(result)
    }
    // The peak of a child includes that of its parent, so that a tiny theme gives the parent's.
    guard let hidden = sass[0].max(), let peak = sass[1].min(), peak > hidden * 1.2 else {
      throw BenchmarkError("the peak of sassc is not above that of livery-bench; run this row alone")
    }
    report(perValue(totals, dirty, sass[1], large))
  }

  private func perValue(
    _ totals: [[Double]], _ dirty: [[Double]], _ sass: [Double], _ theme: GeneratedTheme
  ) -> CaseResult {
    let scale = 1e6 / Double(Self.valueCount)
    let tiny = Distribution(totals[1]).median
    let own = (Distribution(totals[3]).median - tiny) * scale
    let others = Distribution(sass).median * scale
    var result = CaseResult(row: Self.name, name: "\(Self.valueCount) values", unit: "MB")
    result.measured = .init(of: "liveryd", distribution: Distribution(totals[3]))
    result.baseline = .init(of: "sassc peak", distribution: Distribution(sass))
    let rounds = Distribution(totals[3].map { ($0 - tiny) * scale })
    result.ratios = [
      .init(name: "bytes a value", of: rounds, unit: "B", goal: .atMost(150)),
      .init(name: "sassc / liveryd, a value", value: others / own),
    ]
    result.notes = [
      "less what 100 values take; the source text alone is \(short(Double(theme.byteCount) / Double(Self.valueCount))) B a value",
      "sassc \(short(others)) B a value, all of its peak",
      "of which written to: \(short(Distribution(dirty[3]).median)) MB",
    ]
    return result
  }

  private func served(_ bundle: String, _ bench: Bench) throws -> (clean: Int, dirty: Int) {
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    let child = try bench.daemon(bundle, socket: socket)
    UnixSocket.close(try watch.connect())
    let subscriber = try SubscriberProcess(socket: socket, pattern: "", bench)
    defer {
      subscriber.stop()
      child.stop()
    }
    _ = try subscriber.next()
    // The daemon has one thread: its answer comes after the message with the snapshot.
    ProcessFigures.waitForFreedMemory()
    try UnixSocket.call("io.livery.Theme.Status", at: socket)
    return try ProcessFigures.privateMemory(child.pid)
  }
}
