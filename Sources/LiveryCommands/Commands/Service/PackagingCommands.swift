// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LiveryConfiguration
import ThemeModel

/// Commands for packages: completions and manual pages from the command tables.
extension Command {
  static let completions = Command(
    "completions", "Print the completion of both programs for a shell",
    operands: [
      Operand("SHELL", .once, "The shell: bash, zsh or fish.", choices: CompletedShell.allCases.map(\.rawValue))
    ],
    examples: [
      Example("livery completions bash", "To be kept as ~/.local/share/bash-completion/completions/livery."),
      Example("livery completions zsh", "To be kept as _livery in a directory of fpath."),
      Example("livery completions fish", "To be kept as ~/.config/fish/completions/livery.fish."),
    ],
    run: { (arguments, console) throws(CommandFailure) in
      let name = arguments.operands[0]
      guard let shell = CompletedShell(rawValue: name) else {
        let names = CompletedShell.allCases.map(\.rawValue)
        throw CommandFailure(
          .usage, "no completions for `\(name)`; choose \(names.joined(separator: ", "))",
          help: Suggestion.didYouMean(name, among: names))
      }
      console.output.write(shell.completion(of: [Program.livery, .liveryd].map(\.table)))
      return .fine
    })

  static let manual = Command(
    "manual", "Print the manual page of a program, as man reads it",
    operands: [Operand("PROGRAM", .once, "The program: livery or liveryd.", choices: ["livery", "liveryd"])],
    examples: [Example("livery manual livery", "To be read by `man -l -`.")],
    run: { (arguments, console) throws(CommandFailure) in
      guard let program = [Program.livery, .liveryd].first(where: { $0.table.program == arguments.operands[0] }) else {
        throw CommandFailure(.usage, "no manual page for `\(arguments.operands[0])`; choose livery or liveryd")
      }
      console.output.write(program.table.manualPage(version: productVersion, date: productDate))
      return .fine
    })
}

/// The shells that complete command lines.
enum CompletedShell: String, CaseIterable {
  case bash, zsh, fish

  /// The completion script for several programs.
  func completion(of tables: [CommandTable]) -> String {
    switch self {
    case .bash: tables.map(\.bashCompletion).joined()
    case .zsh: zshCompletion(of: tables)
    case .fish: tables.map(\.fishCompletion).joined()
    }
  }
}
