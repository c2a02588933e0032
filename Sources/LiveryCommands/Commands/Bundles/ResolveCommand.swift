// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LinuxIO
import Reporting
import StyledText
import ThemeEngine
import ThemeModel

extension CommandOption {
  fileprivate static let compact = CommandOption("compact", "Print the JSON on one line.")
  fileprivate static let past = CommandOption(
    "past", value: .text("SNAPSHOT"),
    "An earlier snapshot. Its values stay where the present declarations fail.")
}

extension Command {
  static let resolve = Command(
    "resolve", "Print everything that a bundle means in a context, as JSON",
    details: [
      "Needs no daemon. The snapshot contains the findings, which are also printed to standard error."
    ],
    operands: [.bundle],
    options: CommandOption.context + [.select, .compact, .past, .failOn(default: FailureThreshold.never.rawValue)],
    examples: [
      Example("livery resolve Examples/aurora --device pad", "The snapshot for a pad."),
      Example(
        "livery resolve Examples/aurora --select 'styles/*/titleColor' --compact", "All title colours, on one line."),
      Example(
        "livery resolve aurora --past before.json",
        "The values that a daemon which has published `before.json` serves after the edit."),
    ], run: resolveBundle)
}

private func resolveBundle(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let operand = arguments.bundleOperand
  let selection = try selection(arguments.all(.select))
  let (bundle, snapshot) = try console.waiting(for: "resolving \(operand)") { () throws(CommandFailure) in
    let past = arguments[.past]
    let snapshot = if let past { try pastSnapshot(past) } else { JSONValue?.none }
    let bundle = try LoadedBundle(operand, untilExit: true)
    if let snapshot { bundle.engine.remember(snapshot, in: arguments.context) }
    return (bundle, bundle.engine.open(arguments.context))
  }
  let findings = bundle.findings(snapshot.diagnostics)
  for diagnostic in findings.diagnostics { console.errors.write(StyledLine(findings.conciseLine(diagnostic))) }
  if findings.diagnostics.leaveNothing { return .noBundle }

  bundle.engine.write(
    snapshot, arguments.has(.compact) ? .compact : .indented, selecting: selection
  ) { console.output.write($0) }
  let threshold = arguments.choice(.failOn, or: FailureThreshold.never)
  return threshold.isReached(by: findings.diagnostics) ? .findings : .fine
}

/// The selection of patterns on the command line.
func selection(_ patterns: [String]) throws(CommandFailure) -> Selection {
  do throws(SelectionError) {
    return try Selection(select: patterns)
  } catch {
    throw CommandFailure(.usage, "\(error)", help: "write `**` once for any number of segments")
  }
}

/// Reads the snapshot of --past.
private func pastSnapshot(_ path: String) throws(CommandFailure) -> JSONValue {
  let bytes: [UInt8]
  do throws(SystemError) {
    bytes = try readFile(path, limit: 1 << 30)
  } catch {
    throw CommandFailure(.usage, "the snapshot `\(path)` cannot be read: \(error.errno.text)")
  }
  guard let snapshot = try? JSONValue(parsing: bytes, maximumDepth: 1024), snapshot["constants"]?.object != nil,
    snapshot["styles"]?.object != nil
  else {
    throw CommandFailure(
      .usage, "`\(path)` is not a snapshot", help: "`livery resolve BUNDLE` prints one")
  }
  return snapshot
}
