// SPDX-License-Identifier: MIT

import ThemeComposition
public import ThemeModel

/// The theme of a program, and who follows it.
///
/// Make one, hand it to the elements, and give it a snapshot whenever the theme changes. It belongs to the thread or actor
/// that made it, as the elements do, and holds none of them alive.
public final class Theming {
  /// Follows nothing yet; elements get their properties with the first snapshot.
  public init() {}

  /// The theme; nil until the first came.
  public var snapshot: ThemeSnapshot? { compositions.snapshot }

  /// Takes over a theme: each element that is themed, and all that stands in registered consumers, is given the properties
  /// that are different from what it was last given.
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

  /// Whether elements that are made from now on begin with theming disabled. Those that exist are not affected.
  public var disableTheming = false

  /// Whether elements that are made from now on get their theme when they first appear. Those that exist are not affected.
  public var shouldAutoApplyOnFirstAppearance = true

  // MARK: Redbeard

  /// A style as the theme has it, for `pushChanges`; nil when there is none.
  public func theme(named name: String) -> [String: ThemeValue]? {
    guard case .object(let members)? = snapshot?.source.style(name) else { return nil }
    return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }

  // MARK: Giotto, Oracle

  /// Applies a style to an element, over those that were applied before, and keeps it so. The same style again wins over
  /// those that came in between. Oracle's ids with or without the tilde.
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

  /// Themes an element and all that stands in it, now and whenever the theme changes; whatever stands in it by then. A
  /// consumer that is registered already is registered once.
  public func registerThemeConsumer(_ consumer: any Themeable) {
    guard !isRegistered(consumer) else { return }
    consumers.removeAll { $0.element == nil }
    consumers.append(Consumer(element: consumer))
    applyTheme(to: consumer)
  }

  /// Ends what `registerThemeConsumer` began. What was applied stays.
  public func removeThemeConsumer(_ consumer: any Themeable) {
    consumers.removeAll { $0.element == nil || $0.element === consumer }
  }

  private func isRegistered(_ element: any Themeable) -> Bool {
    consumers.contains { $0.element === element }
  }

  /// Themes an element and all that stands in it, once: for what is made while its consumer is registered already.
  public func applyTheme(to element: any Themeable) {
    tracker(of: element).applyOnce()
    for child in element.themeChildren { applyTheme(to: child) }
  }

  /// An element's tracker, which knows its element from now on.
  private func tracker(of element: any Themeable) -> ThemeTracker {
    let tracker = element.theme
    if tracker.element == nil { tracker.element = element }
    return tracker
  }

  // MARK: Constants

  /// A constant of the theme; nil when there is none.
  public func constant(named name: String) -> ThemeValue? { snapshot?.source.constant(name) }

  // MARK: Who follows

  let compositions = Compositions()
  /// How many elements are handing parts on just now.
  var forwardingDepth = 0

  struct Follower {
    weak var tracker: ThemeTracker?
  }

  /// By place. A tracker takes its own out when it goes.
  var followers: [Int: Follower] = [:]
  private var nextPlace = 0

  /// The place of a tracker from now on.
  func follow(_ tracker: ThemeTracker) -> Int {
    defer { nextPlace += 1 }
    followers[nextPlace] = Follower(tracker: tracker)
    return nextPlace
  }
}

extension String {
  fileprivate func without(prefix: String) -> Substring { hasPrefix(prefix) ? dropFirst(prefix.count) : self[...] }
}
