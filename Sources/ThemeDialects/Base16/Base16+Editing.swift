// SPDX-License-Identifier: GPL-2.0-or-later

extension Base16 {
  package static var notation: NameNotation { NameNotation(constant: nil) }

  package static var colorsHaveAlpha: Bool { false }

  package static func keys(at place: EditingPlace) -> [EditingWord] {
    if place.keys.isEmpty {
      return SchemeFile.newKeys.map { EditingWord($0) } + [EditingWord(SchemeFile.paletteKey, "the colours")]
    }
    guard place.keys == [SchemeFile.paletteKey] else { return [] }
    return SchemeSystem.base24.slots.map { EditingWord($0, "a colour", snippet: "\"#$0\"") }
  }

  package static func values(at place: EditingPlace) -> [EditingWord] {
    switch place.keys {
    case ["system"]: [EditingWord("base16"), EditingWord("base24")]
    case ["variant"]: [EditingWord("dark"), EditingWord("light")]
    default: []
    }
  }
}
