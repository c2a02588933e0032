// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import Reporting
import ThemeModel

extension Command {
  static let explain = Command(
    "explain", "Describe a rule, with a bad and a good sample and how to fix it; or list all rules",
    operands: [
      Operand(
        name: "RULE", occurrence: .optional,
        summary: "The code or the name of a rule: LV1001, 1001 or unknown-reference. Default: list all rules.")
    ],
    options: [.reportFormat],
    examples: [
      Example(line: "livery explain LV1001", summary: "By its code."),
      Example(line: "livery explain missing-comma", summary: "By its name."),
      Example(line: "livery explain", summary: "A table of all rules."),
    ], run: explainCode)
}

private func explainCode(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let format = arguments.choice(.reportFormat, or: ReportFormat.table)
  guard let name = arguments.operands.first else {
    write(DiagnosticCode.allCases, as: format, console)
    return .fine
  }
  guard let code = code(named: name) else {
    let names = DiagnosticCode.allCases.flatMap { [$0.slug, $0.rawValue] }
    throw CommandFailure(
      .usage, "`\(name)` is not a rule",
      help: Suggestion.didYouMean(name, among: names) ?? "`livery explain` lists all rules")
  }
  if format == .table {
    for line in ExplanationPage(code: code).lines { console.output.write(line) }
  } else {
    write([code], as: format, console)
  }
  return .fine
}

/// The rule of a code, with or without `LV`, or of a name.
private func code(named name: String) -> DiagnosticCode? {
  DiagnosticCode(named: name) ?? DiagnosticCode(rawValue: name.uppercased())
    ?? DiagnosticCode(rawValue: "LV\(name)")
}

private func write(_ codes: [DiagnosticCode], as format: ReportFormat, _ console: Console) {
  let objects = codes.map { code in
    JSONValue.object(
      JSONObject([
        ("code", .string(code.rawValue)), ("name", .string(code.slug)), ("severity", .string(code.severity.rawValue)),
        ("meaning", .string(Explanation(of: code).meaning)),
      ]))
  }
  switch format {
  case .json: console.output.write(JSONValue.array(objects).pretty + "\n")
  case .ndjson: for object in objects { console.output.write(object.text + "\n") }
  case .table:
    let keys = ["code", "severity", "name", "meaning"]
    let rows = objects.map { object in keys.map { object[$0]?.string ?? "" } }
    for line in table([keys.map { $0.uppercased() }] + rows) { console.output.write(line) }
  }
}
