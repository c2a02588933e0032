// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation

/// Parsing alone, of a text in memory, to a tree with the places of all keys and values.
struct ParseRow: Row {
  static let name = "parse"
  static let summary = "JSON and XML plist of 100,000 values parsed with positions, against simdjson and Foundation"

  /// Parses in each process. The first is not counted.
  private static let samples = 6

  private struct Contestant {
    let name: String
    let command: [String]
  }

  func run(_ bench: Bench, _ report: (CaseResult) -> Void) throws {
    let theme = try bench.singleFileTheme(bench.extent == .full ? 100_000 : 10_000)
    let plist = "\(bench.directory)/theme.plist"
    let values = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: theme.file)))
    try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
      .write(to: URL(fileURLWithPath: plist))

    let inside = bench.program("livery-bench-inside")
    let json = Contestant(name: "livery", command: [inside, "parse", "json", theme.file])
    compare(
      json, Result { .init(name: "simdjson", command: [try bench.builtBaseline("simdjson-parse"), theme.file]) },
      0.6, "JSON", Files.size(theme.file), bench, report)
    compare(
      json, .success(.init(name: "JSONSerialization", command: [bench.ownProgram, "parse", "json", theme.file])), 25,
      "JSON", Files.size(theme.file), bench, report)
    compare(
      .init(name: "livery", command: [inside, "parse", "plist", plist]),
      .success(.init(name: "PropertyListSerialization", command: [bench.ownProgram, "parse", "plist", plist])), 5,
      "XML property list", Files.size(plist), bench, report)
  }

  private func compare(
    _ own: Contestant, _ other: Result<Contestant, any Error>, _ goal: Double, _ format: String, _ size: Int,
    _ bench: Bench, _ report: (CaseResult) -> Void
  ) {
    do {
      let other = try other.get()
      var rounds: [[Double]] = []
      var otherRounds: [[Double]] = []
      for _ in 0..<bench.rounds {
        rounds.append(try rates(own, size, bench))
        otherRounds.append(try rates(other, size, bench))
      }
      var result = CaseResult(row: Self.name, name: "\(format), against \(other.name)", unit: "MB/s")
      result.measured = .init(of: own.name, distribution: Distribution(rounds.flatMap { $0 }))
      result.baseline = .init(of: other.name, distribution: Distribution(otherRounds.flatMap { $0 }))
      result.ratios = [
        .init(name: "livery / \(other.name)", of: ratios(rounds, to: otherRounds), goal: .atLeast(goal))
      ]
      result.notes = ["\(size) bytes"]
      report(result)
    } catch {
      report(CaseResult(row: Self.name, name: format, unit: "MB/s", failure: "\(error)"))
    }
  }

  /// Megabytes per second of each parse except the first.
  private func rates(_ contestant: Contestant, _ size: Int, _ bench: Bench) throws -> [Double] {
    try bench.lines(of: contestant.command + ["\(Self.samples)"]).dropFirst().map { line in
      guard let nanoseconds = Double(line) else { throw BenchmarkError("\(contestant.name) prints `\(line)`") }
      return Double(size) * 1e3 / nanoseconds
    }
  }

  /// `livery-bench parse json|plist FILE COUNT`: parses with Foundation and prints the nanoseconds of each parse.
  static func runFoundation(_ arguments: [String]) throws {
    guard arguments.count == 3, let count = Int(arguments[2]) else {
      throw BenchmarkError("usage: livery-bench parse json|plist FILE COUNT")
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
    for _ in 0..<count {
      let begin = now()
      if arguments[0] == "json" {
        _ = try JSONSerialization.jsonObject(with: data)
      } else {
        _ = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      }
      print(now() - begin)
    }
  }
}
