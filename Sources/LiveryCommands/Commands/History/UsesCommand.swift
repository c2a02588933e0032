// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LiveryProtocol
import Reporting
import StyledText
import TextComparison
import ThemeModel

extension Command {
  static let uses = Command(
    "uses", "List all values and programs that depend on a value",
    details: [
      AskedBundle.details,
      "Lists the values that refer to the id of PATH or inherit from it, directly or through others, the nearest first, and the running "
        + "programs that follow one of them, or have composed an element with one (the method Compose) since they follow the bundle. Ends "
        + "with 1 when the path does not exist.",
    ],
    operands: [.valuePath, .askedBundle],
    options: [.reportFormat] + CommandOption.asking,
    examples: [
      Example("livery uses constants/color-accent", "In the running daemon, with the programs."),
      Example("livery uses constants/color-accent Examples/aurora", "In a directory."),
    ], run: listUses)
}

private func listUses(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let bundle = try AskedBundle(arguments.operands.dropFirst().first, arguments, console)
  let path = arguments.operands[0]
  let code = bundle.conclude(try bundle.snapshot(selecting: [path]).diagnostics ?? [], arguments, console)
  if code == .noBundle { return code }
  let (reply, consumers) = try bundle.uses(of: path)
  try console.write(json: .object(reply.object), objects: reply.uses.map(\.encoded), arguments) {
    let depth = console.output.style.depth
    var title = StyledLine(path, .bold)
    let count =
      reply.uses.isEmpty
      ? "nothing depends on it"
      : "\(counted(reply.uses.count, "value")) depend\(reply.uses.count == 1 ? "s" : "") on it"
    title.append(": \(count)")
    console.output.write(title)
    let rows = reply.uses.map { use in
      [
        StyledLine(String(repeating: "  ", count: min(use.depth - 1, 8)) + use.path),
        StyledLine(use.place, bundle.places),
      ]
    }
    console.output.write(columns(rows, width: console.output.width, depth))
    for consumer in consumers {
      let verbs = [("followed", reply.consumers), ("composed", reply.composing)]
        .filter { $0.1.containsBytewise(consumer.consumer) }.map(\.0)
      var line = StyledLine("\(verbs.joined(separator: " and ")) by ")
      line.append(consumer.name ?? consumer.consumer, .bold)
      let number = consumer.name == nil ? "" : "\(consumer.consumer), "
      line.append(" (\(number)process \(consumer.pid))")
      console.output.write(line)
    }
  }
  if reply.isCut == true { console.complain("there are more than these \(reply.uses.count)") }
  return code
}

extension ThemeInterface.Use {
  fileprivate var place: Cause? { file.map { Cause(file: $0, line: line ?? 0, column: column ?? 0) } }
}
