// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryService

/// What packages are made with: everything that is said about the programs elsewhere comes from their command tables.
extension Command {
  static let completions = Command(
    "completions", "Print the completion of both programs for a shell",
    operands: [Operand(name: "SHELL", occurrence: .once, summary: "The shell: bash.")],
    examples: [
      Example(
        line: "livery completions bash", summary: "To be kept as ~/.local/share/bash-completion/completions/livery.")
    ],
    run: { (arguments, console) throws(CommandFailure) in
      guard arguments.operands == ["bash"] else {
        throw CommandFailure(.usage, "there are no completions for `\(arguments.operands[0])`, but for bash")
      }
      for program in [Program.livery, .liveryd] { console.output.write(program.table.bashCompletion) }
      return .fine
    })

  static let manual = Command(
    "manual", "Print the manual page of a program, as man reads it",
    operands: [Operand(name: "PROGRAM", occurrence: .once, summary: "The program: livery or liveryd.")],
    examples: [Example(line: "livery manual livery", summary: "To be read by `man -l -`.")],
    run: { (arguments, console) throws(CommandFailure) in
      guard let program = [Program.livery, .liveryd].first(where: { $0.table.program == arguments.operands[0] }) else {
        throw CommandFailure(.usage, "there is a manual page for livery and for liveryd")
      }
      console.output.write(program.table.manualPage(version: productVersion))
      return .fine
    })
}
