// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

extension Oracle {
  package static var notation: NameNotation {
    NameNotation(constant: ("@resource:", ""), styleMark: "~", forbidden: ":>~ ", constants: ["0"])
  }

  package static func isName(_ text: String, in space: Declarations.Space) -> Bool {
    space != .styles || StyleSelector(text) != nil
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
