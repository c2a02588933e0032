// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

extension OutputFormat {
  static let scss = OutputFormat(
    name: "scss", group: .web, comment: .init("// "), summary: "Variables of Sass, and a map `$theme` of them",
    options: [.prefix, .unit], policy: leftOutOfCSS + "A colour outside sRGB is its nearest colour there.",
    takeover: "`sass --watch` sees the file change"
  ) { (request, choices) throws(OutputProblem) in
    let prefix = choices["prefix"] ?? ""
    // Sass takes `-` and `_` for the same.
    let values = CSSValues(unit: choices.unit, computesDivisions: true)
    let variables = try CSSVariables(request.entries(), values) {
      prefix + $1
    } spelling: { name in
      name.mappingScalars { $0 == "_" ? "-" : $0 }
    }.variables
    if let variable = variables.first(where: { $0.name == "theme" }) {
      throw OutputProblem(
        "`\(variable.path)` would be called `$theme`, which is the map of all variables",
        help: "set the option `prefix`, or leave it out with `select`")
    }
    let lines = variables.map { "$\($0.name): \($0.text) !default;" }
    let members = variables.map { "  \"\($0.name)\": $\($0.name)," }
    return (lines + ["", "$theme: ("] + members + [") !default;", ""]).joined(separator: "\n")
  }
}
