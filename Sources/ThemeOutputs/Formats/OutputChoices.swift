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
      guard let option = format.options.first(where: { Bytewise($0.name) == Bytewise(name) }) else {
        let names = format.options.map(\.name)
        throw OutputProblem(
          "the format \(format.name) has no option `\(name)`",
          help: Suggestion.didYouMean(name, among: names)
            ?? (names.isEmpty ? "it has no options" : "its options are: \(names.joined(separator: ", "))"))
      }
      guard option.choices.isEmpty || option.choices.containsBytewise(value) else {
        throw OutputProblem(
          "`\(value)` is not a value of the option `\(name)`",
          help: Suggestion.didYouMean(value, among: option.choices)
            ?? "write one of: \(option.choices.joined(separator: ", "))")
      }
      guard !value.hasUnprintableScalar else {
        throw OutputProblem("the option `\(name)` has a control character", help: "write it without one")
      }
      try option.check(value)
      values[name] = value
    }
  }

  /// Nil for an option that the format does not have.
  subscript(_ option: String) -> String? { values[option] }
}
