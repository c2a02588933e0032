// SPDX-License-Identifier: GPL-2.0-or-later

/// A theme attribute: how its value is read.
package enum INLAttribute: Sendable {
  /// `#RRGGBB`.
  case color
  /// A number, or a text that is one.
  case number
  /// The size of a font: a number; a text that is one is worth a warning.
  case fontSize
  /// The name of an image.
  case image
  /// Whatever it is.
  case plain

  /// How an attribute of this name is read, known or not.
  package init(_ name: String) {
    switch name {
    case "alpha", "cornerRadius", "constant", "priority": self = .number
    case "fontSize": self = .fontSize
    case "image", "selectedImage": self = .image
    default: self = name == "color" || name.hasSuffix("Color") ? .color : .plain
    }
  }
}
