// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The values of the options of a format: those that are given, and the defaults of the others.
package struct OutputChoices: Sendable {
  private var values: BytewiseDictionary<String> = [:]

  /// Fails for an option that the format does not have, and for a value that its option does not have.
  package init(_ given: [(name: String, value: String)], of format: OutputFormat) throws(OutputProblem) {
    for option in format.options { values[option.name] = option.usual }
    for (name, value) in given {
      try format.option(named: name).validate(value)
      values[name] = value
    }
  }

  /// Nil for an option that the format does not have.
  subscript(_ option: String) -> String? { values[option] }
}

extension OutputFormat {
  /// Fails for an option that the format does not have.
  package func option(named name: String) throws(OutputProblem) -> Option {
    if let option = options.first(where: { Bytewise($0.name) == Bytewise(name) }) { return option }
    let names = options.map(\.name)
    throw OutputProblem(
      "the format \(self.name) has no option `\(name)`",
      help: Suggestion.didYouMean(name, among: names)
        ?? (names.isEmpty ? "it has no options" : "its options are: \(names.joined(separator: ", "))"))
  }
}

extension OutputFormat.Option {
  /// Fails for a value that is not one of the option.
  package func validate(_ value: String) throws(OutputProblem) {
    guard choices.isEmpty || choices.containsBytewise(value) else {
      throw OutputProblem(
        "`\(value)` is not a value of the option `\(name)`",
        help: Suggestion.didYouMean(value, among: choices) ?? "write one of: \(choices.joined(separator: ", "))")
    }
    guard !value.hasUnprintableScalar else {
      throw OutputProblem("the option `\(name)` has a control character", help: "write it without one")
    }
    try check(value)
  }
}
