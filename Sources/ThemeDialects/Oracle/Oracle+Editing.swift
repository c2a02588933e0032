// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel
import ThemeSyntax

extension Oracle {
  package static var notation: NameNotation {
    NameNotation(constant: ("@resource:", ""), styleMark: "~", forbidden: ":>~ ", constants: ["0"])
  }

  package static func isName(_ text: String, in space: Declarations.Space) -> Bool {
    space != .styles || StyleSelector(text) != nil
  }

  /// The file is an array of resources and of styles.
  package static func isWithinStyle(_ place: EditingPlace) -> Bool {
    place.containers.count >= 3 && !isWithinResources(place)
  }

  private static func isWithinResources(_ place: EditingPlace) -> Bool {
    guard place.containers.count >= 2 else { return false }
    return place.tree.elements(of: place.containers[0]).first { _ in true } == place.containers[1]
  }

  package static func references(at place: EditingPlace) -> ReferencePlace? {
    // A resource cannot refer to a resource.
    guard place.containers.count >= 3, !isWithinResources(place) else { return nil }
    var references = ReferencePlace(constant: notation.constant)
    guard let colon = place.typed.utf8.firstIndex(of: UInt8(ascii: ":")), place.typed.utf8.first == UInt8(ascii: "@")
    else { return references }
    switch place.typed[..<colon] {
    case "@resource": return references
    case "@colorref":
      references.type = "color"
      references.part = (place.typed.utf8[colon...].count - 1, place.rest.utf8.count)
      return references
    default: return nil
    }
  }

  package static func values(at place: EditingPlace) -> [EditingWord] {
    guard place.keys.count >= 2 else { return [] }
    return [
      EditingWord("@color:", "red, green, blue and alpha from 0 to 1", snippet: "@color:${1:0} ${2:0} ${3:0} ${4:1}"),
      EditingWord("@font:", "NAME:SIZE", snippet: "@font:${1:Helvetica}:${2:15}"),
      EditingWord("@uint:", "a whole number", snippet: "@uint:${1:0}"),
      EditingWord("@float:", "a number", snippet: "@float:${1:0}"), EditingWord("@bool:YES", "true"),
      EditingWord("@bool:NO", "false"), EditingWord("@image:", "the name of an image", snippet: "@image:${1:name}"),
      EditingWord(
        "@edge_insets:", "top, left, bottom and right", snippet: "@edge_insets:${1:0} ${2:0} ${3:0} ${4:0}"),
      EditingWord("@colorref:", "a colour for a drawing layer", snippet: "@colorref:@resource:$0"),
      EditingWord("@nil", "nothing"),
    ]
  }
}
