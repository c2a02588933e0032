// SPDX-License-Identifier: MIT

package import TextComparison
package import ThemeModel

/// The description of an interface element, by which it asks for its properties. Each dialect uses some of the members.
package struct Element: Sendable, Hashable {
  /// The class, with or without its module: `RBButton`, `Shop.CheckoutButton`. Redbeard, Oracle.
  @Bytewise package var className: String?
  /// The classes of the elements around it, the nearest first. Oracle.
  @Bytewise package var containers: [String]
  /// The theme identifier that was set on it. Redbeard.
  @Bytewise package var identifier: String?
  /// The styles that were asked for, in order; Oracle's ids with or without the tilde. Oracle, Giotto.
  @Bytewise package var styles: [String]
  /// INLThemes.
  @Bytewise package var elementId: String?
  /// The states that are on, such as `highlighted`; of two that set one property the later wins. Redbeard.
  @Bytewise package var states: [String]
  /// The changes that were pushed since the identifier was set, which drops earlier ones; in order, each the members of
  /// an object. Redbeard.
  package var changes: [[Value.Member]]

  package init(
    className: String? = nil, containers: [String] = [], identifier: String? = nil, styles: [String] = [],
    elementId: String? = nil, states: [String] = [], changes: [[Value.Member]] = []
  ) {
    self.className = className
    self.containers = containers
    self.identifier = identifier
    self.styles = styles
    self.elementId = elementId
    self.states = states
    self.changes = changes
  }
}
