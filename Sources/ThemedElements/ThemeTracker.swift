// SPDX-License-Identifier: MIT

import TextComparison
import ThemeComposition
public import ThemeModel

/// What an element was told, by the program and by themes: Redbeard's tracker, with what the other systems keep for an
/// element beside it.
///
/// A tracker keeps its element as the theme has it from the first time on that it is themed: by its first appearance, by
/// `processChanges`, `applyChanges` or `apply`, or by a style that is applied to it. From then on each change of what it
/// was told, and of the theme, is applied at once; before, it is noted. Properties whose value is the one that the element
/// was last given are not applied again.
public final class ThemeTracker {
  /// Where the theme comes from.
  public let theming: Theming

  /// Whose tracker this is. Nothing is applied before it is set.
  public weak var element: (any Themeable)?

  /// A tracker for an element that is made now. It takes the switches of `theming` as they are now.
  public init(in theming: Theming) {
    self.theming = theming
    disableTheming = theming.disableTheming
    shouldAutoApplyOnFirstAppearance = theming.shouldAutoApplyOnFirstAppearance
  }

  deinit {
    if let place { theming.followers[place] = nil }
  }

  // MARK: Which styles

  /// The style that takes the place of that of the element's class; one that the theme does not have changes nothing.
  /// Setting it drops the changes that were pushed before. Redbeard.
  public var identifier: String? {
    didSet {
      pushed = PushedChanges()
      processed = PushedChanges()
      applyIfThemed()
    }
  }

  /// The states that are on, such as `highlighted`; of two that set one property the later wins. What a state has set stays
  /// when it ends, unless the style without it sets the same property. Redbeard.
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

  /// Properties that are constants of the theme, by key path: for themes that have no styles (flat), and for what no style
  /// says. They lie over what styles set.
  public var constants: [String: String] = [:] {
    didSet { applyIfThemed() }
  }

  /// The styles that the element asks for and the theme does not have, when it was last themed: misspelt, or still to be
  /// written. An element without a style for its class is nothing special.
  public var missingStyles: [String] { properties?.missingStyles ?? [] }

  // MARK: Changes

  /// Collected until they are processed.
  private var pushed = PushedChanges()
  private var processed = PushedChanges()

  /// Lays properties over what the element's style says, as theme files write them: `"#ff0000"`, `"ref://color-accent"`, and
  /// `theme` for a whole style. They count from `processChanges` on, and until another identifier is set. Redbeard.
  ///
  /// At most 256 changes are kept that do not cover one another.
  public func pushChanges(_ changes: [String: ThemeValue]) {
    pushed.append(
      changes.sorted { Bytewise($0.key) < Bytewise($1.key) }.map { Value.Member(key: $0.key, value: $0.value) })
  }

  /// Applies what was pushed.
  public func processChanges() {
    processed.append(pushed)
    pushed = PushedChanges()
    apply()
  }

  /// Pushes a change and processes it, with all that was pushed before.
  public func applyChanges(_ changes: [String: ThemeValue]) {
    pushChanges(changes)
    processChanges()
  }

  // MARK: Parts

  /// What the styles of other elements say of this one, which is a part of them.
  private var parts: [PartForwarding.Part] = []
  private var forwarding = PartForwarding()

  /// Takes over what another element's style says of this one; nil when it says nothing any more.
  private func applyPart(_ part: PartForwarding.Part?, at key: String, of owner: ThemeTracker, as element: any Themeable) {
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

  /// While true nothing is applied; what the element is told is still noted, and counts as soon as this is false.
  public var disableTheming: Bool {
    didSet { applyIfThemed() }
  }

  /// Whether the element gets its theme when it first appears.
  public var shouldAutoApplyOnFirstAppearance: Bool

  private var hasAppeared = false

  /// To be called whenever the element comes to be seen: a view that is put into another, a screen that is shown, a cell
  /// that is filled. The first time it is given its theme, all of it: what the program has set by itself meanwhile is set
  /// back. Later times do nothing.
  public func appear() {
    guard !hasAppeared else { return }
    hasAppeared = true
    if shouldAutoApplyOnFirstAppearance { applyAll() }
  }

  // MARK: Applying

  /// The number under which the tracker follows the theme; nil until it is themed for the first time.
  private var place: Int?
  /// What the element was last given; nil before that, and when all is to be given again.
  private var properties: ElementProperties?
  /// The same by key path; nil for what is to be given again.
  private var given: BytewiseDictionary<ThemeValue?> = [:]
  /// Grows with each application, so that one that begins within another ends that.
  private var application = 0

  /// Themes the element, and keeps it so: what is different from what it was last given is applied.
  public func apply() {
    if place == nil { place = theming.follow(self) }
    applyOnce()
  }

  /// Themes the element and keeps it so; all properties are applied, those included that the element has already.
  public func applyAll() {
    given = given.mapValues { _ in nil }
    properties = nil
    apply()
  }

  private func applyIfThemed() {
    if place != nil { applyOnce() }
  }

  /// Takes over another theme. Costs nothing when the element gets the same from it.
  func followTheme() {
    if properties?.isCurrent != true { applyOnce() }
  }

  /// Applies what is different, without keeping the element so.
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
      // The element has told its tracker something, and that has brought everything up to date.
      if application != self.application { return }
    }
    let kept = BytewiseSet(list.map(\.keyPath))
    for keyPath in given.keys.sortedBytewise() where !kept.contains(keyPath) {
      given.removeValue(forKey: keyPath)
      // What has come to be a part of another element is that one's affair.
      if let key = firstKey(of: keyPath), targets[key] != nil { continue }
      remove(keyPath, from: element)
      if application != self.application { return }
    }
    for (key, target) in forwarding.replace(with: targets) { target.theme.applyPart(nil, at: key, of: self, as: target) }
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

  /// Which properties are the element's own, and which parts go to the elements that they stand for.
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

  /// Levels of containers that are looked at.
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
