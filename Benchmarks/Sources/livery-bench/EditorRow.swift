// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation

/// The language server on 100,000 values: the waiting times of an author, beside a server that does nothing.
struct EditorRow: Row {
  static let name = "editor"
  static let summary = "keystroke -> findings, completion, renaming, live preview in 100,000 values, against an echo"

  private static let valueCount = 100_000
  private static let uses = 1_000

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let theme = try bench.theme(Self.valueCount)
    let session = try EditorSession(theme.bundle, bench)
    defer { session.stop() }
    let echo = try EchoSession(bench)
    defer { echo.stop() }
    report(try keystrokes(session, echo, bench))
    report(try wholeCheck(session, bench))
    report(try completion(session, bench))
    report(try memory(session, theme, bench))
    report(try renaming(bench))
    report(try start(theme.bundle, bench))
    report(try preview(theme.bundle, bench))
  }

  /// All rounds of a measurement, with the median as the figure.
  private func result(
    _ name: String, unit: String = "ms", _ rounds: [[Double]], atMost goal: Double?, notes: [String] = []
  ) -> CaseResult {
    var result = CaseResult(row: Self.name, name: name, unit: unit, notes: notes)
    result.measured = .init(of: "livery lsp", distribution: Distribution(rounds.flatMap { $0 }))
    result.ratios = [
      .init(
        name: "p50", of: Distribution(rounds.map { Distribution($0).median }), unit: unit,
        goal: goal.map { .atMost($0) })
    ]
    return result
  }

  private func keystrokes(_ session: EditorSession, _ echo: EchoSession, _ bench: Bench) throws -> CaseResult {
    let samples = bench.extent == .full ? 40 : 10
    var rounds: [[Double]] = []
    var echoes: [[Double]] = []
    for _ in 0..<20 { _ = (try session.keystroke(), try echo.keystroke()) }
    for _ in 0..<bench.rounds {
      rounds.append(try (0..<samples).map { _ in try session.keystroke() })
      echoes.append(try (0..<samples).map { _ in try echo.keystroke() })
    }
    var result = result("keystroke -> errors and warnings of the file", rounds, atMost: 5)
    result.baseline = .init(of: "c-echo", distribution: Distribution(echoes.flatMap { $0 }))
    result.ratios.append(.init(name: "p50 / echo p50", of: ratios(rounds, to: echoes)))
    if let p99 = result.measured?.distribution.p99 {
      result.ratios.append(.init(name: "p99", value: p99, unit: "ms", goal: .atMost(20)))
    }
    return result
  }

  private func wholeCheck(_ session: EditorSession, _ bench: Bench) throws -> CaseResult {
    let rounds = try (0..<bench.rounds).map { _ in [try session.wholeCheck()] }
    return result(
      "last key -> findings of all files", rounds, atMost: nil,
      notes: ["the check begins 150 ms after the last key"])
  }

  private func completion(_ session: EditorSession, _ bench: Bench) throws -> CaseResult {
    let samples = bench.extent == .full ? 20 : 5
    _ = try session.completion()
    let rounds = try (0..<bench.rounds).map { _ in try (0..<samples).map { _ in try session.completion() } }
    return result("keystroke and completion", rounds, atMost: 10)
  }

  private func renaming(_ bench: Bench) throws -> CaseResult {
    let theme = try bench.theme(Self.valueCount, dependents: Self.uses)
    let session = try EditorSession(theme.bundle, file: DependentsTheme.file, bench)
    defer { session.stop() }
    _ = try session.rename()
    let rounds = try (0..<bench.rounds).map { _ in [try session.rename().time] }
    let count = try session.rename().edits
    return result("renaming an id with \(Self.uses) uses", rounds, atMost: 100, notes: ["\(count) edits"])
  }

  /// Private memory beside that of a daemon with the same bundle and one consumer.
  private func memory(_ session: EditorSession, _ theme: GeneratedTheme, _ bench: Bench) throws -> CaseResult {
    // A check takes more for a moment, and so do messages until the client reads them: an answer comes after all of them.
    _ = try session.wholeCheck()
    _ = try session.rename()
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    let daemon = try bench.daemon(theme.bundle, socket: socket)
    UnixSocket.close(try watch.connect())
    let subscriber = try SubscriberProcess(socket: socket, pattern: "", bench)
    defer {
      subscriber.stop()
      daemon.stop()
    }
    _ = try subscriber.next()
    ProcessFigures.waitForFreedMemory()
    try UnixSocket.call("io.livery.Theme.Status", at: socket)
    func total(_ pid: pid_t) throws -> Double {
      let memory = try ProcessFigures.privateMemory(pid)
      return Double(memory.clean + memory.dirty)
    }
    let own = try total(session.pid)
    let others = try total(daemon.pid)
    var result = CaseResult(row: Self.name, name: "memory of \(Self.valueCount) values", unit: "MB")
    result.measured = .init(of: "livery lsp", distribution: Distribution([own / 1e6]))
    result.baseline = .init(of: "liveryd", distribution: Distribution([others / 1e6]))
    result.ratios = [
      .init(
        name: "a value above the daemon's", value: (own - others) / Double(Self.valueCount), unit: "B",
        goal: .atMost(64))
    ]
    result.notes = ["after the measurements above, when all findings are sent, with one file of 2 KB open"]
    return result
  }

  /// From the start of the server to the first findings, beside `livery check`.
  private func start(_ bundle: String, _ bench: Bench) throws -> CaseResult {
    var rounds: [[Double]] = []
    var checks: [[Double]] = []
    for _ in 0..<bench.rounds {
      let begin = now()
      let session = try EditorSession(bundle, bench)
      rounds.append([Double(now() - begin) / 1e6])
      session.stop()
      checks.append([try bench.milliseconds(of: [bench.program("livery"), "check", bundle])])
    }
    var result = result("start -> first findings", rounds, atMost: nil)
    result.baseline = .init(of: "livery check", distribution: Distribution(checks.flatMap { $0 }))
    let difference = zip(rounds, checks).map { $0[0] - $1[0] }
    result.ratios = [.init(name: "more than a check", of: Distribution(difference), unit: "ms", goal: .atMost(30))]
    return result
  }

  /// From a keystroke to the delta in a second process, beside a save of the same file.
  private func preview(_ bundle: String, _ bench: Bench) throws -> CaseResult {
    let samples = bench.extent == .full ? 20 : 5
    let save = try SaveContestant.generated(Self.valueCount, pattern: "styles/edited", bench)
    defer { save.stop() }
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    let daemon = try bench.daemon(bundle, socket: socket)
    UnixSocket.close(try watch.connect())
    let subscriber = try SubscriberProcess(socket: socket, pattern: "styles/edited", bench)
    let session = try EditorSession(bundle, bench, previewing: socket)
    defer {
      session.stop()
      subscriber.stop()
      daemon.stop()
    }
    _ = try subscriber.next()
    func keystroke() throws -> Double {
      let begin = try session.typeColor()
      return Double(try subscriber.next().time - begin) / 1e3
    }
    for _ in 0..<5 { _ = (try keystroke(), try save.sample(.inPlace)) }
    var rounds: [[Double]] = []
    var saves: [[Double]] = []
    for _ in 0..<bench.rounds {
      rounds.append(try (0..<samples).map { _ in try keystroke() })
      saves.append(try (0..<samples).map { _ in try save.sample(.inPlace) })
    }
    var result = CaseResult(row: Self.name, name: "live preview: keystroke -> delta", unit: "us")
    result.measured = .init(of: "livery lsp", distribution: Distribution(rounds.flatMap { $0 }))
    result.baseline = .init(of: "save", distribution: Distribution(saves.flatMap { $0 }))
    result.ratios = [.init(name: "p50 / save p50", of: ratios(rounds, to: saves), goal: .atMost(2))]
    return result
  }
}

