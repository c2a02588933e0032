// SPDX-License-Identifier: GPL-2.0-or-later

extension OutputFormat {
  /// An option of a format.
  package struct Option: Sendable {
    package let name: String
    /// The possible values, of which the first is the default; empty where any text is possible.
    package let choices: [String]
    package let summary: String
    /// The default.
    package let usual: String
    /// Fails for a value that is not one of the option.
    let check: @Sendable (String) throws(OutputProblem) -> Void

    init(name: String, choices: [String], summary: String) {
      self.name = name
      self.choices = choices
      self.summary = summary
      usual = choices.first ?? ""
      check = { _ throws(OutputProblem) in }
    }

    /// An option whose value is a text of one line.
    init(
      name: String, text: String, summary: String,
      check: @escaping @Sendable (String) throws(OutputProblem) -> Void = { _ throws(OutputProblem) in }
    ) {
      self.name = name
      choices = []
      self.summary = summary
      usual = text
      self.check = check
    }

    /// The option whether references are written, and its choice to write values.
    static let referencesName = "references"
    static let values = "values"
  }
}
