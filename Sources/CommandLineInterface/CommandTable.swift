// SPDX-License-Identifier: GPL-2.0-or-later

/// All that a program understands: the one source of its parser and its help.
package struct CommandTable: Sendable {
  package enum Form: Sendable {
    /// The first argument names a command: `livery`.
    case commands([Command])
    /// The program is one command: `liveryd`.
    case single(Command)
  }

  package let program: String
  package let summary: String
  package let form: Form
  /// In the order of the manual page.
  package let manualSections: [ManualSection]

  package init(program: String, summary: String, form: Form, manualSections: [ManualSection]) {
    self.program = program
    self.summary = summary
    self.form = form
    self.manualSections = manualSections
  }

  package var commands: [Command] {
    switch form {
    case .commands(let commands): commands
    case .single(let command): [command]
    }
  }

  /// The command line that the help and the errors show for a command: `livery check`, or `liveryd` alone.
  package func invocation(of command: Command) -> String {
    switch form {
    case .commands: "\(program) \(command.name)"
    case .single: program
    }
  }
}
