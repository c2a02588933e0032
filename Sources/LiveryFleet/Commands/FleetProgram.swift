// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import FleetCommandLine
import FleetModel
import LinuxIO
import LiveryConfiguration
import StyledText

/// `livery-fleet`: does the commands that `livery` hands on.
package enum FleetProgram {
  private static let table = CommandTable(
    // People call it by the name of the program that hands the commands on.
    program: "livery", summary: "a theme bundle on many machines",
    form: .commands(
      FleetCommand.allCases.map { command in
        NamedCommand(command.rawValue) {
          command.command { (arguments, console) throws(CommandFailure) in
            try run(command, arguments, console)
          }
        }
      }), manualSections: [])

  /// Runs the command line of this process, and ends the process.
  package static func run() -> Never {
    ignoreBrokenPipeSignal()
    let code = run(Array(CommandLine.arguments.dropFirst()))
    // Threads of libnats may still use libcrypto, which the usual end of a process takes down under them.
    endProcessAtOnce(code.rawValue)
  }

  private static func run(
    _ command: FleetCommand, _ arguments: Arguments, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    do throws(FleetFailure) {
      let settings = try FleetSettings(arguments)
      switch command {
      case .publish: return try publish(settings, console)
      case .mirror: return try mirror(settings, console)
      case .fleet: return try showStatus(settings, console)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func run(_ line: [String]) -> ExitCode {
    let invocation: Invocation
    do throws(UsageError) {
      invocation = try table.parse(line)
    } catch {
      Console.standard(program: table.program, color: .auto).errors.write(error.text(program: table.program))
      return .usage
    }
    let console = Console.standard(program: table.program, color: invocation.color)
    switch invocation {
    case .help(let command): console.output.write(table.help(command, width: console.output.width))
    case .version: console.output.write("livery-fleet \(productVersion)\n")
    case .run(let command, let arguments):
      do throws(CommandFailure) {
        return try command.run(arguments, console)
      } catch {
        console.complain(error)
        return error.code
      }
    }
    return .fine
  }
}

extension Invocation {
  fileprivate var color: ColorChoice {
    switch self {
    case .run(_, let arguments): arguments.choice(.color, or: .auto)
    case .help, .version: .auto
    }
  }
}
