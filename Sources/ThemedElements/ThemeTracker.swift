// SPDX-License-Identifier: MIT

import TextComparison
import ThemeComposition
public import ThemeModel

/// The settings of an element, by the program and by themes: Redbeard's tracker, extended by the settings of the other systems.
///
/// Theming starts with the element's first appearance, `processChanges`, `applyChanges`, `apply`, or a style that is applied to
/// it. From then on each change of the settings and of the theme is applied at once; earlier changes are recorded. A property
/// is applied only when its value changed.
public final class ThemeTracker {
  /// The source of the theme.
  public let theming: Theming

  /// The tracked element. Nothing is applied before it is set.
  public weak var element: (any Themeable)?

  /// A tracker for a new element, with the current switches of `theming`.
  public init(in theming: Theming) {
    self.theming = theming
    disableTheming = theming.disableTheming
    shouldAutoApplyOnFirstAppearance = theming.shouldAutoApplyOnFirstAppearance
  }

  deinit {
    if let place { theming.followers[place] = nil }
  }

  // MARK: Which styles

  /// The style that replaces the style of the element's class; an unknown style has no effect. Setting it drops the pushed
  /// changes. Redbeard.
  public var identifier: String? {
    didSet {
      pushed = PushedChanges()
      processed = PushedChanges()
      applyIfThemed()
    }
  }

  /// The active states, such as `highlighted`; of two states that set one property the later wins. A property that a state has set
  /// stays when the state ends, unless the style without it sets the property. Redbeard.
  public var states: [String] = [] {
    didSet { applyIfThemed() }
  }

  /// The name by which theme files know the element; several elements may have one. INLThemes.
  public var elementId: String? {
    didSet { applyIfThemed() }
  }

  /// The styles that were applied to the element by name, in order; a later one wins. Oracle, Giotto.
  public var styles: [String] = [] {
    didSet { applyIfThemed() }
  }

  /// Properties that are constants of the theme, by key path: for themes without styles (flat), and for properties beyond styles.
  /// They win over styles.
  public var constants: [String: String] = [:] {
    didSet { applyIfThemed() }
  }

  /// The requested styles that the theme lacked when the element was last themed: misspelt, or not written yet. A missing style
  /// for the element's class is not listed.
  public var missingStyles: [String] { properties?.missingStyles ?? [] }

  // MARK: Changes

  /// Collected until they are processed.
  private var pushed = PushedChanges()
  private var processed = PushedChanges()

  /// Lays properties over the element's style, written as in theme files: `"#ff0000"`, `"ref://color-accent"`, and `theme` for a
  /// whole style. They apply from `processChanges` until another identifier is set. Redbeard.
  ///
  /// At most 256 distinct changes are kept.
  public func pushChanges(_ changes: [String: ThemeValue]) {
    pushed.append(
      changes.sorted { Bytewise($0.key) < Bytewise($1.key) }.map { Value.Member(key: $0.key, value: $0.value) })
  }

  /// Applies the pushed changes.
  public func processChanges() {
    processed.append(pushed)
    pushed = PushedChanges()
    apply()
  }

  /// Pushes a change and applies all pushed changes.
  public func applyChanges(_ changes: [String: ThemeValue]) {
    pushChanges(changes)
    processChanges()
  }

  // MARK: Parts

  /// The properties from styles of other elements, of which this one is a part.
  private var parts: [PartForwarding.Part] = []
  private var forwarding = PartForwarding()

  /// Applies the part of another element's style for this element; nil if the style no longer has one.
  private func applyPart(
    _ part: PartForwarding.Part?, at key: String, of owner: ThemeTracker, as element: any Themeable
  ) {
    if self.element == nil { self.element = element }
    let owned = ObjectIdentifier(owner)
    let index = parts.firstIndex { $0.owner == owned && Bytewise($0.key) == Bytewise(key) }
    switch (index, part) {
    case (let index?, let part?):
      guard parts[index].members != part.members else { return }
      parts[index] = part
    case (let index?, nil): parts.remove(at: index)
    case (nil, let part?): parts.append(part)
    case (nil, nil): return
    }
    if owner.place == nil, place == nil { applyOnce() } else { apply() }
  }

  // MARK: Life cycle

  /// While true nothing is applied; changes are recorded, and apply as soon as this is false.
  public var disableTheming: Bool {
    didSet { applyIfThemed() }
  }

  /// Whether the element gets its theme when it first appears.
  public var shouldAutoApplyOnFirstAppearance: Bool

