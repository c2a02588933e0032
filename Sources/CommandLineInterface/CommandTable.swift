// SPDX-License-Identifier: GPL-2.0-or-later

/// The commands and options of a program: the one source of its parser and its help.
package struct CommandTable: Sendable {
  package enum Form: Sendable {
    /// The first argument names a command, as in `livery`.
    case commands([NamedCommand])
    /// The program is one command, as `liveryd` is.
    case single(Command)
  }

  package let program: String
  package let summary: String
  package let form: Form
  /// ENVIRONMENT, FILES and SIGNALS, in this order.
  package let manualSections: [ManualSection]

  package init(program: String, summary: String, form: Form, manualSections: [ManualSection]) {
    self.program = program
    self.summary = summary
    self.form = form
    self.manualSections = manualSections
  }

  package var commands: [Command] {
    switch form {
    case .commands(let commands): commands.map { $0.make() }
    case .single(let command): [command]
    }
  }

  /// A command as the help and error messages write it: `livery check`, or `liveryd` alone.
  package func invocation(of command: Command) -> String {
    switch form {
    case .commands: "\(program) \(command.name)"
    case .single: program
    }
  }
}

/// A command of a table. A program makes the one that its command line names: to make 40 took a tenth of a short run.
package struct NamedCommand: Sendable {
  /// That of the command.
  package let name: String
  package let make: @Sendable () -> Command

  package init(_ name: String, make: @escaping @Sendable () -> Command) {
    self.name = name
    self.make = make
  }
}

/// A section of a manual page that is not about commands, such as ENVIRONMENT.
package struct ManualSection: Sendable {
  package let title: String
  /// The meaning of each name.
  package let entries: KeyValuePairs<String, String>

  package init(_ title: String, _ entries: KeyValuePairs<String, String>) {
    self.title = title
    self.entries = entries
  }
}
