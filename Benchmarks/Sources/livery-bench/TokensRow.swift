// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// Design tokens: a save in a large system, twelve contexts of one, a resolver document of many permutations, and deep chains of
/// aliases.
struct TokensRow: Row {
  static let name = "tokens"
  static let summary =
    "design tokens: a save in a large system, 12 contexts, a resolver document of 13 modifiers, deep aliases"

  private static let warmUp = 10
  private static let contexts = 12

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let isFull = bench.extent == .full
    let large = try TokenTheme(tokenCount: isFull ? 37_001 : 1_001, directory: bench.newBundle("tokens-large"))
    let floor = try SaveContestant.floor(bench)
    defer { floor.stop() }
    report(try save(large, floor, bench))
    for result in try contexts(floor, bench) { report(result) }
    report(try inheritance(isFull ? 5_000 : 500, bench))
    for result in try findings(1_000, bench) { report(result) }
    report(try permutations(isFull ? 9_001 : 1_001, bench))
    // What Style Dictionary's benchmark allows itself, in milliseconds.
    for (tokens, references, allowed) in [(9_000, 8_700, 750.0), (30_000, 29_700, 5_000.0)] {
      let theme = try TokenTheme(
        tokenCount: tokens, references: references, directory: bench.newBundle("tokens-\(tokens)"))
      var result = CaseResult(
        row: Self.name,
        name: "cold, \(tokens) tokens, \(references) references, depth \(references / (tokens - references) + 1)",
        unit: "ms")
      let samples = try rounds(bench) { try cold(theme.bundle, bench) }
      result.measured = .init(of: "livery resolve", distribution: Distribution(samples.flatMap { $0 }))
      result.ratios = [
        .init(
          name: "p50 / \(short(allowed)) ms", value: Distribution(samples.flatMap { $0 }).median / allowed,
          goal: .atMost(0.05))
      ]
      report(result)
    }
  }

  private func rounds(_ bench: Bench, _ sample: () throws -> Double) throws -> [[Double]] {
    _ = try sample()
    return try (0..<bench.rounds).map { _ in [try sample()] }
  }

  /// Milliseconds of `livery resolve`.
  private func cold(_ bundle: String, _ bench: Bench) throws -> Double {
    try bench.milliseconds(of: [bench.program("livery"), "resolve", bundle])
  }

  private func save(_ theme: TokenTheme, _ floor: SaveContestant, _ bench: Bench) throws -> CaseResult {
    let contestant = try SaveContestant.tokens(theme, bench)
    defer { contestant.stop() }
    let (floors, saves) = try inTurns(floor, contestant, bench)
    var result = CaseResult(row: Self.name, name: "\(contestant.name), rename", unit: "us")
    result.measured = .init(of: "liveryd", distribution: Distribution(saves.flatMap { $0 }))
    result.baseline = .init(of: "c-floor", distribution: Distribution(floors.flatMap { $0 }))
    result.ratios = [.init(name: "p50 / floor p50", of: ratios(saves, to: floors), goal: .atMost(3))]
    result.notes = contestant.notes
    return result
  }

  /// The microseconds of saves by renaming, by round.
  private func inTurns(
    _ first: SaveContestant, _ second: SaveContestant, _ bench: Bench
  ) throws -> (first: [[Double]], second: [[Double]]) {
    for _ in 0..<Self.warmUp { _ = (try first.sample(.byRename), try second.sample(.byRename)) }
    let samples = bench.extent == .full ? 60 : 10
    var times: (first: [[Double]], second: [[Double]]) = ([], [])
    for _ in 0..<bench.rounds {
      times.first.append(try (0..<samples).map { _ in try first.sample(.byRename) })
      times.second.append(try (0..<samples).map { _ in try second.sample(.byRename) })
    }
    return times
  }

  /// A save that concerns twelve open contexts, until the last of them has its delta, and the memory of one of them.
  private func contexts(_ floor: SaveContestant, _ bench: Bench) throws -> [CaseResult] {
    var theme = try TokenTheme(tokenCount: 901, directory: bench.newBundle("tokens-contexts"))
    try theme.addDocument(contexts: [Self.contexts])
    let path = "\(theme.bundle)/\(TokenTheme.editedName)"
    let file = try SavedFile(path, text: Files.read(path), staging: "\(bench.directory)/tokens-staging")
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    let child = try bench.daemon(theme.bundle, socket: socket)
    defer { child.stop() }
    var consumers = [ContextConsumer(try watch.connect())]
    defer { for consumer in consumers { consumer.close() } }
    try consumers[0].register(selecting: "constants/edited", context: "{}")
    let before = try ProcessFigures.privateMemory(child.pid).dirty
    for number in 1..<Self.contexts {
      guard let connection = UnixSocket.connect(socket) else { throw BenchmarkError.system("connect") }
      consumers.append(ContextConsumer(connection))
      try consumers[number].register(selecting: "constants/edited", context: "{\"modifiers\":{\"m0\":\"c\(number)\"}}")
    }
    let memory = Double(try ProcessFigures.privateMemory(child.pid).dirty - before) / Double(Self.contexts - 1)
    var saves = 0
    func save() throws -> Double {
      saves += 1
      let time = try file.save(.byRename, saves)
      for consumer in consumers { try consumer.read() }
      return Double(now() - time) / 1e3
    }
    for _ in 0..<Self.warmUp { _ = (try save(), try floor.sample(.byRename)) }
    let samples = bench.extent == .full ? 60 : 5
    var floors: [[Double]] = []
    var measured: [[Double]] = []
    for _ in 0..<bench.rounds {
      floors.append(try (0..<samples).map { _ in try floor.sample(.byRename) })
      measured.append(try (0..<samples).map { _ in try save() })
    }
    var result = CaseResult(
      row: Self.name, name: "save to the last of \(Self.contexts) contexts, \(theme.tokenCount) tokens", unit: "us")
    result.measured = .init(of: "liveryd", distribution: Distribution(measured.flatMap { $0 }))
    result.baseline = .init(of: "c-floor", distribution: Distribution(floors.flatMap { $0 }))
    result.ratios = [.init(name: "p50 / floor p50", of: ratios(measured, to: floors), goal: .atMost(10))]
    var opening = CaseResult(row: Self.name, name: "memory of one more context, \(theme.tokenCount) tokens", unit: "kB")
    opening.measured = .init(of: "liveryd", distribution: Distribution([memory / 1e3]))
    opening.notes = ["its connection included"]
    opening.ratios = [.init(name: "a token", value: memory / Double(theme.tokenCount), unit: "B")]
    return [result, opening]
  }

  /// A save that moves the places of `$extends` and of inherited tokens, against a save that moves nothing.
  private func inheritance(_ tokens: Int, _ bench: Bench) throws -> CaseResult {
    func contestant(_ name: String, changesLength: Bool) throws -> SaveContestant {
      let theme = try TokenTheme(inheriting: tokens, directory: bench.newBundle("tokens-\(name)"))
      return try .inheritance(theme, changesLength: changesLength, bench)
    }
    let moving = try contestant("moving", changesLength: true)
    defer { moving.stop() }
    let still = try contestant("still", changesLength: false)
    defer { still.stop() }
    let (without, with) = try inTurns(still, moving, bench)
    var result = CaseResult(row: Self.name, name: "\(moving.name), of other length", unit: "us")
    result.measured = .init(of: "liveryd", distribution: Distribution(with.flatMap { $0 }))
    result.baseline = .init(of: "of equal length", distribution: Distribution(without.flatMap { $0 }))
    result.ratios = [.init(name: "p50 / p50", of: ratios(with, to: without), goal: .atMost(2))]
    result.notes = moving.notes
    return result
  }

  /// A save beside tokens with findings, which stay or move, against the same save beside tokens without findings.
  private func findings(_ count: Int, _ bench: Bench) throws -> [CaseResult] {
    try [false, true].map { changesLength in
      func contestant(areTexts: Bool) throws -> SaveContestant {
        let name = "tokens-\(areTexts ? "findings" : "clean")-\(changesLength ? "moving" : "still")"
        let theme = try TokenTheme(colors: count, areTexts: areTexts, directory: bench.newBundle(name))
        return try .findings(theme, changesLength: changesLength, bench)
      }
      let clean = try contestant(areTexts: false)
      defer { clean.stop() }
      let beside = try contestant(areTexts: true)
      defer { beside.stop() }
      let (without, with) = try inTurns(clean, beside, bench)
      var result = CaseResult(
        row: Self.name, name: "\(beside.name), of \(changesLength ? "other" : "equal") length", unit: "us")
      result.measured = .init(of: "liveryd", distribution: Distribution(with.flatMap { $0 }))
      result.baseline = .init(of: "without findings", distribution: Distribution(without.flatMap { $0 }))
      result.ratios = [.init(name: "p50 / p50", of: ratios(with, to: without))]
      result.notes = beside.notes
      return result
    }
  }

  /// The default context of a document of 13 modifiers, against the same tokens without it.
  private func permutations(_ tokens: Int, _ bench: Bench) throws -> CaseResult {
    let plain = try TokenTheme(tokenCount: tokens, directory: bench.newBundle("tokens-plain"))
    var theme = try TokenTheme(tokenCount: tokens, directory: bench.newBundle("tokens-permutations"))
    // 2^6 * 3^3 * 4^2 * 23 * 24 = 15,261,696
    try theme.addDocument(contexts: [2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 23, 24])
    var without: [[Double]] = []
    var with: [[Double]] = []
    for round in 0...bench.rounds {
      let times = (try cold(plain.bundle, bench), try cold(theme.bundle, bench))
      // The first run of each fills the caches and is not counted.
      if round > 0 {
        without.append([times.0])
        with.append([times.1])
      }
    }
    var result = CaseResult(
      row: Self.name, name: "cold, 15,261,696 permutations, \(theme.tokenCount) tokens", unit: "ms")
    result.measured = .init(of: "the default context", distribution: Distribution(with.flatMap { $0 }))
    result.baseline = .init(of: "without a document", distribution: Distribution(without.flatMap { $0 }))
    result.ratios = [.init(name: "with / without", of: ratios(with, to: without), goal: .atMost(1.2))]
    return result
  }
}
