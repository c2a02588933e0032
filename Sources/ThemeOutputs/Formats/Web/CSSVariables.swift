// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The variables of a style sheet: a name, and a text.
struct CSSVariables {
  struct Variable: Equatable {
    let name: String
    /// The value.
    let text: String
    /// For screens that show more than sRGB; nil where it is the same.
    let wide: String?
    let path: String
    /// The name of the variable that this one refers to.
    var reference: String?
  }

  private(set) var variables: [Variable]

  /// - Parameters:
  ///   - prefix: adds the prefix, with its separator, to the name of an entry.
  ///   - spelling: the form in which the target compares names.
  init(
    _ entries: [OutputTheme.Entry], _ values: CSSValues, prefix: (OutputTheme.Entry, String) -> String,
    spelling: (String) -> String = { $0 }
  ) throws(OutputProblem) {
    var variables: [Variable] = []
    for entry in entries {
      let name = prefix(entry, try OutputName.css(entry))
      for part in try values.parts(of: entry.value, at: entry.path) {
        variables.append(Variable(name: name + part.suffix, text: part.text, wide: part.wide, path: entry.path))
      }
    }
    try OutputName.checkUnique(variables.map { ($0.name, $0.path) }, in: spelling)
    self.variables = variables
  }

  /// The variables with references to others, where these have the same value.
  ///
  /// - Parameter references: the path of the other value, by the path of a value.
  func referring(by references: BytewiseDictionary<String>) -> CSSVariables {
    var copy = self
    var byPath: BytewiseDictionary<[Variable]> = [:]
    for variable in variables { byPath[variable.path, default: []].append(variable) }
    for (index, variable) in variables.enumerated() {
      guard let target = references[variable.path].flatMap({ byPath[$0] }), let own = byPath[variable.path],
        own.count == target.count, let part = own.firstIndex(where: { Bytewise($0.name) == Bytewise(variable.name) }),
        Bytewise(target[part].text) == Bytewise(variable.text), Bytewise(target[part].wide) == Bytewise(variable.wide)
      else { continue }
      copy.variables[index].reference = target[part].name
    }
    return copy
  }

  /// Those that are not in other variables with the same text.
  func differing(from base: CSSVariables) -> [Variable] {
    var texts: BytewiseDictionary<Variable> = [:]
    for variable in base.variables { texts[variable.name] = variable }
    return variables.filter { variable in
      guard let same = texts[variable.name] else { return true }
      // A variable that refers to one that changes has to be declared again: elements inherit its value, not the reference.
      return Bytewise(same.text) != Bytewise(variable.text) || Bytewise(same.wide) != Bytewise(variable.wide)
        || Bytewise(same.reference) != Bytewise(variable.reference)
    }
  }
}

extension OutputFormat.Option {
  static let references = OutputFormat.Option(
    name: referencesName, choices: [values, "var"],
    summary: "how a value that is only a reference is written: by `var()`, or by its value")
  static let unit = OutputFormat.Option(
    name: "unit", choices: CSSValues.Unit.allCases.map(\.rawValue),
    summary: "the unit of lengths; 16 pixels are one rem")
  static let prefix = OutputFormat.Option(
    name: "prefix", text: "", summary: "the beginning of the names of variables, such as `brand-`"
  ) { prefix throws(OutputProblem) in
    let signs = "0123456789_-".unicodeScalars
    guard !prefix.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || signs.contains($0) }) else { return }
    throw OutputProblem("`\(prefix)` is not the beginning of a name", help: "write letters, digits, `-` and `_`")
  }
}

extension OutputRequest {
  /// The selected values by their names in style sheets.
  func cssVariables(_ choices: OutputChoices) throws(OutputProblem) -> [CSSVariables.Variable] {
    try CSSVariables(entries(), CSSValues(unit: choices.unit)) { $1 }.variables
  }
}

extension OutputChoices {
  /// The option `references`.
  var writesReferences: Bool {
    self[OutputFormat.Option.referencesName].map { Bytewise($0) != Bytewise(OutputFormat.Option.values) } ?? false
  }

  /// The option `unit`.
  var unit: CSSValues.Unit { self["unit"].flatMap(CSSValues.Unit.init(rawValue:)) ?? .asWritten }
}
