// SPDX-License-Identifier: GPL-2.0-or-later

/// One thing that a program does, with all that is said about it anywhere.
struct Command: Sendable {
  struct Operand: Sendable {
    enum Occurrence: Sendable { case once, optional, oneOrMore, any }

    let name: String
    let occurrence: Occurrence
    let summary: String
    /// All that it can be, where that is known beforehand; a shell completes file names for others.
    var choices: [String] = []
  }

  struct Example: Sendable {
    /// The command line as a person types it, the program's name first.
    let line: String
    let summary: String
  }

  let name: String
  /// One line, without a full stop.
  let summary: String
  /// What the summary leaves out, as paragraphs.
  let details: [String]
  let operands: [Operand]
  let options: [CommandOption]
  let examples: [Example]
  let run: @Sendable (Arguments, Console) throws(CommandFailure) -> ExitCode

  init(
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
  static let help = CommandOption("help", letter: "h", "Print this help.")
  static let color = CommandOption(
    "color", value: .choice(of: ColorChoice.self), default: ColorChoice.auto.rawValue, "When to use colours.")
}
