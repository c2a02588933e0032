// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// LV3002 and LV3003: where theming only adds, a value that only a state sets stays after the state, and a value of a base theme
/// stays visible.
func additiveFindings(_ styles: [Value.Member], _ vocabulary: DesignVocabulary) -> [DesignFinding] {
  guard case .objects(let states) = vocabulary.states else { return [] }
  var rules = AdditiveRules(styles: styles, states: states)
  for style in styles {
    guard case .object(let members) = style.value else { continue }
    if members.contains(where: { states.contains($0.key) }) {
      rules.lookAtStates(of: members, ["styles", style.key], normal: rules.keys(laidWith: style.key))
    }
    rules.lookAtBase(style.key, members)
  }
  return rules.findings
}

private struct AdditiveRules {
  let states: [String]
  var findings: [DesignFinding] = []
  private var members: BytewiseDictionary<[Value.Member]> = [:]
  /// Styles that apply to one element together, since one names the other as its theme.
  private var neighbours: BytewiseDictionary<[String]> = [:]

  init(styles: [Value.Member], states: [String]) {
    self.states = states
    for style in styles {
      guard case .object(let members) = style.value else { continue }
      self.members[style.key] = members
      guard case .string(let theme)? = members.last(where: { $0.key == RedbeardText.themeKey })?.value else { continue }
      neighbours[style.key, default: []].append(theme)
      neighbours[theme, default: []].append(style.key)
    }
  }

  /// The properties that the normal state of an element with this style may have from any style laid with it.
  func keys(laidWith style: String) -> BytewiseSet {
    var keys: BytewiseSet = []
    var seen: BytewiseSet = [style]
    var rest = [style]
    while let id = rest.popLast() {
      for member in members[id] ?? [] {
        keys.insert(member.key)
        // A resolved reference contains the theme itself.
        if member.key == RedbeardText.themeKey, case .object(let own) = member.value { keys.formUnion(own.map(\.key)) }
      }
      rest += (neighbours[id] ?? []).filter { seen.insert($0) }
    }
    return keys
  }

  mutating func lookAtStates(of members: [Value.Member], _ path: [String], normal: BytewiseSet) {
    for state in members where states.contains(state.key) {
      guard case .object(let properties) = state.value else { continue }
      let path = path + [state.key]
      // `theme` and the flag have no effect in a state.
      let words = [RedbeardText.themeKey, RedbeardText.clearKey]
      for property in properties
      where !states.contains(property.key) && !normal.contains(property.key) && !words.contains(property.key) {
        findings.append(
          DesignFinding(
            code: .stateWithoutNormal,
            message:
              "`\(state.key)` changes `\(property.key)`, but the normal state has no such value, so the change stays after the state ends",
            path: path + [property.key], related: [], help: "set `\(property.key)` in the style itself, too"))
      }
      lookAtStates(of: properties, path, normal: normal)
    }
  }

  /// Checks a class's style that names a theme, and sets properties that the theme neither sets nor clears. Names of classes
  /// begin in upper case.
  mutating func lookAtBase(_ id: String, _ base: [Value.Member]) {
    guard id.first?.isUppercase == true else { return }
    let own: [Value.Member]
    let name: String
    switch base.last(where: { $0.key == RedbeardText.themeKey })?.value {
    case .string(let theme)?:
      guard let members = members[theme] else { return }
      (own, name) = (members, "`\(theme)`")
    case .object(let members)?: (own, name) = (members, "its theme")
    default: return
    }
    if own.contains(where: { $0.key == RedbeardText.clearKey && $0.value == .bool(true) }) { return }
    let keys = BytewiseSet(own.map(\.key) + states + [RedbeardText.themeKey, RedbeardText.clearKey])
    for property in base where !keys.contains(property.key) {
      findings.append(
        DesignFinding(
          code: .baseThemeLeak,
          message: "`\(id)` sets `\(property.key)`, and \(name) does not override it",
          path: ["styles", id, property.key], related: [],
          help: "set `\(property.key)` in \(name), or `\(RedbeardText.clearKey)` there"))
    }
  }
}
