// SPDX-License-Identifier: MIT

import ThemeComposition
public import ThemeModel

/// The theme of a program, and the elements that follow it.
///
/// Make one, pass it to the elements, and give it a snapshot whenever the theme changes. It belongs to the thread or actor of
/// the elements, and holds weak references to them.
public final class Theming {
  /// Without a theme; elements get their properties with the first snapshot.
  public init() {}

  /// The theme; nil before the first one.
  public var snapshot: ThemeSnapshot? { compositions.snapshot }

  /// Applies a theme: each themed element, and each element within registered consumers, gets its changed properties.
  public func applyTheme(_ snapshot: ThemeSnapshot) {
    compositions.apply(snapshot)
    for place in followers.keys.sorted() { followers[place]?.tracker?.followTheme() }
    consumers.removeAll { $0.element == nil }
    for consumer in consumers {
      guard let element = consumer.element, isRegistered(element) else { continue }
      applyTheme(to: element)
    }
  }

  // MARK: For elements that are made afterwards

  /// Whether new elements start with theming disabled. Existing elements are not affected.
  public var disableTheming = false

  /// Whether new elements get their theme when they first appear. Existing elements are not affected.
  public var shouldAutoApplyOnFirstAppearance = true

  // MARK: Redbeard

  /// A style of the theme, for `pushChanges`; nil without such a style.
  public func theme(named name: String) -> [String: ThemeValue]? {
    guard case .object(let members)? = snapshot?.source.style(name) else { return nil }
    return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }

  // MARK: Giotto, Oracle

  /// Applies a style to an element from now on, over earlier styles. A style that is applied again wins over the styles in
  /// between. Oracle's ids with or without the tilde.
  public func applyStyle(_ name: String, to element: any Themeable) {
    let tracker = tracker(of: element)
    let bare = name.without(prefix: "~")
    tracker.styles = tracker.styles.filter { $0.without(prefix: "~") != bare } + [name]
    tracker.apply()
  }

  // MARK: INLThemes

  private struct Consumer {
    weak var element: (any Themeable)?
  }

  private var consumers: [Consumer] = []

  /// Themes an element and all elements within it, now and whenever the theme changes. To register a consumer twice has no
  /// further effect.
  public func registerThemeConsumer(_ consumer: any Themeable) {
    guard !isRegistered(consumer) else { return }
    consumers.removeAll { $0.element == nil }
    consumers.append(Consumer(element: consumer))
    applyTheme(to: consumer)
  }

  /// Ends the registration. Applied properties stay.
  public func removeThemeConsumer(_ consumer: any Themeable) {
    consumers.removeAll { $0.element == nil || $0.element === consumer }
  }

  private func isRegistered(_ element: any Themeable) -> Bool {
    consumers.contains { $0.element === element }
  }

  /// Themes an element and all elements within it once, for new elements of a registered consumer.
  public func applyTheme(to element: any Themeable) {
    tracker(of: element).applyOnce()
    for child in element.themeChildren { applyTheme(to: child) }
  }

  /// An element's tracker, connected to the element.
  private func tracker(of element: any Themeable) -> ThemeTracker {
    let tracker = element.theme
    if tracker.element == nil { tracker.element = element }
    return tracker
  }

  // MARK: Constants

  /// A constant of the theme; nil without such a constant.
  public func constant(named name: String) -> ThemeValue? { snapshot?.source.constant(name) }

  // MARK: Trackers

  let compositions = Compositions()
  /// The number of nested elements that apply parts now.
  var forwardingDepth = 0

  struct Follower {
    weak var tracker: ThemeTracker?
  }

  /// By place. A tracker removes itself at its end.
  var followers: [Int: Follower] = [:]
  private var nextPlace = 0

  /// Adds a tracker and returns its place.
  func follow(_ tracker: ThemeTracker) -> Int {
    defer { nextPlace += 1 }
    followers[nextPlace] = Follower(tracker: tracker)
    return nextPlace
  }
}

extension String {
  fileprivate func without(prefix: String) -> Substring { hasPrefix(prefix) ? dropFirst(prefix.count) : self[...] }
}
