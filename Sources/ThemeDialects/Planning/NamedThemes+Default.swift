// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The default theme, in dialects where a context uses one theme of the bundle.
extension NamedThemes {
  /// The theme in the file that the settings name. Reports a missing file; its last content stays.
  func theme(inRoot path: String, _ plan: inout Plan) -> Theme? {
    let choice = FileChoice.root(Bytewise(path))
    var theme = theme(at: path)
    if theme == nil {
      theme = last(choice)
      let (message, help) = files.absence(of: path, at: [path], help: help(insteadOf: path))
      var finding = Finding(.missingFile, message, help: help)
      if theme != nil { finding.heldChoice = choice }
      plan.findings.append(finding)
    }
    if let theme { plan.choices[choice] = [theme.file] }
    return theme
  }

  /// The finding that a context chooses no theme and the bundle has no default.
  var noDefault: Finding {
    let names = names
    let choice = names.isEmpty ? "" : "choose a theme, or write { \"default\": \"NAME\" } in livery.json; "
    return Finding(
      .noRoot, "no theme is chosen, and the bundle has no default theme", help: choice + helpWithNames(names))
  }
}

/// Names in a sentence, the first of very many.
func listing(of names: [String], joinedBy separator: String = ", ") -> String {
  // Most bundles have one root file. Joining makes types at run time, a hundredth of a small load.
  if names.count == 1 { return "`\(names[0])`" }
  let few = 20
  let quoted = names.prefix(few).map { "`\($0)`" }.joined(separator: separator)
  return names.count > few ? "\(quoted) and \(names.count - few) more" : quoted
}

extension Context {
  /// The themes that a context names, in a dialect whose themes have no names.
  var themesWithoutNames: [Finding] {
    themes.map { name in
      var finding = Finding(
        .missingFile, "the bundle has no theme `\(name)`: the themes of this dialect have no names",
        help: "remove the theme's name")
      finding.lackedName = .theme(Bytewise(name))
      // All files are loaded.
      finding.hidesDeclarations = false
      return finding
    }
  }
}