/// The language server with one open file, in which a reference is misspelt and corrected in turn.
private final class EditorSession {
  private let client: LanguageClient
  private let path: String
  private let text: String
  /// The line of the first colour, and where its digits begin.
  private let color: (line: Int, character: Int)
  private var count = 0

  var pid: pid_t { client.child.pid }

  init(
    _ bundle: String, file: String = RedbeardWriter.editedName, _ bench: Bench, previewing socket: String? = nil
  ) throws {
    path = "\(bundle)/\(file)"
    text = try Files.read(path)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let line = lines.firstIndex(where: { $0.contains("\"#") }),
      let mark = lines[line].range(of: "\"#")
    else { throw BenchmarkError("\(path) has no colour") }
    color = (line, lines[line].distance(from: lines[line].startIndex, to: mark.upperBound))
    client = try LanguageClient(
      [bench.program("livery"), "lsp", "--socket", socket ?? "\(bench.directory)/none"],
      log: "\(bench.directory)/lsp.log")
    try client.initialize(bundle, options: ["livePreview": socket != nil])
    try client.open(path, text)
    _ = try client.findings(of: path)
  }

  func stop() { client.stop() }

  /// Replaces the whole text of the first colour.
  private func write(_ value: String, over length: Int) throws {
    try client.change(path, line: color.line, from: color.character - 1, to: color.character - 1 + length, value)
  }

