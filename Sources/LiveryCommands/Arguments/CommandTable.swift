// SPDX-License-Identifier: GPL-2.0-or-later

/// All that a program understands: the one source of its parser and its help.
struct CommandTable: Sendable {
  enum Form: Sendable {
    /// The first argument names a command: `livery`.
    case commands([Command])
    /// The program is one command: `liveryd`.
    case single(Command)
  }

  let program: String
  let summary: String
  let form: Form

  var commands: [Command] {
    switch form {
    case .commands(let commands): commands
    case .single(let command): [command]
    }
  }

  /// The command line that the help and the errors show for a command: `livery check`, or `liveryd` alone.
  func invocation(of command: Command) -> String {
    switch form {
    case .commands: "\(program) \(command.name)"
    case .single: program
    }
  }
}
