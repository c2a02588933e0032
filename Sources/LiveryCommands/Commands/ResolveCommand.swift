// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeEngine
import ThemeModel

extension CommandOption {
  fileprivate static let compact = CommandOption("compact", "Print the JSON on one line.")
}

extension Command {
  static let resolve = Command(
    "resolve", "Print everything that a bundle means in a context, as JSON",
    details: [
      "Needs no daemon. What is found wrong is part of the snapshot, and told in short on the stream of errors."
    ],
    operands: [.bundle],
    options: CommandOption.context + [.select, .compact, .failOn(default: FailureThreshold.never.rawValue)],
    examples: [
      Example(line: "livery resolve Examples/aurora --device pad", summary: "The snapshot for a pad."),
      Example(
        line: "livery resolve Examples/aurora --select 'styles/*/titleColor' --compact",
        summary: "All title colours, on one line."),
    ], run: resolveBundle)
}

private func resolveBundle(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let operand = arguments.operands[0]
  let (bundle, snapshot) = try console.waiting(for: "resolving \(operand)") { () throws(CommandFailure) in
    let bundle = try LoadedBundle(operand)
    return (bundle, bundle.engine.snapshot(for: arguments.context))
  }
  let findings = bundle.findings(snapshot.diagnostics)
  for diagnostic in findings.diagnostics { console.errors.write(StyledLine(findings.conciseLine(diagnostic))) }
  if findings.diagnostics.leaveNothing { return .noBundle }

  bundle.engine.write(
    snapshot, arguments.has(.compact) ? .compact : .indented, selecting: Selection(arguments.all(.select))
  ) { console.output.write($0) }
  let threshold = arguments.choice(.failOn, or: FailureThreshold.never)
  return threshold.isReached(by: findings.diagnostics) ? .findings : .fine
}
