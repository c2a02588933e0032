// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LinuxIO
import LiveryProtocol
import OutputFiles
import Reporting
import TextComparison
import ThemeModel
import ThemeOutputs

extension CommandOption {
  fileprivate static let roles = CommandOption(
    "roles", value: .path("FILE"),
    "A JSON object with the path of a colour for each role, over the roles that the theme brings.")
  fileprivate static let set = CommandOption(
    "set", value: .assignment(name: "OPTION", value: "VALUE"), isRepeatable: true,
    "An option of the format; `livery formats FORMAT` lists them.")
  fileprivate static let file = CommandOption(
    "output", letter: "o", value: .path("PLACE"),
    "Write this file, or directory, instead of standard output. Files that Livery did not write are not overwritten.")
  static let overwrite = CommandOption(
    "force",
    "Overwrite other files, after they are kept as NAME.before-livery, and files of an earlier run although the theme has errors."
  )
}

extension Command {
  static let export = Command(
    "export", "Write a theme in the format of another program",
    details: [
      AskedBundle.details,
      "Writes one file; android and xcassets make a directory, which needs --output. The colours of terminals, desktops and editors "
        + "come from roles: schemes of base16 and base24 bring theirs, other themes need --roles. Writes nothing and ends with 1 when "
        + "the bundle has no such theme, when the theme lacks a role, or when a role leads to no colour.",
      "Errors in other values are printed, and a new file has the values that `livery resolve` prints; with --fail-on error no file is written.",
    ],
    operands: [
      Operand(
        "FORMAT", .once, "`livery formats` lists them.", choices: OutputFormat.all.map(\.name)), .askedBundle,
    ],
    options: [.file, .select, .roles, .set, .overwrite] + CommandOption.asking,
    examples: [
      Example(
        "livery export kitty Examples/schemes --theme harbour-dusk", "A scheme as colours of kitty."),
      Example("livery export css Examples/lighthouse --select 'constants/color.*'", "Colours as custom properties."),
      Example("livery export alacritty Examples/aurora --roles roles.json --set form=yaml", "Roles of one's own."),
    ], run: exportTheme)
}

private func exportTheme(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let format = try OutputFormat(named: arguments.operands[0])
  if format.makesDirectory, arguments[.file] == nil {
    throw CommandFailure(
      .usage, "the format \(format.name) makes a directory",
      help: "name it with --output DIR")
  }
  let choices = arguments.assignments(.set)
  do throws(OutputProblem) {
    _ = try OutputChoices(choices, of: format)
  } catch {
    throw CommandFailure(.usage, error.message, help: error.help)
  }
  let roles = if let path = arguments[.roles] { try readRoles(path) } else { Roles() }
  let bundle = try AskedBundle(arguments.operands.dropFirst().first, arguments, console)
  let snapshot = try bundle.snapshot(selecting: [])
  let code = bundle.conclude(snapshot.diagnostics ?? [], arguments, console)
  // Without the requested theme, the output would be that of a different theme.
  guard code == .fine else { return code }
  var request = OutputRequest(
    theme: OutputTheme(
      dialect: snapshot.dialect.flatMap(DialectName.init(rawValue:)), constants: snapshot.constants,
      styles: snapshot.styles))
  request.choices = choices
  if format.writesReferences(request.choices) { request.theme.references = try bundle.references() }
  request.roles = roles
  _ = try selection(arguments.all(.select))
  try? request.select(arguments.all(.select))
  let hasErrors = (snapshot.diagnostics ?? []).contains { $0.severity == .error }
  do throws(OutputProblem) {
    if let path = request.choices.last(where: { $0.name.isBytewiseEqual(to: "template") })?.value, format.group == .any
    {
      request.template = try Template(file: path)
    }
    let content = try format.content(of: request)
    for note in content.notes { console.complain(note) }
    if let path = arguments[.file] {
      try write(content, format, path, hasErrors: hasErrors, force: arguments.has(.overwrite))
    } else if case .file(let text, _) = content {
      console.output.write(Mark.marked(text, format))
    }
  } catch {
    throw CommandFailure(.findings, error.message, help: error.help)
  }
  return .fine
}

private func write(
  _ content: OutputContent, _ format: OutputFormat, _ path: String, hasErrors: Bool, force: Bool
) throws(OutputProblem) {
  guard let path = try? absolutePath(path) else { return }
  var target = OutputTarget(path: path, format: format, overwrites: force)
  var digests = OutputDigests()
  if hasErrors, !force, target.isOurs(digests) {
    throw OutputProblem(
      "\(path) stays as it is: the theme has errors", help: "correct them, or write the file with --force")
  }
  _ = try target.write(content, &digests)
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