  /// Milliseconds until the findings of the file are there: one more, or one less.
  func keystroke() throws -> Double {
    count += 1
    let begin = now()
    // The colour becomes one digit shorter, which is an error, and a digit longer.
    if count.isMultiple(of: 2) { try write("#12345", over: 7) } else { try write("#123456", over: 6) }
    _ = try client.findings(of: path)
    return Double(client.arrival - begin) / 1e6
  }

  /// Milliseconds from a keystroke until everything was checked.
  func wholeCheck() throws -> Double {
    _ = try keystroke()
    let begin = now()
    _ = try client.findings(of: path)
    return Double(client.arrival - begin) / 1e6
  }

  /// Milliseconds of a keystroke and a completion in its text.
  func completion() throws -> Double {
    count += 1
    let begin = now()
    let new = count.isMultiple(of: 2) ? "ref://" : "ref:/p"
    try write(new, over: 6)
    let answer = try client.request(
      "textDocument/completion",
      [
        "textDocument": ["uri": "file://\(path)"],
        "position": ["line": color.line, "character": color.character + 5],
      ])
    guard let items = (answer as? [String: Any])?["items"] as? [Any], !items.isEmpty else {
      throw BenchmarkError("nothing is completed")
    }
    return Double(client.arrival - begin) / 1e6
  }

  /// Milliseconds of renaming the file's first id, and the number of edits. Nothing is changed.
  func rename() throws -> (time: Double, edits: Int) {
    let begin = now()
    let answer = try client.request(
      "textDocument/rename",
      ["textDocument": ["uri": "file://\(path)"], "position": ["line": 1, "character": 5], "newName": "other"])
    let time = Double(client.arrival - begin) / 1e6
    let changes = (answer as? [String: Any])?["changes"] as? [String: [Any]] ?? [:]
    return (time, changes.values.reduce(0) { $0 + $1.count })
  }

  /// Types a different colour. Returns the time before it.
  func typeColor() throws -> Int {
    count += 1
    let digits = String(String(0x100000 + count, radix: 16).suffix(6))
    let begin = now()
    try write("#\(digits)", over: 7)
    return begin
  }
}

/// A server that sends each message back.
private final class EchoSession {
  private let client: LanguageClient

  init(_ bench: Bench) throws {
    client = try LanguageClient([bench.baseline("c-echo")], log: "\(bench.directory)/echo.log")
  }

  func stop() { client.stop() }

  func keystroke() throws -> Double {
    let begin = now()
    try client.change("/w/a.json", line: 1, from: 20, to: 27, "#123456")
    _ = try client.nextContent()
    return Double(client.arrival - begin) / 1e6
  }
}
