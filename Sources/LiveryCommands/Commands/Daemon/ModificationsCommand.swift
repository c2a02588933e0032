// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryProtocol
import ThemeModel

extension Command {
  static let modifications = Command(
    "modifications", "List what is set in a running daemon's bundle",
    details: [
      "The themes of `livery use` and what `livery set` has set, and whether `livery save` has kept just that for the next "
        + "start."
    ],
    options: [.bundle, .socket, .timeout, .reportFormat],
    examples: [
      Example(line: "livery modifications", summary: "A table of all that is set."),
      Example(line: "livery modifications --format json", summary: "The same as JSON."),
    ], run: listModifications)
}

private func listModifications(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let daemon = try DaemonConnection(arguments)
  let bundle = try daemon.bundle(arguments)
  let reply = try daemon.call(ThemeInterface.ListModifications { $0.bundle = bundle })
  let rows = modificationRows(reply)
  switch arguments.choice(.reportFormat, or: ReportFormat.table) {
  case .json: console.output.write(reply.encoded.pretty + "\n")
  case .ndjson: console.output.write(reply.encoded.text + "\n")
  case .table:
    if !rows.isEmpty {
      for line in table([["SET", "NAME", "PROPERTY", "VALUE"]] + rows) { console.output.write(line) }
    }
    console.errors.write(summary(isEmpty: rows.isEmpty, isSaved: reply.saved))
  }
  return .fine
}

private func summary(isEmpty: Bool, isSaved: Bool) -> String {
  switch (isEmpty, isSaved) {
  case (true, true): "No values are set.\n"
  case (true, false): "No values are set. The next start sets what was saved before; `livery save` ends that.\n"
  case (false, true): "All of it is saved.\n"
  case (false, false): "Not saved yet. Run `livery save` to keep it after a restart.\n"
  }
}

/// A row for each theme, constant, property and inheritance that is set.
func modificationRows(_ reply: ThemeInterface.ListModifications.Reply) -> [[String]] {
  let themes = reply.themes.map { ["theme", $0, "", ""] }
  let constants = reply.constants.members.map { ["constant", $0.key, "", $0.value.text] }
  let styles = reply.styles.styles.flatMap { name, style in
    let inherits = style.inherits.map { [["inherit", name, "", $0 ? "on" : "off"]] } ?? []
    return inherits + properties(.object(style.properties), at: []).map { ["style", name, $0.path, $0.value.text] }
  }
  return themes + constants + styles
}

/// The values in nested objects, by the paths that `livery set style` takes. An object that is a value of the dialect is
/// listed by its members, too.
private func properties(_ value: JSONValue, at keys: [String]) -> [(path: String, value: JSONValue)] {
  guard let object = value.object, keys.isEmpty || !object.members.isEmpty else {
    return [(keys.map(Path.escape).joined(separator: "/"), value)]
  }
  return object.members.flatMap { properties($0.value, at: keys + [$0.key]) }
}
