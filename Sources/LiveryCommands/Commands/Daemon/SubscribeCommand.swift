// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConnection
import LiveryProtocol
import Reporting

extension CommandOption {
  static let consumerName = CommandOption(
    "name", value: .text("NAME"), "The name of the consumer in `livery consumers`.")
  static let mode = CommandOption(
    "mode", value: .choice(of: ThemeInterface.Mode.self), default: ThemeInterface.Mode.delta.rawValue,
    "After the first snapshot, print the changes or the whole again.")
  static let count = CommandOption("count", value: .count("N"), "End after N lines, the first included.")
  static let execute = CommandOption(
    "exec", value: .text("COMMAND"),
    "Run this command of the shell for each line, which it reads from its standard input, instead of printing it.")
  static let reconnect = CommandOption("reconnect", "Go on with the next daemon when the connection is lost.")
}

extension Command {
  static let subscribe = Command(
    "subscribe", "Follow a bundle of a running daemon, one JSON object a line",
    details: [
      "The first line has the whole snapshot. Each further line has the changes of an edit (event `delta`, a JSON Patch), a new "
        + "list of diagnostics, or the end and its reason.",
      "Ends with 0 after the end, after --count lines and on INT, TERM and HUP; with 4 when the connection is lost. Commands of "
        + "--exec never run two at once: while one runs, the daemon merges further changes. On these signals, a running command "
        + "gets SIGTERM, with its children unless standard input is a terminal.",
    ],
    operands: [.askedBundle],
    options: [.consumerName] + CommandOption.context
      + [.select, .mode, .count, .execute, .reconnect, .socket, .timeout],
    examples: [
      Example("livery subscribe aurora --device pad", "Print the snapshot, then each change."),
      Example(
        "livery subscribe --select 'constants/color-*' --exec 'jq -c .delta.patch >> colors.log'",
        "Run a command for each change of a colour."),
    ],
    run: { (arguments, console) throws(CommandFailure) in
      let subscription = try Subscription(arguments, console)
      return try subscription.run()
    })
}
