// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LiveryProtocol
import Reporting
import StyledText
import ThemeModel

extension Command {
  static let why = Command(
    "why", "Show the declarations of a value, and why one of them won",
    details: [
      AskedBundle.details,
      "Declarations are listed the weakest first, each with its place. A value that cannot be resolved is explained, too. "
        + "Prints JSON where the output is not a terminal. Ends with 1 when nothing is declared at the path.",
    ],
    operands: [.valuePath, .askedBundle],
    options: [.json, .generation] + CommandOption.asking,
    examples: [
      Example("livery why styles/alert-button/titleColor Examples/aurora", "Where a colour comes from."),
      Example("livery why styles/alert-button/borderWidth --device pad", "In the running daemon, on a pad."),
      Example("livery why constants/color-accent --generation 12", "Where a colour came from then."),
    ], run: explainValue)
}

private func explainValue(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let bundle = try AskedBundle(
    arguments.operands.dropFirst().first, generation: arguments.count(.generation), arguments, console)
  let path = arguments.operands[0]
  let diagnostics = try bundle.snapshot(selecting: [path]).diagnostics ?? []
  let code = bundle.conclude(diagnostics, arguments, console)
  if code == .noBundle { return code }
  let steps = try bundle.explanation(of: path)
  if console.output.isTerminal, !arguments.has(.json) {
    console.output.write(bundle.text(for: console).lines(path, steps))
  } else {
    let reply: JSONValue = ["path": .string(path), "steps": steps.encoded, "diagnostics": diagnostics.encoded]
    console.output.write(reply.pretty + "\n")
  }
  return code
}
