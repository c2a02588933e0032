// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// LV3002 and LV3003: where theming only adds, a value that only a state sets stays after the state, and a value of a base theme
/// stays visible. What styles share is reported with the first of them by name, and by one check of several. Styles that name each
/// other are looked at together, in one check.
func additiveChecks(_ members: KnownMembers, _ theming: AdditiveTheming) -> [DesignRules.Check] {
  let mistaken = members.styles(where: { $0.additive.setsOnlyInStates || $0.additive.classTheme != nil }).inOrderOfNames
  let hasLayers = members.styles.contains { $0.facts.details?.additive.theme != nil }
  return mistaken.parts(of: hasLayers ? mistaken.count : stylesInCheck).map { styles in
    { theme, report in additiveFindings(in: styles, theme, theming, report) }
  }
}

private func additiveFindings(
  in styles: ArraySlice<KnownMembers.Member>, _ theme: KnownTheme, _ theming: AdditiveTheming,
  _ report: (DesignFinding) -> Void
) {
  var layers = StyleLayers(theme, theming)
  var walk = StateWalk(theming)
  var reported: Set<MemberPlace> = []
  var leaking = ObjectNumbers()
  for style in styles {
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
    guard let classTheme = facts.classTheme, leaking.visit(members) != nil else { continue }
    switch classTheme {
    case .named(let name):
      layers.overrides(by: name)?.leaks(of: style.name, members, named: "`\(name)`").forEach(report)
    case .leaking:
      Overrides(in: members, theming)?.leaks(of: style.name, members, named: "its theme").forEach(report)
    }
  }
}

/// What one style says about its states and its theme.
struct AdditiveFacts: Sendable {
  /// The theme of a class's style, which lies over it. Names of classes begin in upper case.
  enum ClassTheme: Sendable {
    case named(String)
    /// The theme stands in the style, and does not override all of its properties.
    case leaking
  }

  /// Whether a state sets a property that neither the style sets nor a theme that stands in it.
  private(set) var setsOnlyInStates = false
  private(set) var classTheme: ClassTheme?
  /// The name of its theme.
  private(set) var theme: String?

  var isEmpty: Bool { !setsOnlyInStates && classTheme == nil && theme == nil }

  init() {}

  /// Those of a style of which only the theme is known.
  init(theme: String) { self.theme = theme }

  /// - Parameter path: of the style.
  init(of value: Value, at path: [String], _ theming: AdditiveTheming) {
    guard case .object(let members) = value else { return }
    if members.contains(where: { theming.states.contains($0.key) }) {
      var walk = StateWalk(theming)
      walk.visit(members, path) { _ in setsOnlyInStates = true }
    }
    let theme = members.last { $0.key == theming.themeKey }?.value
    if case .string(let name)? = theme { self.theme = name }
    guard let id = path.last, id.first?.isUppercase == true else { return }
    if let name = self.theme {
      classTheme = .named(name)
    } else if Overrides(in: members, theming)?.leaks(of: id, members, named: "its theme").isEmpty == false {
      classTheme = .leaking
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

  private let theming: AdditiveTheming
  private var objects = ObjectNumbers()

  init(_ theming: AdditiveTheming) { self.theming = theming }

  /// The number of objects with a number, for tests.
  var objectCount: Int { objects.count }

  mutating func visit(_ style: [Value.Member], _ path: [String], _ body: (Property) -> Void) {
    objects.beginWalk()
    visitStates(in: style, path, normal: theming.properties(of: style), body)
  }

  private mutating func visitStates(
    in members: [Value.Member], _ path: [String], normal: BytewiseSet, _ body: (Property) -> Void
  ) {
    for state in members where theming.states.contains(state.key) {
      guard case .object(let properties) = state.value else { continue }
      guard let object = objects.visit(properties) else { continue }
      let path = path + [state.key]
      for (index, property) in properties.enumerated()
      where theming.isProperty(property.key) && !normal.contains(property.key) {
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
  private let theming: AdditiveTheming
  private let keys: BytewiseSet
  /// Whether it drops all other properties.
  private let clears: Bool

  /// The theme that stands in a style, as a resolved reference. Nil without one.
  init?(in style: [Value.Member], _ theming: AdditiveTheming) {
    guard case .object(let own)? = style.last(where: { $0.key == theming.themeKey })?.value else { return nil }
    self.init(by: own, theming)
  }

  init(by theme: [Value.Member], _ theming: AdditiveTheming) {
    self.theming = theming
    keys = BytewiseSet(theme.lazy.map(\.key))
    clears = theme.contains { $0.key == theming.clearKey && $0.value == .bool(true) }
  }

  /// The findings about properties of a class's style that the theme neither sets nor clears.
  ///
  /// - Parameters:
  ///   - members: of the style.
  ///   - name: of the theme, for messages.
  func leaks(of id: String, _ members: [Value.Member], named name: String) -> [DesignFinding] {
    if clears { return [] }
    return members.filter { !keys.contains($0.key) && theming.isProperty($0.key) }.map { property in
      DesignFinding(
        code: .baseThemeLeak,
        message: "`\(id)` sets `\(property.key)`, and \(name) does not override it",
        path: ["styles", id, property.key], related: [],
        help: "set `\(property.key)` in \(name), or `\(theming.clearKey)` there")
    }
  }
}

extension AdditiveTheming {
  /// Whether a member of a style is a property: neither a state nor a word about layers, which has no effect in a state.
  fileprivate func isProperty(_ key: String) -> Bool { !states.contains(key) && key != themeKey && key != clearKey }

  /// The keys of a style and of the theme that stands in it, as a resolved reference does.
  func properties(of style: [Value.Member]) -> BytewiseSet {
    var keys = BytewiseSet(style.lazy.map(\.key))
    for member in style where member.key == themeKey {
      if case .object(let own) = member.value { keys.formUnion(own.map(\.key)) }
    }
    return keys
  }
}
