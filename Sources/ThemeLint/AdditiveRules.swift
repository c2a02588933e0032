// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// LV3002 and LV3003: where theming only adds, a value that only a state sets stays after the state, and a value of a base theme
/// stays visible.
func additiveFindings(_ theme: KnownTheme, _ states: [String]) -> [DesignFinding] {
  var layers = StyleLayers(theme)
  var findings: [DesignFinding] = []
  for style in theme.styles {
    guard let facts = style.facts.details?.additive else { continue }
    if !facts.inStates.isEmpty {
      // A style that was not looked at may have any property.
      if let keys = layers.keys(laidWith: style.name) {
        for property in facts.inStates where !keys.contains(property.key) { findings.append(property.finding) }
      }
    }
    switch facts.base {
    case .named(let name):
      guard let theme = layers.overrides(by: name), let members = layers.members(of: style.name) else { break }
      findings += theme.leaks(of: style.name, members, named: "`\(name)`", states)
    case .leaks(let leaks): findings += leaks
    case nil: break
    }
  }
  return findings
}

/// What one style says about its states and its theme.
struct AdditiveFacts: Sendable {
  /// A property that a state sets, and that neither the style sets nor a theme that stands in it.
  struct StateProperty: Sendable {
    let key: String
    let finding: DesignFinding
  }

  /// The theme of a class's style. Names of classes begin in upper case.
  enum Base: Sendable {
    case named(String)
    /// The theme stands in the style: the findings about it.
    case leaks([DesignFinding])
  }

  private(set) var inStates: [StateProperty] = []
  private(set) var base: Base?
  /// The name of its theme.
  private(set) var theme: String?

  var isEmpty: Bool { inStates.isEmpty && base == nil && theme == nil }

  init() {}

  /// Those of a style of which only the theme is known.
  init(theme: String) { self.theme = theme }

  /// - Parameter path: of the style.
  init(of value: Value, at path: [String], _ states: [String]) {
    guard case .object(let members) = value else { return }
    if members.contains(where: { states.contains($0.key) }) {
      var normal: BytewiseSet = []
      for member in members {
        normal.insert(member.key)
        // A resolved reference contains the theme itself.
        if member.key == RedbeardText.themeKey, case .object(let own) = member.value {
          normal.formUnion(own.map(\.key))
        }
      }
      lookAtStates(of: members, path, normal: normal, states)
    }
    let theme = members.last { $0.key == RedbeardText.themeKey }?.value
    if case .string(let name)? = theme { self.theme = name }
    guard let id = path.last, id.first?.isUppercase == true else { return }
    switch theme {
    case .string(let name)?: base = .named(name)
    case .object(let own)?:
      let leaks = Overrides(by: own).leaks(of: id, members, named: "its theme", states)
      base = leaks.isEmpty ? nil : .leaks(leaks)
    default: break
    }
  }

  private mutating func lookAtStates(
    of members: [Value.Member], _ path: [String], normal: BytewiseSet, _ states: [String]
  ) {
    for state in members where states.contains(state.key) {
      guard case .object(let properties) = state.value else { continue }
      let path = path + [state.key]
      // `theme` and the flag have no effect in a state.
      let words = [RedbeardText.themeKey, RedbeardText.clearKey]
      for property in properties
      where !states.contains(property.key) && !normal.contains(property.key) && !words.contains(property.key) {
        let finding = DesignFinding(
          code: .stateWithoutNormal,
          message:
            "`\(state.key)` changes `\(property.key)`, but the normal state has no such value, so the change stays after the state ends",
          path: path + [property.key], related: [], help: "set `\(property.key)` in the style itself, too")
        inStates.append(StateProperty(key: property.key, finding: finding))
      }
      lookAtStates(of: properties, path, normal: normal, states)
    }
  }
}

/// The properties that a theme sets over those of a class's style.
struct Overrides {
  private let keys: BytewiseSet
  /// Whether it drops all other properties.
  private let clears: Bool

  init(by theme: [Value.Member]) {
    keys = BytewiseSet(theme.lazy.map(\.key))
    clears = theme.contains { $0.key == RedbeardText.clearKey && $0.value == .bool(true) }
  }

  /// The findings about properties of a class's style that the theme neither sets nor clears.
  ///
  /// - Parameters:
  ///   - members: of the style.
  ///   - name: of the theme, for messages.
  func leaks(of id: String, _ members: [Value.Member], named name: String, _ states: [String]) -> [DesignFinding] {
    if clears { return [] }
    let words = states + [RedbeardText.themeKey, RedbeardText.clearKey]
    return members.filter { !keys.contains($0.key) && !words.contains($0.key) }.map { property in
      DesignFinding(
        code: .baseThemeLeak,
        message: "`\(id)` sets `\(property.key)`, and \(name) does not override it",
        path: ["styles", id, property.key], related: [],
        help: "set `\(property.key)` in \(name), or `\(RedbeardText.clearKey)` there")
    }
  }
}
