// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText

/// What is done to a running daemon's bundle besides `livery set`.
extension Command {
  static let use = Command(
    "use", "Choose the themes of a running daemon's bundle",
    details: [
      "They apply at once to all consumers that name no themes themselves, until the daemon ends; `livery save` keeps "
        + "them. Without THEME the bundle's own default applies again."
    ],
    operands: [
      Operand(name: "THEME", occurrence: .any, summary: "The themes, the one that has precedence first.")
    ],
    options: [.bundle, .socket, .timeout],
    examples: [
      Example(line: "livery use brand night", summary: "The theme brand, and night for what it lacks."),
      Example(line: "livery use", summary: "Back to the default."),
    ],
    run: { (arguments, console) throws(CommandFailure) in
      let themes = JSONValue.array(arguments.operands.map(JSONValue.string))
      return try change(arguments, console, "UseThemes", [("themes", themes)])
    })

  static let reset = Command(
    "reset", "Take back all values that were set in a running daemon's bundle",
    details: ["The themes of `livery use` stay. What was saved stays too, until the next `livery save`."],
    options: [.bundle, .socket, .timeout],
    examples: [Example(line: "livery reset", summary: "What the files say.")],
    run: { (arguments, console) throws(CommandFailure) in
      try change(arguments, console, "ResetModifications", [])
    })

  static let save = Command(
    "save", "Keep what was set in a running daemon's bundle for its next start",
    details: [
      "Replaces what was saved before, as one step, in the daemon's state directory; when nothing is set, nothing is kept. "
        + "A running `livery watch` has no state directory: it keeps nothing, and this ends with 1."
    ],
    options: [.bundle, .socket, .timeout],
    examples: [Example(line: "livery save --bundle aurora", summary: "Keep the themes and values of one bundle.")],
    run: { (arguments, _) throws(CommandFailure) in
      let daemon = try DaemonConnection(arguments)
      _ = try daemon.call("SynchronizeModifications", try daemon.parameters(arguments, []))
      return .fine
    })

  static let forget = Command(
    "forget", "Drop the last good values that a running daemon's bundle holds back",
    details: [
      "While a file cannot be read or a value cannot be resolved, programs keep the last good one. This drops it: programs get "
        + "what the files say now. Prints the generation that results."
    ],
    operands: [
      Operand(name: "BUNDLE", occurrence: .optional, summary: "The bundle's name, directory or root file.")
    ],
    options: [.socket, .timeout],
    examples: [Example(line: "livery forget aurora", summary: "What the files of aurora say, whatever it takes away.")],
    run: { (arguments, console) throws(CommandFailure) in
      let daemon = try DaemonConnection(arguments)
      var parameters = JSONObject()
      if let operand = arguments.operands.first { parameters["bundle"] = .string(try daemon.bundle(named: operand)) }
      let reply = try daemon.call("Forget", parameters)
      console.output.write("generation \(reply["generation"]?.count ?? 0)\n")
      return .fine
    })

  static let sync = Command(
    "sync", "Wait until everything that was written to a bundle is published",
    details: [
      "The changes have been sent to every consumer then. Prints the generation that holds them. Files that are still open "
        + "for writing are not covered."
    ],
    options: [.bundle, .socket, .timeout],
    examples: [Example(line: "livery sync", summary: "After a script has written theme files.")],
    run: { (arguments, console) throws(CommandFailure) in
      try change(arguments, console, "Sync", [])
    })
}

/// Calls a method that is about one bundle, and prints the generation that it answers.
func change(
  _ arguments: Arguments, _ console: Console, _ method: String, _ parameters: [(key: String, value: JSONValue)]
) throws(CommandFailure) -> ExitCode {
  let daemon = try DaemonConnection(arguments)
  let reply = try daemon.call(method, try daemon.parameters(arguments, parameters))
  console.output.write("generation \(reply["generation"]?.count ?? 0)\n")
  return .fine
}

extension DaemonConnection {
  /// Parameters with the bundle that `--bundle` names, when it does.
  func parameters(
    _ arguments: Arguments, _ others: [(key: String, value: JSONValue)]
  ) throws(CommandFailure) -> JSONObject {
    var parameters = JSONObject(others)
    if let operand = arguments[.bundle] { parameters["bundle"] = .string(try bundle(named: operand)) }
    return parameters
  }
}
