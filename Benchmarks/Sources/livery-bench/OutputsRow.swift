// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// From a save to the files that `livery apply` keeps, beside the delta that a subscriber gets; and whether it sleeps.
struct OutputsRow: Row {
  static let name = "outputs"
  static let summary = "a save until livery apply has renamed its files into place, and context switches of an idle one"

  private static let warmUp = 20
  private static let editsOfARound = 40

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    try measure(bench, "one file of 16 colours", tokens: 101, outputs: 1, format: "kitty", goal: 1, report)
    try measure(bench, "CSS of 5,000 tokens", tokens: 5_001, outputs: 1, format: "css", goal: 5, report)
    try measure(bench, "30 files of 16 colours", tokens: 101, outputs: 30, format: "kitty", goal: 10, report)
  }

  private func measure(
    _ bench: Bench, _ name: String, tokens: Int, outputs: Int, format: String, goal: Double,
    _ report: (CaseResult) -> Void
  ) throws {
    let theme = try TokenTheme(tokenCount: tokens, directory: bench.newBundle("outputs-\(format)-\(outputs)"))
    let folder = "\(bench.directory)/outputs-\(format)-\(outputs).files"
    try Files.makeDirectory(folder)
    try Files.write(Self.configuration(outputs, format, folder), to: "\(folder).json")
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    let daemon = try bench.daemon(theme.bundle, socket: socket)
    UnixSocket.close(try watch.connect())
    let arrivals = try DirectoryWatch(folder)
    let apply = try Child(
      [bench.program("livery"), "apply", "--config", "\(folder).json", "--socket", socket],
      log: "\(bench.directory)/apply.log")
    let subscriber = try SubscriberProcess(socket: socket, pattern: "", bench)
    defer {
      subscriber.stop()
      apply.stop()
      daemon.stop()
    }
    _ = try subscriber.next()
    _ = try arrivals.wait(for: outputs)

    var rounds: [[Double]] = []
    var deltas: [[Double]] = []
    var number = 0
    for round in 0...bench.rounds {
      var files: [Double] = []
      var messages: [Double] = []
      for _ in 0..<(round == 0 ? Self.warmUp : Self.editsOfARound) {
        number += 1
        try Files.write(Self.edited(number), to: "\(folder).staging")
        let begin = now()
        guard rename("\(folder).staging", "\(theme.bundle)/\(TokenTheme.editedName)") == 0 else {
          throw BenchmarkError.system("rename")
        }
        messages.append(Double(try subscriber.next().time - begin) / 1e6)
        files.append(Double(try arrivals.wait(for: outputs) - begin) / 1e6)
      }
      guard round > 0 else { continue }
      rounds.append(files)
      deltas.append(messages)
    }
    // The last write may still be told to a program.
    sleep(1)
    let before = try ProcessFigures(apply.pid)
    sleep(2)
    let switches = try ProcessFigures(apply.pid).switches - before.switches

    let all = Distribution(rounds.flatMap { $0 })
    let messages = Distribution(deltas.flatMap { $0 })
    var result = CaseResult(row: Self.name, name: name, unit: "ms")
    result.measured = .init(of: "save to file", distribution: all)
    result.baseline = .init(of: "save to delta", distribution: messages)
    result.ratios = [
      .init(name: "file after delta, p50", value: all.median - messages.median, unit: "ms", goal: .atMost(goal)),
      .init(name: "switches in 2 s of rest", value: Double(switches), unit: "", goal: .atMost(0)),
    ]
    report(result)
  }

  private static func configuration(_ outputs: Int, _ format: String, _ folder: String) -> String {
    let colors = Array(repeating: "\"constants/edited\"", count: 16).joined(separator: ", ")
    let list = (0..<outputs).map { number in
      "{ \"name\": \"o\(number)\", \"format\": \"\(format)\", \"file\": \"\(folder)/o\(number)\", \"reload\": false }"
    }
    return """
      { "roles": { "background": "constants/edited", "foreground": "constants/g0.t0", "ansi": [\(colors)] },
        "outputs": [\(list.joined(separator: ",\n"))] }

      """
  }

  private static func edited(_ number: Int) -> String {
    let digits = String(number % 256 + 256, radix: 16).dropFirst()
    return "{ \"edited\": { \"$type\": \"color\", \"$value\": { \"colorSpace\": \"srgb\", "
      + "\"components\": [0.5, 0.1, \(Double(number % 256) / 255)], \"hex\": \"#801a\(digits)\" } } }\n"
  }

  /// Files that are renamed into a directory.
  private struct DirectoryWatch {
    private let descriptor: Int32

    init(_ directory: String) throws {
      descriptor = inotify_init1(Int32(IN_CLOEXEC))
      guard descriptor >= 0, inotify_add_watch(descriptor, directory, UInt32(IN_MOVED_TO)) >= 0 else {
        throw BenchmarkError.system("inotify")
      }
    }

    /// The time of the last of this number of renames; fails after 120 s.
    func wait(for count: Int) throws -> Int {
      var left = count
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while left > 0 {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, 120_000) > 0 else { throw BenchmarkError("no file within 120 s") }
        let length = read(descriptor, &buffer, buffer.count)
        var offset = 0
        while offset < length {
          let name = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self) }
          offset += 16 + Int(name)
          left -= 1
        }
      }
      return now()
    }
  }
}
