// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// LV1001 as a warning: a `theme` that names no style, so that nothing is laid under its style or part. It has no meaning in the
/// object of a state.
func themeNameFindings(_ theme: KnownTheme) -> [DesignFinding] {
  let named = theme.styles.flatMap { $0.facts.details?.themes ?? [] }
  if named.isEmpty { return [] }
  let known = BytewiseSet(theme.styles.lazy.map(\.name))
  let unknown = named.filter { !known.contains($0.name) }
  if unknown.isEmpty { return [] }
  var search = StyleSearch(names: theme.styles.map(\.name))
  return unknown.map { $0.finding(&search) }
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

/// A `theme` of a style or of one of its parts that names a style.
struct NamedTheme: Sendable {
  let name: String
  /// Of `theme`.
  let path: [String]

  /// The named themes of a style and its parts.
  ///
  /// - Parameters:
  ///   - path: of the style.
  ///   - states: the keys of states, in which `theme` means nothing.
  static func all(in value: Value, at path: [String], outside states: [String]) -> [NamedTheme] {
    var found: [NamedTheme] = []
    // One array for all places of the walk.
    var path = path
    func look(at value: Value) {
      guard case .object(let members) = value else { return }
      for member in members where !states.contains(member.key) {
        path.append(member.key)
        if case .string(let name) = member.value, member.key == RedbeardText.themeKey {
          found.append(NamedTheme(name: name, path: path))
        } else {
          look(at: member.value)
        }
        path.removeLast()
      }
    }
    look(at: value)
    return found
  }

  fileprivate func finding(_ search: inout StyleSearch) -> DesignFinding {
    var finding = DesignFinding(
      code: .unknownReference, message: "`theme` names `\(name)`, which is not a style", path: path, related: [],
      help: "write the id of a style, or declare `\(name)`")
    finding.severity = .warning
    finding.missingStyle = name
    if let near = search.suggestion(for: name), Bytewise(near.name) != Bytewise(path[1]) {
      finding.help = "did you mean `\(near.name)`?"
      finding.suggestedStyle = near.name
      if near.isUnique {
        finding.respelling = .init(
          written: name, meant: near.name, isSafe: search.isMisspelling(name, of: near.name))
      }
    }
    return finding
  }
}
