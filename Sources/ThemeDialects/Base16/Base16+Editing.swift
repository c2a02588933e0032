// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeSyntax

extension Base16 {
  package static var notation: NameNotation { NameNotation(constant: nil) }

  package static var colorsHaveAlpha: Bool { false }

  package static func keys(at place: EditingPlace) -> [EditingWord] {
    guard let root = place.containers.first else { return [] }
    let tree = place.tree
    let members = Array(tree.members(of: root))
    let palette = members.first { tree.key(of: $0, is: "palette") }
    let colors = BytewiseSet((palette.map { Array(tree.members(of: $0.value)) } ?? members).map { tree.key(of: $0) })
    let name = members.first { tree.key(of: $0, is: "system") }.flatMap { tree.writtenText(of: $0.value) }
    let slots = SchemeSystem(named: name) { colors.contains($0) }.slots
    let words = slots.map { EditingWord($0, "a colour", snippet: "\"#$0\"") }
    if place.keys == [SchemeFile.paletteKey] { return words }
    guard place.keys.isEmpty else { return [] }
    // The old form has its colours at the root.
    let isOld = palette == nil && slots.contains { colors.contains($0) }
    return isOld
      ? SchemeFile.oldKeys.map { EditingWord($0) } + words
      : SchemeFile.newKeys.map { EditingWord($0) } + [EditingWord(SchemeFile.paletteKey, "the colours")]
  }

  package static func values(at place: EditingPlace) -> [EditingWord] {
    switch place.keys {
    case ["system"]: [EditingWord("base16"), EditingWord("base24")]
    case ["variant"]: [EditingWord("dark"), EditingWord("light")]
    default: []
    }
  }
}
