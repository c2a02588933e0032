// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LinuxIO
import LiveryProtocol
import Reporting
import StyledText
import ThemeModel

/// The format of `log`: for people, or one JSON object.
private enum LogFormat: String, CaseIterable, Sendable { case table, json }

extension CommandOption {
  fileprivate static let number = CommandOption(
    "number", letter: "n", value: .count("N"), default: "10", "How many generations are listed.")
  fileprivate static let logFormat = CommandOption(
    "format", value: .choice(of: LogFormat.self), default: LogFormat.table.rawValue, "How it is printed.")
}

extension Command {
  static let log = Command(
    "log", "List the last generations of a bundle: what changed when, and by which file",
    details: [
      "Asks the running daemon, which keeps the generations since it has loaded the bundle. The newest comes first. A restart of the "
        + "daemon begins a new list.",
      "With --select, only generations that changed such a value are listed. A theme or modifier that the bundle does not have ends the "
        + "command with 1.",
    ],
    operands: [.askedBundle],
    options: [.number, .select, .logFormat] + CommandOption.context + [.socket, .timeout],
    examples: [
      Example("livery log", "The last ten generations of the bundle in this directory, or of the daemon's only one."),
      Example("livery log aurora -n 1", "The changes of the last save."),
      Example("livery log --select 'constants/color-*'", "When colours changed."),
    ], run: listGenerations)
}

/// A generation with its changes; nil where the state before it is unknown in the context.
private struct LogEntry {
  var generation: ThemeInterface.Generation
  var changes: [ValueChange]?

  var json: JSONValue {
    var object = generation.object
    if let changes {
      var writer = JSONWriter()
      writer.beginArray()
      for change in changes { change.operation.write(to: &writer) }
      writer.endArray()
      if let patch = try? JSONValue(parsing: writer.drainBytes(), maximumDepth: 512) {
        object.members.append(("patch", patch))
      }
    }
    return .object(object)
  }
}

private func listGenerations(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let served = try ServedBundle(arguments.operands.first, arguments)
  let history = ServedHistory(daemon: served.daemon, bundle: served.name, context: arguments.context)
  let generations = try history.generations()
  try history.checkContext()
  let patterns = arguments.all(.select)
  let maximum = arguments.count(.number) ?? 10
  var entries: [LogEntry] = []
  for (index, generation) in generations.enumerated() where entries.count < maximum {
    var entry = LogEntry(generation: generation)
    if generation.changed != nil, index + 1 < generations.count {
      entry.changes = try history.changes(
        from: generations[index + 1].generation, to: generation.generation, selecting: patterns
      ).changes
    }
    if patterns.isEmpty || !(entry.changes ?? []).isEmpty { entries.append(entry) }
  }
  switch arguments.choice(.logFormat, or: LogFormat.table) {
  case .json:
    let reply: JSONValue = ["generations": .array(entries.map(\.json))]
    console.output.write(reply.pretty + "\n")
  case .table:
    for (number, entry) in entries.enumerated() {
      if number > 0 { console.output.write("\n") }
      console.output.write(entry.lines(width: console.output.width, console.output.style.depth))
    }
    let rest = generations.count - entries.count
    if patterns.isEmpty, rest > 0 {
      console.errors.write("\(counted(rest, "earlier generation")): -n \(generations.count)\n")
    }
  }
  if entries.isEmpty {
    guard generations.isEmpty else {
      throw CommandFailure(.findings, "no generation that is kept changed such a value")
    }
    throw CommandFailure(
      .findings, "the daemon keeps no generations of this bundle", help: "its configuration sets `history` of `limits`")
  }
  return .fine
}

extension LogEntry {
  /// Values that are shown of a generation.
  private static let maximumValues = 8

  fileprivate func lines(width: Int, _ depth: ColorDepth) -> [StyledLine] {
    var title = StyledLine("\(generation.generation) ", .bold)
    title.append(generation.kind.rawValue, .info)
    title.append("  \(localDate(generation.time.secondsSince1970))", .dim)
    if !summary.isEmpty { title.append("  \(summary)") }
    var lines = [title.truncated(to: width, depth)]
    for cause in generation.causes.prefix(Self.maximumPlaces) {
      lines.append(StyledLine("  \(cause.file):\(cause.line):\(cause.column)").truncated(to: width, depth))
    }
    let more = generation.causes.count - Self.maximumPlaces
    if more > 0 { lines.append(StyledLine("  and \(counted(more, "more place"))", .dim)) }
    let shown = (changes ?? []).prefix(Self.maximumValues)
    lines += ValueChange.rows(Array(shown), width: max(width - 2, 1), depth).map { row in
      var line = StyledLine("  ")
      line.append(row)
      return line
    }
    let rest = (changes ?? []).count - shown.count
    if rest > 0 { lines.append(StyledLine("  and \(counted(rest, "more value"))", .dim)) }
    return lines
  }

  private static let maximumPlaces = 4

  private var summary: String {
    let held = generation.held.map { $0 > 0 ? ", \($0) held back" : "" } ?? ""
    guard let changed = generation.changed else { return "" }
    return (changed >= 1000 ? "1000 values or more changed" : "\(counted(changed, "value")) changed") + held
  }
}
