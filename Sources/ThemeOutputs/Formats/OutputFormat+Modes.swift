// SPDX-License-Identifier: GPL-2.0-or-later

extension OutputFormat {
  /// The parts for other contexts that an output may have.
  enum Modes: Sendable {
    case none
    /// Parts in at-rules and selectors of a style sheet.
    case rules
    /// Parts for dark and for light surroundings.
    case appearances
  }

  /// Fails for the condition of a mode that the format does not have.
  package func check(condition: String) throws(OutputProblem) {
    switch modes {
    case .none: throw OutputProblem("the format \(name) has no modes", help: "write one output for each mode")
    case .rules: try CSSRule.check(condition: condition)
    case .appearances:
      guard Roles.Appearance(condition: condition) == nil else { return }
      throw OutputProblem(
        "the format \(name) knows dark and light appearances alone, not `\(condition)`",
        help: #"write "when": { "appearance": "dark" }"#)
    }
  }
}
