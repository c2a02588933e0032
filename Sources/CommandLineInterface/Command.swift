// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText

/// A command of a program. The parser, the help, the manual page and the completions read it. Each command is a constant in an
/// extension, beside its implementation; those of `livery` have more than 400 lines together.
package struct Command: Sendable {
  package struct Operand: Sendable {
    package enum Occurrence: Sendable { case once, optional, oneOrMore, any }

    package let name: String
    package let occurrence: Occurrence
    package let summary: String
    /// All valid values. When it is empty, a shell completes file names.
    package let choices: [String]

    package init(_ name: String, _ occurrence: Occurrence, _ summary: String, choices: [String] = []) {
      self.name = name
      self.occurrence = occurrence
      self.summary = summary
      self.choices = choices
    }
  }

  package struct Example: Sendable {
    /// The whole command line, the program's name first.
    package let line: String
    package let summary: String

    package init(_ line: String, _ summary: String) {
      self.line = line
      self.summary = summary
    }
  }

  package let name: String
  /// One line, without a full stop.
  package let summary: String
  /// Paragraphs below the summary.
  package let details: [String]
  package let operands: [Operand]
  package let options: [CommandOption]
  package let examples: [Example]
  package let run: @Sendable (Arguments, Console) throws(CommandFailure) -> ExitCode

  package init(
    _ name: String, _ summary: String, details: [String] = [], operands: [Operand] = [], options: [CommandOption] = [],
    examples: [Example], run: @escaping @Sendable (Arguments, Console) throws(CommandFailure) -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.operands = operands
    self.options = options + [.color, .help]
    self.examples = examples
    self.run = run
  }
}

extension CommandOption {
  package static let help = CommandOption("help", letter: "h", "Print this help.")
  package static let color = CommandOption(
    "color", value: .choice(of: ColorChoice.self), default: ColorChoice.auto.rawValue, "When to use colours.")
}
