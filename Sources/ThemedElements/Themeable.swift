// SPDX-License-Identifier: MIT

public import ThemeModel

/// A part of a program's interface that themes give properties to: a view, a control, a widget of a terminal.
///
/// An element says what it is and takes values; everything else about it is in its `theme`. With a toolkit, conform the
/// toolkit's own base class once:
///
///     final class Label: Themeable {
///       let theme: ThemeTracker
///       var textColor = Color.black
///
///       init(in theming: Theming) {
///         theme = ThemeTracker(in: theming)
///         theme.element = self
///       }
///
///       func applyThemeValue(_ value: ThemeValue, forKeyPath keyPath: String) {
///         if case .color(let color) = value, keyPath == "textColor" { textColor = color }
///       }
///     }
public protocol Themeable: AnyObject {
  /// What this element was told, by themes and by the program; made with the element.
  var theme: ThemeTracker { get }

  /// The class by which themes know the element, with or without its module: `RBButton`, `Shop.CheckoutButton`. The name
  /// of the type, unless the element says otherwise.
  var themeClass: String { get }

  /// What the element stands in; nil at the top. Styles for classes inside others (`UILabel>UIButton`) go by it.
  var themeContainer: (any Themeable)? { get }

  /// What stands in the element. `Theming.applyTheme(to:)` and registered consumers go by it.
  var themeChildren: [any Themeable] { get }

  /// Names of objects in a style that are the element's states, and no parts of it: what they hold counts while the state
  /// is on. `highlighted`, `selected`, `disabled` and `focused`, unless the element says otherwise.
  var themeStates: Set<String> { get }

  /// Sets a property. A key path has dots where the style has an object in an object or a dot: `layer.borderWidth`. Called
  /// for each property whose value is another than the element was last given; one that is not known is to be ignored.
  ///
  /// `null` means that the theme sets the property to nothing; `calls` are calls of a setter, all of them again.
  func applyThemeValue(_ value: ThemeValue, forKeyPath keyPath: String)

  /// The theme does not set a property any more. Theming only ever adds, so that the last value stays; an element may want
  /// to go back to a value of its own.
  func removeThemeValue(forKeyPath keyPath: String)

  /// The elements that a property stands for: one, or a list of them. What a style says of the property is applied to each:
  /// `titleLabel.textColor` as `textColor` to what is at `titleLabel`. None for a property that holds no elements.
  func themeTargets(forKey key: String) -> [any Themeable]
}

extension Themeable {
  /// The name of the element's type.
  public var themeClass: String { String(describing: type(of: self)) }
  /// Nothing.
  public var themeContainer: (any Themeable)? { nil }
  /// Nothing.
  public var themeChildren: [any Themeable] { [] }
  /// The states that controls have as a rule.
  public var themeStates: Set<String> { ["highlighted", "selected", "disabled", "focused"] }
  /// Leaves the last value where it is.
  public func removeThemeValue(forKeyPath keyPath: String) {}
  /// None.
  public func themeTargets(forKey key: String) -> [any Themeable] { [] }
}

/// An element that handles some key paths itself, ahead of what its base class does: Giotto's
/// `ThemeManagerCustomizationProtocol`.
///
/// `applyThemeValue` belongs to who adapts a toolkit; this is for the program's own classes, which then never override it.
public protocol ThemeCustomizing: Themeable {
  /// True for the key paths that the element handles itself, and for no others.
  func shouldApplyThemeCustomization(forKeyPath keyPath: String) -> Bool

  /// Called in place of `applyThemeValue` for such a key path.
  func applyCustomization(ofThemeValue value: ThemeValue, forKeyPath keyPath: String)
}
