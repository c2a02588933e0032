// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeSyntax

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
  /// A boolean; a text or a number that stands for one is worth an info. Unchanged, as all other values.
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
  /// The boolean that a text or a number stands for in other systems.
  static func boolean(meantBy node: SourceTree.Node, in tree: SourceTree) -> Bool? {
    if let number = tree.number(of: node) { return number == 1 ? true : number == 0 ? false : nil }
    switch tree.string(of: node)?.lowercased() {
    case "true", "yes": return true
    case "false", "no": return false
    default: return nil
    }
  }
}
