// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LinuxIO
import LiveryProtocol
import ProcessIO
import Reporting
import StyledText
import ThemeModel

extension Command {
  static let list = Command(
    "list", "List the values of a bundle by pattern, with a swatch beside each colour",
    details: [
      AskedBundle.details,
      "PATTERN is matched as --select matches elsewhere: `*` stands for any text within a segment, `**` for any number of "
        + "segments, and a pattern selects what lies below it. Ends with 1 when there is no value.",
    ],
    operands: [
      Operand(
        "PATTERN", .optional, "Such as 'constants/color-*' or 'styles/*/titleColor'. Default: all constants and styles."
      ),
      .askedBundle,
    ],
    options: [.generation] + CommandOption.asking + [.reportFormat],
    examples: [
      Example("livery list 'constants/color-*' Examples/aurora", "The colours of a bundle."),
      Example("livery list 'styles/*/titleColor' --device pad", "Of the running daemon, on a pad."),
      Example("livery list --format json", "One JSON object with the path of each value as its key."),
    ], run: listValues)
}

private func listValues(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let pattern = arguments.operands.first
  if let pattern, arguments.operands.count == 1, isPathOnly(pattern) {
    throw CommandFailure(
      .usage, "`\(pattern)` is a path, and the pattern comes first",
      help: "write `livery list '**' \(shellQuoted(pattern))`")
  }
  let bundle = try AskedBundle(
    arguments.operands.dropFirst().first, generation: arguments.count(.generation), arguments, console)
  let snapshot = try bundle.snapshot(selecting: pattern.map { [$0] } ?? [])
  let code = bundle.conclude(snapshot.diagnostics ?? [], arguments, console)
  let values = leaves(of: snapshot.constants, at: "constants") + leaves(of: snapshot.styles, at: "styles")
  try console.write(
    json: .object(JSONObject(values.map { ($0.path, $0.value.json) })),
    objects: values.map { ["path": .string($0.path), "value": $0.value.json] }, arguments
  ) {
    let rows = values.map { path, value in
      var shown = StyledLine()
      shown.append(value)
      return [StyledLine(path), shown]
    }
    console.output.write(columns(rows, indent: 0, width: .max, console.output.style.depth))
  }
  guard values.isEmpty, code == .fine else { return code }
  throw CommandFailure(
    .findings, "no value matches `\(pattern ?? "**")`", help: "a pattern is such as 'constants/color-*' or 'styles/**'")
}

/// Whether an operand names a file or directory, and cannot match a value.
private func isPathOnly(_ operand: String) -> Bool {
  let first = operand.split(separator: "/", omittingEmptySubsequences: false).first ?? ""
  let isPattern = first.utf8.contains(UInt8(ascii: "*")) || ["constants", "styles"].contains { $0 == first }
  return !isPattern && (try? fileStatus(operand)) != nil
}

/// The leaf values of an object, with their paths.
private func leaves(of value: Value, at path: String) -> [(path: String, value: Value)] {
  // An object with `$type` is a value of an unknown type.
  guard value.isObject, !value.members.contains(where: { $0.key == "$type" }) else { return [(path, value)] }
  return value.members.flatMap { leaves(of: $0.value, at: "\(path)/\(Path.escape($0.key))") }
}
