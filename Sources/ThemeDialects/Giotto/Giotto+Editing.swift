// SPDX-License-Identifier: GPL-2.0-or-later

extension Giotto {
  package static var notation: NameNotation {
    NameNotation(constant: ("", ""), style: ("style:", ""), forbidden: ",:", constants: ["Constants"])
  }

  package static func keys(at place: EditingPlace) -> [EditingWord] {
    if place.keys.isEmpty {
      return [
        EditingWord("formatVersion", "2", snippet: "2"), EditingWord("Constants", "names of values", snippet: "{ $0 }"),
      ]
    }
    guard place.keys.count >= 2 else { return [] }
    return [
      EditingWord("_superstyle", "the styles that lie under this one", snippet: "\"$0\""),
      EditingWord("_inherit", "a style of the default theme, under all", snippet: "\"$0\""),
    ]
  }

  package static func values(at place: EditingPlace) -> [EditingWord] {
    guard place.keys.count >= 2 else { return [] }
    return [
      EditingWord("color:", "3, 4, 6 or 8 digits, the alpha last", snippet: "color:${1:000000}"),
      EditingWord("font:", "NAME,SIZE", snippet: "font:${1:system},${2:12}"),
      EditingWord("style:", "styles, between commas", snippet: "style:$0"),
      EditingWord("point:", "x and y", snippet: "point:${1:0},${2:0}"),
      EditingWord("size:", "width and height", snippet: "size:${1:0},${2:0}"),
      EditingWord("rect:", "x, y, width and height", snippet: "rect:${1:0},${2:0},${3:0},${4:0}"),
      EditingWord("edge:", "top, left, bottom and right", snippet: "edge:${1:0},${2:0},${3:0},${4:0}"),
      EditingWord("null", "nothing"),
    ]
  }
}
