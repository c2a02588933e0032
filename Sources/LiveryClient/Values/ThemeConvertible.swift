// SPDX-License-Identifier: MIT

public import ThemeModel

/// A type that values of a theme can be read as. A program's own types may be among them:
///
/// ```swift
/// enum Alignment: String, ThemeConvertible { case left, center, right }
/// let alignment = theme.value("styles/Title/alignment", default: Alignment.left)
/// ```
public protocol ThemeConvertible: Sendable {
  /// Nil when the value has a different type.
  init?(themeValue: Theme.Value)
}

extension ThemeConvertible where Self: RawRepresentable, RawValue: ThemeConvertible {
  /// The case whose raw value this is.
  public init?(themeValue: Theme.Value) {
    guard let rawValue = RawValue(themeValue: themeValue) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension Bool: ThemeConvertible {
  /// From `true` and `false`.
  public init?(themeValue: Theme.Value) {
    guard case .bool(let value) = themeValue else { return nil }
    self = value
  }
}

extension Double: ThemeConvertible {
  /// From numbers.
  public init?(themeValue: Theme.Value) {
    guard case .number(let value) = themeValue else { return nil }
    self = value
  }
}

extension Int: ThemeConvertible {
  /// From numbers without a fraction.
  public init?(themeValue: Theme.Value) {
    guard case .number(let value) = themeValue, let whole = Int(exactly: value) else { return nil }
    self = whole
  }
}

extension String: ThemeConvertible {
  /// From texts.
  public init?(themeValue: Theme.Value) {
    guard case .string(let value) = themeValue else { return nil }
    self = value
  }
}

extension Theme.Value: ThemeConvertible {
  /// From every value.
  public init?(themeValue: Theme.Value) { self = themeValue }
}

extension Array: ThemeConvertible where Element: ThemeConvertible {
  /// From lists with elements of the type only.
  public init?(themeValue: Theme.Value) {
    guard case .array(let values) = themeValue else { return nil }
    let elements = values.compactMap { Element(themeValue: $0) }
    guard elements.count == values.count else { return nil }
    self = elements
  }
}

extension Theme.Object: ThemeConvertible {
  /// From objects.
  public init?(themeValue: Theme.Value) {
    guard case .object(let members) = themeValue else { return nil }
    self.init(members.lazy.map { ($0.key, $0.value) })
  }
}

extension Theme.Color: ThemeConvertible {
  /// From colours of all forms: in sRGB, and the nearest one where sRGB does not have the colour.
  public init?(themeValue: Theme.Value) {
    guard let color = themeValue.srgbColor else { return nil }
    self = color
  }
}

extension Theme.ColorInSpace: ThemeConvertible {
  /// From colours of all forms, as the theme writes them.
  public init?(themeValue: Theme.Value) {
    if case .colorInSpace(let color) = themeValue {
      self = color
    } else if let color = themeValue.srgbColor {
      self.init(color)
    } else {
      return nil
    }
  }
}

extension Theme.Font: ThemeConvertible {
  /// From fonts.
  public init?(themeValue: Theme.Value) {
    guard case .font(let value) = themeValue else { return nil }
    self = value
  }
}

extension Theme.Glyph: ThemeConvertible {
  /// From glyphs.
  public init?(themeValue: Theme.Value) {
    guard case .glyph(let value) = themeValue else { return nil }
    self = value
  }
}

extension Theme.Point: ThemeConvertible {
  /// From points.
  public init?(themeValue: Theme.Value) {
    guard case .point(let value) = themeValue else { return nil }
    self = value
  }
}

extension Theme.Size: ThemeConvertible {
  /// From sizes.
  public init?(themeValue: Theme.Value) {
    guard case .size(let value) = themeValue else { return nil }
    self = value
  }
}

extension Theme.Rect: ThemeConvertible {
  /// From rectangles.
  public init?(themeValue: Theme.Value) {
    guard case .rect(let value) = themeValue else { return nil }
    self = value
  }
}

extension Theme.EdgeInsets: ThemeConvertible {
  /// From edge insets.
  public init?(themeValue: Theme.Value) {
    guard case .edgeInsets(let value) = themeValue else { return nil }
    self = value
  }
}

extension Theme {
  /// The name of an image, so that it can be asked for by type as other values can.
  public struct ImageName: Sendable, Hashable, ThemeConvertible {
    /// As the theme writes it.
    public var name: String

    /// A name.
    public init(_ name: String) { self.name = name }

    /// From images, and from texts.
    public init?(themeValue: Theme.Value) {
      switch themeValue {
      case .image(let name), .string(let name): self.name = name
      case .null, .bool, .number, .array, .object, .color, .colorInSpace, .colorReference, .font, .glyph, .point, .size,
        .rect, .edgeInsets, .calls, .typed:
        return nil
      }
    }
  }
}