  private var hasAppeared = false

  /// Call it whenever the element becomes visible: an inserted view, a shown screen, a filled cell. The first call applies all
  /// properties of the theme, over values that the program set meanwhile. Later calls do nothing.
  public func appear() {
    guard !hasAppeared else { return }
    hasAppeared = true
    if shouldAutoApplyOnFirstAppearance { applyAll() }
  }

  // MARK: Applying

  /// The number under which the tracker follows the theme; nil before it is first themed.
  private var place: Int?
  /// The properties that were last applied; nil before that, and to apply all of them again.
  private var properties: ElementProperties?
  /// The same by key path; nil for properties to apply again.
  private var given: BytewiseDictionary<ThemeValue?> = [:]
  /// Grows with each application, so that a nested application ends the outer one.
  private var application = 0

  /// Themes the element from now on: applies the changed properties.
  public func apply() {
    if place == nil { place = theming.follow(self) }
    applyOnce()
  }

  /// Themes the element from now on: applies all properties, changed or not.
  public func applyAll() {
    given = given.mapValues { _ in nil }
    properties = nil
    apply()
  }

  private func applyIfThemed() {
    if place != nil { applyOnce() }
  }

  /// Applies the current theme. Costs nothing when the element's properties are the same.
  func followTheme() {
    if properties?.isCurrent != true { applyOnce() }
  }

  /// Applies the changed properties once.
  func applyOnce() {
    guard !disableTheming, let element,
      let properties = theming.compositions.properties(for: description(of: element)), properties !== self.properties
    else { return }
    self.properties = properties
    application += 1
    let application = application
    let targets = PartForwarding.targets(properties.parts, of: element)
    let (list, forwarded) = divide(properties, targets, element)
    for property in list where given[property.keyPath] != property.value {
      given[property.keyPath] = .some(property.value)
      deliver(property.value, property.keyPath, to: element)
      // The element changed its tracker, which brought everything up to date.
      if application != self.application { return }
    }
    let kept = BytewiseSet(list.map(\.keyPath))
    for keyPath in given.keys.sortedBytewise() where !kept.contains(keyPath) {
      given.removeValue(forKey: keyPath)
      // An element that became a part of another element is themed there.
      if let key = firstKey(of: keyPath), targets[key] != nil { continue }
      remove(keyPath, from: element)
      if application != self.application { return }
    }
    for (key, target) in forwarding.replace(with: targets) {
      target.theme.applyPart(nil, at: key, of: self, as: target)
    }
    guard theming.forwardingDepth < PartForwarding.maximumDepth else { return }
    theming.forwardingDepth += 1
    defer { theming.forwardingDepth -= 1 }
    for part in forwarded {
      for target in targets[part.key] ?? [] {
        target.theme.applyPart(part, at: part.key, of: self, as: target)
        if application != self.application { return }
      }
    }
  }

  /// Divides properties into the element's own and those of its parts, which other elements apply.
  private func divide(
    _ properties: ElementProperties, _ targets: BytewiseDictionary<[any Themeable]>, _ element: any Themeable
  ) -> (own: [Property], forwarded: [PartForwarding.Part]) {
    guard !targets.keys.isEmpty else { return (properties.list, []) }
    var own = properties.list.filter { property in firstKey(of: property.keyPath).map { targets[$0] == nil } ?? true }
    var forwarded: [PartForwarding.Part] = []
    for part in properties.parts where targets[part.key] != nil {
      var value: Value? = part.value
      if let element = element as? any ThemeCustomizing {
        value = withoutCustomized(part.value, at: part.key, by: element, &own)
      }
      guard case .object(let members)? = value else { continue }
      forwarded.append(PartForwarding.Part(owner: ObjectIdentifier(self), key: part.key, members: members))
    }
    return (own, forwarded)
  }

  private func description(of element: any Themeable) -> Compositions.Description {
    Compositions.Description(
      element: Element(
        className: element.themeClass, containers: containers(of: element), identifier: identifier, styles: styles,
        elementId: elementId, states: states, changes: parts.map(\.members) + processed.list),
      states: BytewiseSet(element.themeStates),
      constants: BytewiseDictionary(constants.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
  }

  /// Levels of containers in a description.
  private static let maximumContainers = 256

  private func containers(of element: any Themeable) -> [String] {
    var classes: [String] = []
    var container = element.themeContainer
    while let next = container, classes.count < Self.maximumContainers {
      classes.append(next.themeClass)
      container = next.themeContainer
    }
    return classes
  }
}
