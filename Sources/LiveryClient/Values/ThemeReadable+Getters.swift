// SPDX-License-Identifier: MIT

/// `value(_:default:)` by type.
extension ThemeReadable {
  /// The colour at a path, or the default: in sRGB, and the nearest one where sRGB does not have the colour.
  public func color(_ path: Theme.Path, default color: Theme.Color) -> Theme.Color { value(path, default: color) }

  /// The colour at a path as the theme writes it, in its colour space, or the default.
  public func colorInSpace(_ path: Theme.Path, default color: Theme.ColorInSpace) -> Theme.ColorInSpace {
    value(path, default: color)
  }

  /// The number at a path, or the default.
  public func number(_ path: Theme.Path, default number: Double) -> Double { value(path, default: number) }

  /// The whole number at a path, or the default; a fraction is of the wrong type.
  public func integer(_ path: Theme.Path, default integer: Int) -> Int { value(path, default: integer) }

  /// The truth value at a path, or the default.
  public func bool(_ path: Theme.Path, default bool: Bool) -> Bool { value(path, default: bool) }

  /// The text at a path, or the default.
  public func string(_ path: Theme.Path, default string: String) -> String { value(path, default: string) }

  /// The font at a path, or the default.
  public func font(_ path: Theme.Path, default font: Theme.Font) -> Theme.Font { value(path, default: font) }

  /// The glyph at a path, or the default.
  public func glyph(_ path: Theme.Path, default glyph: Theme.Glyph) -> Theme.Glyph { value(path, default: glyph) }

  /// The point at a path, or the default.
  public func point(_ path: Theme.Path, default point: Theme.Point) -> Theme.Point { value(path, default: point) }

  /// The size at a path, or the default.
  public func size(_ path: Theme.Path, default size: Theme.Size) -> Theme.Size { value(path, default: size) }

  /// The rectangle at a path, or the default.
  public func rect(_ path: Theme.Path, default rect: Theme.Rect) -> Theme.Rect { value(path, default: rect) }

  /// The edge insets at a path, or the default.
  public func edgeInsets(_ path: Theme.Path, default edgeInsets: Theme.EdgeInsets) -> Theme.EdgeInsets {
    value(path, default: edgeInsets)
  }

  /// The name of the image at a path, or the default. A plain text counts as a name.
  public func image(_ path: Theme.Path, default name: String) -> String {
    value(path, default: Theme.ImageName(name)).name
  }

  /// The list at a path, or the default.
  public func list(_ path: Theme.Path, default list: [Theme.Value]) -> [Theme.Value] { value(path, default: list) }

  /// The object at a path, or the default. Its own values are read in the same way.
  public func object(_ path: Theme.Path, default object: Theme.Object = Theme.Object()) -> Theme.Object {
    value(path, default: object)
  }
}
