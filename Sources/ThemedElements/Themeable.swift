// SPDX-License-Identifier: MIT

public import ThemeModel

/// A part of a program's interface with properties from themes: a view, a control, a widget of a terminal.
///
/// An element describes itself and applies values; its `theme` does the rest. With a toolkit, conform the toolkit's base class
/// once:
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
  /// The element's tracker, made with the element.
  var theme: ThemeTracker { get }

  /// The element's class for themes, with or without its module: `RBButton`, `Shop.CheckoutButton`. The default is the name of
  /// the type.
  var themeClass: String { get }

  /// The element's container; nil at the top. Styles for classes inside others (`UILabel>UIButton`) use it.
  var themeContainer: (any Themeable)? { get }

  /// The elements within this one. `Theming.applyTheme(to:)` and registered consumers use them.
  var themeChildren: [any Themeable] { get }

  /// The names of objects in a style that are states of the element, and not parts: their properties apply while the state is
  /// active. The default is `highlighted`, `selected`, `disabled` and `focused`.
  var themeStates: Set<String> { get }

  /// Sets a property. A key path has dots where the style has nested objects or a dot: `layer.borderWidth`. Called for each
  /// property whose value changed since the last call; ignore unknown properties.
  ///
  /// `null` means that the theme sets the property to nothing; `calls` are all calls of a setter.
  func applyThemeValue(_ value: ThemeValue, forKeyPath keyPath: String)

  /// The theme no longer sets a property. The last value stays unless the element restores a value of its own.
  func removeThemeValue(forKeyPath keyPath: String)

  /// The elements that a property contains: one or a list. The style's properties below it are applied to each of them:
  /// `titleLabel.textColor` as `textColor` to the element at `titleLabel`. Empty for other properties.
  func themeTargets(forKey key: String) -> [any Themeable]
}

extension Themeable {
  /// The name of the element's type.
  public var themeClass: String { String(describing: type(of: self)) }
  /// Nothing.
  public var themeContainer: (any Themeable)? { nil }
  /// Nothing.
  public var themeChildren: [any Themeable] { [] }
  /// The usual states of controls.
  public var themeStates: Set<String> { ["highlighted", "selected", "disabled", "focused"] }
  /// Keeps the last value.
  public func removeThemeValue(forKeyPath keyPath: String) {}
  /// None.
  public func themeTargets(forKey key: String) -> [any Themeable] { [] }
}

/// An element that handles some key paths itself, before its base class: Giotto's `ThemeManagerCustomizationProtocol`.
///
/// An adapter of a toolkit implements `applyThemeValue`; the program's own classes implement this protocol.
public protocol ThemeCustomizing: Themeable {
  /// Whether the element handles a key path itself.
  func shouldApplyThemeCustomization(forKeyPath keyPath: String) -> Bool

  /// Called instead of `applyThemeValue` for such a key path.
  func applyCustomization(ofThemeValue value: ThemeValue, forKeyPath keyPath: String)
}
