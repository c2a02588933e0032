// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension Command {
  static let explain = Command(
    "explain", "Tell what a code means, with a bad and a good sample, and the way out",
    operands: [
      Operand(name: "CODE", occurrence: .once, summary: "The code or the name of a rule: LV1001 or unknown-reference.")
    ],
    options: [],
    examples: [
      Example(line: "livery explain LV1001", summary: "By its code."),
      Example(line: "livery explain missing-comma", summary: "By its name."),
    ], run: explainCode)
}

private func explainCode(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let name = arguments.operands[0]
  guard let code = DiagnosticCode(named: name) ?? DiagnosticCode(rawValue: name.uppercased()) else {
    let names = DiagnosticCode.allCases.flatMap { [$0.slug, $0.rawValue] }
    throw CommandFailure(
      .usage, "there is no code `\(name)`",
      help: Suggestion.didYouMean(name, among: names) ?? "findings name their code: error[LV1001]")
  }
  for line in ExplanationPage(code: code).lines { console.output.write(line) }
  return .fine
}
