// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConfiguration
import Reporting
import StyledText

/// The programs of this package.
package enum Program {
  case livery
  case liveryd

  /// The program by the name that the process was called by: `liveryd` is a link to `livery` in the package.
  package static var called: Program { Program(name: CommandLine.arguments.first ?? "") }

  /// - Parameter name: the path of the executable.
  init(name: String) { self = splitPath(name).name == "liveryd" ? .liveryd : .livery }

  var table: CommandTable {
    switch self {
    case .livery:
      CommandTable(
        program: "livery", summary: "hot-reloading theme bundles: write, check and follow them",
        form: .commands([
          .initialize, .watch, .preview, .check, .fix, .explain, .resolve, .list, .get, .why, .uses, .compose, .log,
          .diff, .undo, .export, .formats, .apply,
          .lsp, .subscribe, .consumers, .deregister, .status, .bundles, .add, .remove, .use, .set, .modifications,
          .save,
          .reset, .forget, .overlays, .sync, .reload, .publish, .mirror, .fleet, .doctor, .completions, .manual,
        ]), manualSections: ManualSection.ofCommands)
    case .liveryd:
      CommandTable(
        program: "liveryd", summary: Command.daemon.summary, form: .single(.daemon),
        manualSections: ManualSection.ofDaemon)
    }
  }

  /// Runs the command line of this process, and ends the process.
  package func run() -> Never {
    endProcess(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private func run(_ line: [String]) -> ExitCode {
    do throws(UsageError) {
      let invocation = try table.parse(line)
      return run(invocation, Console.standard(program: table.program, color: invocation.color))
    } catch {
      Console.standard(program: table.program, color: .auto).errors.write(error.text(program: table.program))
      return .usage
    }
  }

  func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
    var code = ExitCode.fine
    switch invocation {
    case .help(let command): console.output.write(table.help(command))
    case .version: console.output.write("\(table.program) \(productVersion)\n")
    case .run(let command, let arguments):
      do throws(CommandFailure) {
        code = try command.run(arguments, console)
      } catch {
        console.complain(error)
        code = error.code
      }
    }
    if let failure = console.output.failure {
      console.complain(CommandFailure(.internalError, "the output cannot be written: \(failure)"))
      return .internalError
    }
    return code
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
