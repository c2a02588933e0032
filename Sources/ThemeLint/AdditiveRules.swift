// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// LV3002 and LV3003: where theming only adds, a value that only a state sets stays after the state, and a value of a base theme
/// stays visible. What styles share is reported with the first of them by name.
func additiveFindings(_ theme: KnownTheme, _ states: [String], _ report: (DesignFinding) -> Void) {
  var layers = StyleLayers(theme)
  var walk = StateWalk(states)
  var reported: Set<MemberPlace> = []
  var objects = ObjectNumbers()
  var leaking: Set<Int> = []
  for style in theme.styles(where: { $0.additive.setsOnlyInStates || $0.additive.base != nil }).inOrderOfNames {
    guard let facts = style.facts.details?.additive, case .object(let members)? = theme.value(of: style) else {
      continue
    }
    // A style that was not looked at may have any property.
    if facts.setsOnlyInStates, let keys = layers.keys(laidWith: style.name) {
      walk.visit(members, style.path) { property in
        guard !keys.contains(property.key), reported.insert(property.place).inserted else { return }
        report(property.finding)
      }
    }
    guard let base = facts.base, leaking.insert(objects.number(of: members)).inserted else { continue }
    switch base {
    case .named(let name):
      layers.overrides(by: name)?.leaks(of: style.name, members, named: "`\(name)`", states).forEach(report)
    case .leaking:
      Overrides(in: members)?.leaks(of: style.name, members, named: "its theme", states).forEach(report)
    }
  }
}

/// What one style says about its states and its theme.
struct AdditiveFacts: Sendable {
  /// The theme of a class's style. Names of classes begin in upper case.
  enum Base: Sendable {
    case named(String)
    /// The theme stands in the style, and does not override all of its properties.
    case leaking
  }

  /// Whether a state sets a property that neither the style sets nor a theme that stands in it.
  private(set) var setsOnlyInStates = false
  private(set) var base: Base?
  /// The name of its theme.
  private(set) var theme: String?

  var isEmpty: Bool { !setsOnlyInStates && base == nil && theme == nil }

  init() {}

  /// Those of a style of which only the theme is known.
  init(theme: String) { self.theme = theme }

  /// - Parameter path: of the style.
  init(of value: Value, at path: [String], _ states: [String]) {
    guard case .object(let members) = value else { return }
    if members.contains(where: { states.contains($0.key) }) {
      var walk = StateWalk(states)
      walk.visit(members, path) { _ in setsOnlyInStates = true }
    }
    let theme = members.last { $0.key == RedbeardText.themeKey }?.value
    if case .string(let name)? = theme { self.theme = name }
    guard let id = path.last, id.first?.isUppercase == true else { return }
    if let name = self.theme {
      base = .named(name)
    } else if Overrides(in: members)?.leaks(of: id, members, named: "its theme", states).isEmpty == false {
      base = .leaking
    }
  }
}

/// Visits the properties that styles set in states only: neither in the style itself nor in a theme that stands in it. A state that
/// a style has several times is visited once.
struct StateWalk {
  struct Property {
    let key: String
    let state: String
    let place: MemberPlace
    /// The keys that lead to the state.
    let path: [String]

    var finding: DesignFinding {
      DesignFinding(
        code: .stateWithoutNormal,
        message:
          "`\(state)` changes `\(key)`, but the normal state has no such value, so the change stays after the state ends",
        path: path + [key], related: [], help: "set `\(key)` in the style itself, too")
    }
  }

  private let states: [String]
  private var objects = ObjectNumbers()
  private var visited: Set<Int> = []

  init(_ states: [String]) { self.states = states }

  /// The number of objects with a number, for tests.
  var objectCount: Int { objects.count }

  mutating func visit(_ style: [Value.Member], _ path: [String], _ body: (Property) -> Void) {
    visited.removeAll(keepingCapacity: true)
    var normal: BytewiseSet = []
    for member in style {
      normal.insert(member.key)
      // A resolved reference contains the theme itself.
      if member.key == RedbeardText.themeKey, case .object(let own) = member.value {
        normal.formUnion(own.map(\.key))
      }
    }
    visitStates(in: style, path, normal: normal, body)
  }

  private mutating func visitStates(
    in members: [Value.Member], _ path: [String], normal: BytewiseSet, _ body: (Property) -> Void
  ) {
    for state in members where states.contains(state.key) {
      guard case .object(let properties) = state.value else { continue }
      let object = objects.number(of: properties)
      guard visited.insert(object).inserted else { continue }
      let path = path + [state.key]
      // `theme` and the flag have no effect in a state.
      let words = [RedbeardText.themeKey, RedbeardText.clearKey]
      for (index, property) in properties.enumerated()
      where !states.contains(property.key) && !normal.contains(property.key) && !words.contains(property.key) {
        body(
          Property(
            key: property.key, state: state.key, place: MemberPlace(object: object, member: index), path: path))
      }
      visitStates(in: properties, path, normal: normal, body)
    }
  }
}

/// The properties that a theme sets over those of a class's style.
struct Overrides {
  private let keys: BytewiseSet
  /// Whether it drops all other properties.
  private let clears: Bool

  /// The theme that stands in a style, as a resolved reference. Nil without one.
  init?(in style: [Value.Member]) {
    guard case .object(let own)? = style.last(where: { $0.key == RedbeardText.themeKey })?.value else { return nil }
    self.init(by: own)
  }

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
