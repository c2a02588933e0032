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
          NamedCommand("init") { .initialize },
          NamedCommand("watch") { .watch },
          NamedCommand("preview") { .preview },
          NamedCommand("check") { .check },
          NamedCommand("fix") { .fix },
          NamedCommand("explain") { .explain },
          NamedCommand("resolve") { .resolve },
          NamedCommand("list") { .list },
          NamedCommand("get") { .get },
          NamedCommand("why") { .why },
          NamedCommand("uses") { .uses },
          NamedCommand("compose") { .compose },
          NamedCommand("log") { .log },
          NamedCommand("diff") { .diff },
          NamedCommand("undo") { .undo },
          NamedCommand("export") { .export },
          NamedCommand("formats") { .formats },
          NamedCommand("apply") { .apply },
          NamedCommand("lsp") { .lsp },
          NamedCommand("subscribe") { .subscribe },
          NamedCommand("consumers") { .consumers },
          NamedCommand("deregister") { .deregister },
          NamedCommand("status") { .status },
          NamedCommand("bundles") { .bundles },
          NamedCommand("add") { .add },
          NamedCommand("remove") { .remove },
          NamedCommand("use") { .use },
          NamedCommand("set") { .set },
          NamedCommand("modifications") { .modifications },
          NamedCommand("save") { .save },
          NamedCommand("reset") { .reset },
          NamedCommand("forget") { .forget },
          NamedCommand("overlays") { .overlays },
          NamedCommand("sync") { .sync },
          NamedCommand("reload") { .reload },
          NamedCommand("publish") { .publish },
          NamedCommand("mirror") { .mirror },
          NamedCommand("fleet") { .fleet },
          NamedCommand("doctor") { .doctor },
          NamedCommand("completions") { .completions },
          NamedCommand("manual") { .manual },
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
    case .help(let command): console.output.write(table.help(command, width: console.output.width))
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
