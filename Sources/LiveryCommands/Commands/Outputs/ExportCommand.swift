// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LinuxIO
import LiveryProtocol
import ThemeOutputs

extension CommandOption {
  fileprivate static let roles = CommandOption(
    "roles", value: .path("FILE"),
    "A JSON object with the path of a colour for each role, over the roles that the theme brings.")
  fileprivate static let set = CommandOption(
    "set", value: .assignment(name: "OPTION", value: "VALUE"), isRepeatable: true,
    "An option of the format; `livery formats FORMAT` lists them.")
}

extension Command {
  static let export = Command(
    "export", "Write a theme in the form that another program reads",
    details: [
      AskedBundle.details,
      "Prints one file. The colours of a terminal come from roles: schemes of base16 and base24 bring theirs, other themes need "
        + "--roles. Prints nothing and ends with 1 when the bundle has no such theme, when the theme lacks a role, or when a role leads to no "
        + "colour.",
    ],
    operands: [
      Operand(
        "FORMAT", .once, "`livery formats` lists them.", choices: OutputFormat.all.map(\.name)), .askedBundle,
    ],
    options: [.roles, .set] + CommandOption.asking,
    examples: [
      Example(
        "livery export kitty Examples/schemes --theme harbour-dusk", "A scheme as colours of kitty."),
      Example("livery export alacritty Examples/aurora --roles roles.json --set form=yaml", "Roles of one's own."),
    ], run: exportTheme)
}

private func exportTheme(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let format = try OutputFormat(named: arguments.operands[0])
  let roles = if let path = arguments[.roles] { try readRoles(path) } else { Roles() }
  let bundle = try AskedBundle(arguments.operands.dropFirst().first, arguments, console)
  let snapshot = try bundle.snapshot(selecting: [])
  let code = bundle.conclude(snapshot.diagnostics ?? [], arguments, console)
  // Another theme than the one that was asked for would repaint a program.
  guard code == .fine else { return code }
  let theme = OutputTheme(dialect: snapshot.dialect ?? "", constants: snapshot.constants, styles: snapshot.styles)
  do throws(OutputProblem) {
    console.output.write(try format.text(of: theme, roles: roles, choices: arguments.assignments(.set)))
  } catch {
    throw CommandFailure(.findings, error.message, help: error.help)
  }
  return .fine
}

private func readRoles(_ path: String) throws(CommandFailure) -> Roles {
  let bytes: [UInt8]
  do throws(SystemError) {
    bytes = try readFile(path, limit: 1 << 20)
  } catch {
    throw CommandFailure(.usage, "the roles `\(path)` cannot be read: \(error.errno.text)")
  }
  guard let json = try? JSONValue(parsing: bytes, maximumDepth: 16) else {
    throw CommandFailure(
      .usage, "the roles `\(path)` are not JSON", help: "write { \"background\": \"constants/ID\", … }")
  }
  do throws(OutputProblem) {
    return try Roles(json: json)
  } catch {
    throw CommandFailure(.usage, "\(path): \(error.message)", help: error.help)
  }
}
