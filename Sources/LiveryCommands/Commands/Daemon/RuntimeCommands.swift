// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LiveryProtocol

/// Commands that change a running daemon's bundle.
extension Command {
  static let use = Command(
    "use", "Choose the themes of a running daemon's bundle",
    details: [
      "They apply at once to all consumers that name no themes themselves, until the daemon ends; `livery save` keeps "
        + "them. Without THEME the bundle's own default applies again."
    ],
    operands: [Operand("THEME", .any, "The themes, the one that has precedence first.")],
    options: [.bundle, .socket, .timeout],
    examples: [
      Example("livery use brand night", "The theme brand, and night for the values that brand lacks."),
      Example("livery use", "Back to the default."),
    ],
    run: { (arguments, console) throws(CommandFailure) in
      try change(arguments, console) { bundle in
        ThemeInterface.UseThemes {
          $0.bundle = bundle
          $0.themes = arguments.operands
        }
      }
    })

  static let reset = Command(
    "reset", "Take back all values that were set in a running daemon's bundle",
    details: ["The themes of `livery use` stay. Saved values stay too, until the next `livery save`."],
    options: [.bundle, .socket, .timeout],
    examples: [Example("livery reset", "Have the values of the files again.")],
    run: { (arguments, console) throws(CommandFailure) in
      try change(arguments, console) { bundle in ThemeInterface.ResetModifications { $0.bundle = bundle } }
    })

  static let save = Command(
    "save", "Store the values set in a daemon's bundle for its next start",
    details: [
      "Replaces the saved values in the daemon's state directory as one step. When nothing is set, the saved values are removed. "
        + "A running `livery watch` has no state directory: it keeps nothing, and this ends with 1."
    ],
    options: [.bundle, .socket, .timeout],
    examples: [Example("livery save --bundle aurora", "Keep the themes and values of one bundle.")],
    run: { (arguments, _) throws(CommandFailure) in
      let served = try ServedBundle(arguments[.bundle], arguments)
      _ = try served.daemon.call(ThemeInterface.SynchronizeModifications { $0.bundle = served.name })
      return .fine
    })

  static let forget = Command(
    "forget", "Drop the last good values that a running daemon's bundle holds back",
    details: [
      "While a file cannot be read or a value cannot be resolved, programs keep the last good one. This drops it: programs get "
        + "what the files say now. Prints the generation that results."
    ],
    operands: [.askedBundle],
    options: [.socket, .timeout],
    examples: [Example("livery forget aurora", "Restore the values of the files of aurora.")],
    run: { (arguments, console) throws(CommandFailure) in
      let served = try ServedBundle(arguments.operands.first, arguments)
      let reply = try served.daemon.call(ThemeInterface.Forget { $0.bundle = served.name })
      console.output.write("generation \(reply.generation)\n")
      return .fine
    })

  static let sync = Command(
    "sync", "Wait until everything that was written to a bundle is published",
    details: [
      "The changes have been sent to every consumer then. Prints the generation that holds them. Files that are still open "
        + "for writing are not covered."
    ],
    options: [.bundle, .socket, .timeout],
    examples: [Example("livery sync", "After a script has written theme files.")],
    run: { (arguments, console) throws(CommandFailure) in
      try change(arguments, console) { bundle in ThemeInterface.Sync { $0.bundle = bundle } }
    })
}

/// Calls a method that changes one bundle, and prints the resulting generation.
///
/// - Parameter call: makes the call for a bundle; see `ServedBundle.name`.
func change<Method: ThemeMethod>(
  _ arguments: Arguments, _ console: Console, _ call: (_ bundle: String?) -> Method
) throws(CommandFailure) -> ExitCode where Method.Reply == ThemeInterface.GenerationReply {
  let served = try ServedBundle(arguments[.bundle], arguments)
  let reply = try served.daemon.call(call(served.name))
  console.output.write("generation \(reply.generation)\n")
  return .fine
}
