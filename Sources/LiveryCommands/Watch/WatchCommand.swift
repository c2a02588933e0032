// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import ThemeModel
import WatchRendering

/// The format of `livery watch` without a screen.
enum WatchFormat: String, CaseIterable, Sendable { case concise, ndjson }

extension CommandOption {
  static let ownSocket = CommandOption(
    "socket", value: .path("PATH"),
    default: "NAME.sock in the user's directory for sockets, else NAME-2.sock and so on",
    "Where other programs can subscribe.")
  static let executeForGenerations = CommandOption(
    "exec", value: .text("COMMAND"),
    "Run this command of the shell after each generation, never two at once; it reads the changes from its standard input."
  )
  static let watchFormat = CommandOption(
    "format", value: .choice(of: WatchFormat.self), default: "a screen on a terminal, else concise",
    "Print a line for each generation.")
}

extension Command {
  static let watch = Command(
    "watch", "Show the changes of each edit of a bundle, and serve it to other programs",
    details: [
      "Serves the bundle in this process, without a daemon, and prints the socket. Keys on a terminal: "
        + WatchKey.allCases.map { "\($0.rawValue) \($0.name)" }.joined(separator: ", ")
        + ", and the arrows, PgUp, PgDn, Home and End scroll.",
      "Without a terminal it prints the socket, then one line for each generation and its findings as "
        + "`file:line:column: severity[code] message`.",
      "The command of --exec reads the messages that `livery subscribe` prints: first the snapshot, then the delta since it ran "
        + "last. Its output goes to standard error, or the last lines of it to the screen. When the watch ends, a running command gets "
        + "SIGTERM with its children.",
      "Values of `livery set` and `livery use` last until it ends, since it has no state directory.",
    ],
    operands: [.bundle],
    options: CommandOption.context + [.ownSocket, .watchFormat, .executeForGenerations],
    examples: [
      Example("livery watch Examples/aurora", "Edit its files and see the changes."),
      Example("livery watch", "The same for the bundle in this directory."),
      Example(
        "livery watch Examples/aurora --exec 'livery resolve Examples/aurora > aurora.json'", "Keep a file up to date."),
      Example("livery watch Examples/aurora --format ndjson --socket /tmp/aurora.sock", "For programs."),
    ],
    run: { (arguments, console) throws(CommandFailure) in
      let session = try WatchSession(arguments, console)
      return try session.run()
    })
}
