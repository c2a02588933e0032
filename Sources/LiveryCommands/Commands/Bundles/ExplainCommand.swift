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
        "RULE", .optional, "The code or the name of a rule: LV1001, 1001 or unknown-reference. Default: list all rules."
      )
    ],
    options: [.reportFormat],
    examples: [
      Example("livery explain LV1001", "By its code."),
      Example("livery explain missing-comma", "By its name."),
      Example("livery explain", "A table of all rules."),
    ], run: explainCode)
}

private func explainCode(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  guard let name = arguments.operands.first else {
    let rules = DiagnosticCode.allCases.map(rule)
    try console.write(json: .array(rules), objects: rules, arguments) {
      let keys = ["code", "severity", "name", "meaning"]
      let rows = rules.map { rule in keys.map { rule[$0]?.string ?? "" } }
      console.output.write(table([keys.map { $0.uppercased() }] + rows))
    }
    return .fine
  }
  guard let code = code(named: name) else {
    let names = DiagnosticCode.allCases.flatMap { [$0.slug, $0.rawValue] }
    throw CommandFailure(
      .usage, "`\(name)` is not a rule",
      help: Suggestion.didYouMean(name, among: names) ?? "`livery explain` lists all rules")
  }
  try console.write(json: [rule(code)], objects: [rule(code)], arguments) {
    console.output.write(ExplanationPage(code: code, width: console.output.width).lines)
  }
  return .fine
}

/// The rule with a name or a code, with or without `LV`.
private func code(named name: String) -> DiagnosticCode? {
  DiagnosticCode(named: name) ?? DiagnosticCode(rawValue: name.uppercased())
    ?? DiagnosticCode(rawValue: "LV\(name)")
}

private func rule(_ code: DiagnosticCode) -> JSONValue {
  [
    "code": .string(code.rawValue), "name": .string(code.slug), "severity": .string(code.severity.rawValue),
    "meaning": .string(Explanation(of: code).meaning),
  ]
}
