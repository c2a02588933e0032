// SPDX-License-Identifier: MIT

public import ThemeModel

/// Values are those of the module `ThemeModel`, which `ThemedElements` uses, too.
extension Theme {
  /// A resolved value of a theme: plain JSON, or one of the types that themes know.
  public typealias Value = ThemeModel.Value
  /// A colour in sRGB.
  public typealias Color = ThemeModel.Color
  /// A colour as a theme writes it, in any colour space, with its colour in sRGB.
  public typealias ColorInSpace = ThemeModel.ColorInSpace
  /// A colour space of CSS.
  public typealias ColorSpace = ThemeModel.ColorSpace
  /// A font as a theme asks for it.
  public typealias Font = ThemeModel.Font
  /// An icon of a glyph font.
  public typealias Glyph = ThemeModel.Glyph
  /// A place, in points.
  public typealias Point = ThemeModel.Point
  /// A width and a height, in points.
  public typealias Size = ThemeModel.Size
  /// A rectangle, in points.
  public typealias Rect = ThemeModel.Rect
  /// Distances from the four edges, in points.
  public typealias EdgeInsets = ThemeModel.EdgeInsets
}
