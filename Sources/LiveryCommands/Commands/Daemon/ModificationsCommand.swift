// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LiveryProtocol
import Reporting
import ThemeModel

extension Command {
  static let modifications = Command(
    "modifications", "List the values set at run time in a daemon's bundle",
    details: [
      "The themes of `livery use` and the values of `livery set`, and whether `livery save` has stored exactly these for the next "
        + "start."
    ],
    options: [.bundle, .socket, .timeout, .reportFormat],
    examples: [
      Example("livery modifications", "A table of all that is set."),
      Example("livery modifications --format json", "The same as JSON."),
    ], run: listModifications)
}

private func listModifications(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let served = try ServedBundle(arguments[.bundle], arguments)
  let reply = try served.daemon.call(ThemeInterface.ListModifications { $0.bundle = served.name })
  try console.write(json: reply.encoded, objects: [reply.encoded], arguments) {
    let rows = modificationRows(reply)
    if !rows.isEmpty { console.output.write(table([["SET", "NAME", "PROPERTY", "VALUE"]] + rows)) }
    console.errors.write(summary(isEmpty: rows.isEmpty, isSaved: reply.saved))
  }
  return .fine
}

private func summary(isEmpty: Bool, isSaved: Bool) -> String {
  switch (isEmpty, isSaved) {
  case (true, true): "No values are set.\n"
  case (true, false): "No values are set. The next start sets what was saved before; `livery save` ends that.\n"
  case (false, true): "All of it is saved.\n"
  case (false, false): "Not saved. `livery save` keeps it after a restart of liveryd; `livery watch` keeps nothing.\n"
  }
}
