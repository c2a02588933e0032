// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation

/// The program of `scripts/bench`.
enum BenchmarkProgram {
  /// docs/performance.md describes each row.
  private static let rows: [any Row.Type] = [
    SaveRow.self, HoldRow.self, HistoryRow.self, AuthorsRow.self, EditRow.self, ColdRow.self, MillionRow.self,
    CheckRow.self, ResolveRow.self, ParseRow.self,
    FanOutRow.self, WaysRow.self, StalledRow.self, MemoryRow.self, ContextsRow.self, StartRow.self, RestartRow.self,
    AskRow.self, IdleRow.self,
    TokensRow.self, OutputsRow.self, EditorRow.self, SoakRow.self,
  ]

  private static let usage = """
    usage: livery-bench [--quick] [--json FILE] [--directory DIR] [--swift VERSION]
                        --programs DIR --baselines DIR --aurora DIR [ROW...]
           livery-bench generate VALUES DIRECTORY    a theme as a Redbeard bundle, and as SCSS in DIRECTORY-sass
    rows:

    """ + rows.map { "  \($0.name)\(String(repeating: " ", count: max(1, 9 - $0.name.count)))\($0.summary)\n" }.joined()

  private struct Report: Encodable {
    var machine: Machine
    var extent: String
    var results: [CaseResult]
  }

  private struct Options {
    var extent = Bench.Extent.full
    var json: String?
    var programs = ""
    var baselines = ""
    var aurora = ""
    var directory = "/tmp"
    var swift = "unknown Swift"
    var rows: [any Row.Type] = []
  }

  static func run(_ arguments: [String]) throws {
    switch arguments.first {
    case "subscriber": try Subscriber.run(Array(arguments.dropFirst()))
    case "parse": try ParseRow.runFoundation(Array(arguments.dropFirst()))
    case "generate": try generate(Array(arguments.dropFirst()))
    default: try measure(try options(arguments))
    }
  }

  private static func options(_ arguments: [String]) throws -> Options {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": options.extent = .quick
      case "--json": options.json = rest.popFirst()
      case "--programs": options.programs = rest.popFirst() ?? ""
      case "--baselines": options.baselines = rest.popFirst() ?? ""
      case "--aurora": options.aurora = rest.popFirst() ?? ""
      case "--directory": options.directory = rest.popFirst() ?? ""
      case "--swift": options.swift = rest.popFirst() ?? ""
      default:
        guard let row = rows.first(where: { $0.name == argument }) else {
          throw BenchmarkError("`\(argument)` is neither an option nor a row\n\(usage)")
        }
        options.rows.append(row)
      }
    }
    // The longest rows, and the one that measures no program of the project, only run by name.
    if options.rows.isEmpty {
      options.rows = rows.filter { $0 != MillionRow.self && $0 != WaysRow.self && $0 != SoakRow.self }
    }
    guard !options.programs.isEmpty, !options.baselines.isEmpty, !options.aurora.isEmpty else {
      throw BenchmarkError(usage)
    }
    return options
  }

  private static func generate(_ arguments: [String]) throws {
    guard arguments.count == 2, let count = Int(arguments[0]), count >= 100 else { throw BenchmarkError(usage) }
    let sketch = ThemeSketch(valueCount: count)
    let writer = try RedbeardWriter(sketch, directory: arguments[1])
    _ = try SassWriter(sketch, directory: "\(arguments[1])-sass")
    print("\(sketch.valueCount) values in \(writer.fileCount) files, \(writer.byteCount) bytes")
  }

  private static func measure(_ options: Options) throws {
    raiseFileLimit()
    let directory = "\(options.directory)/livery-bench-\(getpid())"
    let bench = try Bench(
      programs: options.programs, baselines: options.baselines, aurora: options.aurora, directory: directory,
      extent: options.extent)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let machine = try Machine(swift: options.swift, directory: directory)
    print(machine.text)
    print(
      "\(bench.rounds) rounds, what is compared takes turns within a round; all samples count but the stated warm-up\n")

    var results: [CaseResult] = []
    for row in options.rows {
      progress("\(row.name): \(row.summary)")
      do {
        try row.init().run(bench) { result in
          results.append(result)
          progress("  \(result.name)")
        }
      } catch {
        results.append(CaseResult(row: row.name, name: "the rest", unit: "", failure: "\(error)"))
      }
    }
    print(Table(results: results).text, terminator: "")
    if let path = options.json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let extent = options.extent == .full ? "full" : "quick"
      try encoder.encode(Report(machine: machine, extent: extent, results: results)).write(
        to: URL(fileURLWithPath: path))
    }
  }

  /// A thousand subscribers need as many files, in the started programs too.
  private static func raiseFileLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 16_384)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  private static func progress(_ line: String) {
    try? Files.write(Array("\(line)\n".utf8), to: STDERR_FILENO)
  }
}
