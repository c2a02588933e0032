// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText

/// One thing that a program does, with all that is said about it anywhere.
package struct Command: Sendable {
  package struct Operand: Sendable {
    package enum Occurrence: Sendable { case once, optional, oneOrMore, any }

    package let name: String
    package let occurrence: Occurrence
    package let summary: String
    /// All that it can be, where that is known beforehand; a shell completes file names for others.
    package var choices: [String] = []

    package init(name: String, occurrence: Occurrence, summary: String, choices: [String] = []) {
      self.name = name
      self.occurrence = occurrence
      self.summary = summary
      self.choices = choices
    }
  }

  package struct Example: Sendable {
    /// The command line as a person types it, the program's name first.
    package let line: String
    package let summary: String

    package init(line: String, summary: String) {
      self.line = line
      self.summary = summary
    }
  }

  package let name: String
  /// One line, without a full stop.
  package let summary: String
  /// What the summary leaves out, as paragraphs.
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
