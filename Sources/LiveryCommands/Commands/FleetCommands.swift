// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import FleetCommandLine
import LinuxIO
import ProcessIO

extension Command {
  static let publish = FleetCommand.publish.command(run: runFleetProgram)
  static let mirror = FleetCommand.mirror.command(run: runFleetProgram)
  static let fleet = FleetCommand.fleet.command(run: runFleetProgram)
}

/// Hands the command line on to `livery-fleet`, which is a package of its own: it alone links the client library of NATS.
private func runFleetProgram(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let installed = "/usr/libexec/livery/livery-fleet"
  let own = (try? linkTarget("/proc/self/exe")).map { "\(splitPath($0).directory)/livery-fleet" }
  for program in [own, installed].compactMap(\.self) where (try? fileStatus(program))?.kind == .regular {
    let failure = replaceProcess(with: program, Array(CommandLine.arguments.dropFirst()))
    throw CommandFailure(.internalError, "the program of fleets cannot be run: \(failure)")
  }
  throw CommandFailure(
    .usage, "`livery \(arguments.command.name)` needs the package livery-fleet",
    help: "install it: `apt-get install livery-fleet`")
}
