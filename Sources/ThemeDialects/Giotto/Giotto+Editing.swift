// SPDX-License-Identifier: GPL-2.0-or-later

extension Giotto {
  private static let constantsKey = "Constants"

  package static var notation: NameNotation {
    NameNotation(constant: ("", ""), style: ("style:", ""), forbidden: ",:", constants: [constantsKey])
  }

  package static func keys(at place: EditingPlace) -> [EditingWord] {
    if place.keys.isEmpty {
      return [
        EditingWord("formatVersion", "2", snippet: "2"),
        EditingWord(constantsKey, "names of values", snippet: "{ $0 }"),
      ]
    }
    guard isWithinStyle(place) else { return [] }
    return [
      EditingWord("_superstyle", "the styles that lie under this one", snippet: "\"$0\""),
      EditingWord("_inherit", "a style of the default theme, under all", snippet: "\"$0\""),
    ]
  }

  /// The root has groups, and these have styles.
  package static func isWithinStyle(_ place: EditingPlace) -> Bool {
    place.containers.count >= 3 && place.keys.first != constantsKey
  }

  package static func references(at place: EditingPlace) -> ReferencePlace? {
    let keys = place.keys
    guard keys.count >= 2, keys[0] != constantsKey else { return nil }
    let source = keys[1]
    var references: ReferencePlace
    switch (keys.last, place.typed.utf8.firstIndex(of: UInt8(ascii: ":"))) {
    case ("_superstyle", _):
      references = ReferencePlace(style: ("", ""), source: source)
      references.isOnlyReference = true
      references.part = place.part(between: ",")
      return references
    case ("_inherit", _):
      // A style may extend the one of its name in the default theme.
      references = ReferencePlace(style: ("", ""))
      references.isOnlyReference = true
      return references
    case (_, nil):
      // A style may name styles, but not a constant.
      return ReferencePlace(constant: keys.count == 2 ? nil : ("", ""), style: ("style:", ""), source: source)
    case (_, let colon?):
      switch place.typed[..<colon] {
      case "style", "s": references = ReferencePlace(style: ("", ""), source: source)
      case "font", "f": references = ReferencePlace(constant: ("", ""))
      default: return nil
      }
      references.part = place.part(between: ":,")
    }
    return references
  }

  package static func values(at place: EditingPlace) -> [EditingWord] {
    guard place.keys.count >= 2 else { return [] }
    let values = [
      EditingWord("color:", "3, 4, 6 or 8 digits, the alpha last", snippet: "color:${1:000000}"),
      EditingWord("font:", "NAME,SIZE", snippet: "font:${1:system},${2:12}"),
      EditingWord("point:", "x and y", snippet: "point:${1:0},${2:0}"),
      EditingWord("size:", "width and height", snippet: "size:${1:0},${2:0}"),
      EditingWord("rect:", "x, y, width and height", snippet: "rect:${1:0},${2:0},${3:0},${4:0}"),
      EditingWord("edge:", "top, left, bottom and right", snippet: "edge:${1:0},${2:0},${3:0},${4:0}"),
      EditingWord("null", "nothing"),
    ]
    if place.keys[0] == constantsKey { return values }
    let styles = [EditingWord("style:", "styles, between commas", snippet: "style:$0")]
    return place.keys.count == 2 ? styles : styles + values
  }
}
