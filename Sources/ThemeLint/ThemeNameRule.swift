// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// LV1001 as a warning: a `theme` that names no style, so that nothing is laid under its style or part. It has no meaning in the
/// object of a state.
func themeNameFindings(_ styles: [Value.Member], _ vocabulary: DesignVocabulary) -> [DesignFinding] {
  guard case .objects(let states) = vocabulary.states else { return [] }
  var rule = ThemeNameRule(styles: styles, states: states)
  for style in styles { rule.lookAt(style.value, ["styles", style.key]) }
  return rule.findings
}

private struct ThemeNameRule {
  var findings: [DesignFinding] = []
  private let names: [String]
  private let known: BytewiseSet
  private let states: [String]
  private lazy var misspellings = MisspellingRule(names: names)

  init(styles: [Value.Member], states: [String]) {
    names = styles.map(\.key)
    known = BytewiseSet(names)
    self.states = states
  }

  mutating func lookAt(_ value: Value, _ path: [String]) {
    guard case .object(let members) = value else { return }
    for member in members where !states.contains(member.key) {
      let path = path + [member.key]
      if case .string(let name) = member.value, member.key == RedbeardText.themeKey, !known.contains(name) {
        report(name, path)
      } else {
        lookAt(member.value, path)
      }
    }
  }

  private mutating func report(_ name: String, _ path: [String]) {
    var finding = DesignFinding(
      code: .unknownReference, message: "`theme` names `\(name)`, which is not a style", path: path, related: [],
      help: "write the id of a style, or declare `\(name)`")
    finding.severity = .warning
    finding.missingStyle = name
    if let near = nearest(to: name, among: names), Bytewise(near.name) != Bytewise(path[1]) {
      finding.help = "did you mean `\(near.name)`?"
      finding.suggestedStyle = near.name
      if near.isUnique {
        finding.respelling = .init(
          written: name, meant: near.name, isSafe: misspellings.isMisspelling(name, of: near.name))
      }
    }
    findings.append(finding)
  }
}
