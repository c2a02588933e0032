// SPDX-License-Identifier: GPL-2.0-or-later

/// The type of a theme attribute, by which its value is read.
package enum INLAttribute: Sendable {
  /// `#RRGGBB`.
  case color
  /// A number, or a text that is one.
  case number
  /// The size of a font: a number; a text that is one is worth a warning.
  case fontSize
  /// The name of an image.
  case image
  /// The name of a font.
  case font
  /// A boolean; a text or a number that stands for one is worth a warning. Unchanged, as all other values.
  case boolean
  /// Any value, unchanged.
  case plain

  /// The type of the attribute with this name; a default for unknown names.
  package init(_ name: String) {
    switch name {
    case "alpha", "cornerRadius", "constant", "priority": self = .number
    case "fontSize": self = .fontSize
    case "image", "selectedImage": self = .image
    case "font": self = .font
    case "active", "hidden", "useDarkIndicator": self = .boolean
    default: self = name == "color" || name.hasSuffix("Color") ? .color : .plain
    }
  }
}
