// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// LV1001 as a warning: a `theme` that names no style, so that nothing is laid under its style or part. It has no meaning in the
/// object of a state.
func themeNameFindings(_ theme: KnownTheme, _ theming: AdditiveTheming, _ report: (DesignFinding) -> Void) {
  let naming = theme.members.styles(where: { !$0.themes.isEmpty })
  if naming.isEmpty { return }
  let known = BytewiseSet(theme.styles.lazy.map(\.name))
  let mistaken = naming.filter { $0.facts.details?.themes.allSatisfy(known.contains) == false }
  if mistaken.isEmpty { return }
  let constants = BytewiseSet(theme.constants.lazy.map(\.name))
  var search = StyleSearch(names: theme.styles.map(\.name))
  var walk = SharedWalk()
  // An object that several styles share is reported with the first of them by name.
  for style in mistaken.inOrderOfNames {
    guard let value = theme.value(of: style) else { continue }
    walk.visitThemes(of: value, at: style.path, theming) { name, path in
      if known.contains(name) { return }
      var finding = finding(naming: name, path, &search)
      if finding.suggestedStyle == nil, constants.contains(name) {
        finding.help = "write the id of a style: `\(name)` is a constant"
      }
      report(finding)
    }
  }
}

/// The names of styles in `theme`, in a style and in its parts.
func themeNames(in value: Value, _ theming: AdditiveTheming) -> BytewiseSet {
  var names: BytewiseSet = []
  var walk = SharedWalk()
  walk.visitThemes(of: value, at: [], theming) { name, _ in names.insert(name) }
  return names
}

extension SharedWalk {
  /// Visits each `theme` that names a style, with the path of `theme`. In states it means nothing.
  fileprivate mutating func visitThemes(
    of value: Value, at path: [String], _ theming: AdditiveTheming, _ body: (String, [String]) -> Void
  ) {
    visitObjects(in: value, at: path, skipping: theming.states) { object in
      for member in object.members where member.key == theming.themeKey {
        if case .string(let name) = member.value { body(name, object.path + [member.key]) }
      }
    }
  }
}

private func finding(naming name: String, _ path: [String], _ search: inout StyleSearch) -> DesignFinding {
  var finding = DesignFinding(
    code: .unknownReference, message: "`theme` names `\(name)`, which is not a style", path: path, related: [],
    help: "write the id of a style, or declare `\(name)`")
  finding.severity = .warning
  finding.missingStyle = name
  if let near = search.suggestion(for: name), Bytewise(near.name) != Bytewise(path[1]) {
    finding.help = "did you mean `\(near.name)`?"
    finding.suggestedStyle = near.name
    if near.isUnique {
      finding.respelling = .init(written: name, meant: near.name, isSafe: search.isMisspelling(name, of: near.name))
    }
  }
  return finding
}

/// Searches the styles that were meant by unknown names, each name once.
private struct StyleSearch {
  private let index: NameIndex
  private let misspellings: MisspellingRule
  private var answers: BytewiseDictionary<Suggestion?> = [:]
  private let maximumAnswers: Int

  init(names: [String]) {
    index = NameIndex(names)
    misspellings = MisspellingRule(names: names)
    maximumAnswers = NameIndex.maximumSearches(among: names)
  }

  /// The style that is nearest to a name. Nil without a near one, and beyond the limit.
  mutating func suggestion(for name: String) -> Suggestion? {
    if let known = answers[name] { return known }
    guard answers.count < maximumAnswers else { return nil }
    let suggestion = index.nearest(to: name)
    answers[name] = .some(suggestion)
    return suggestion
  }

  func isMisspelling(_ name: String, of style: String) -> Bool { misspellings.isMisspelling(name, of: style) }
}
