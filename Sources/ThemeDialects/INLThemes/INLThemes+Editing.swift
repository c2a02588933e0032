// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
package import ThemeSyntax

extension INLThemes {
  package static var notation: NameNotation {
    NameNotation(constant: ("", ""), constants: [INLThemeFile.aliasKey], hasAliases: true)
  }

  package static var colorsHaveAlpha: Bool { false }

  /// Aliases are names for authors only: declarations have the values in their places.
  package func writtenNames(in tree: SourceTree, path: String, parts: ReadParts) -> WrittenNames? {
    guard let root = tree.root else { return nil }
    var names = WrittenNames()
    for member in tree.members(of: root) where tree.key(of: member) == INLThemeFile.aliasKey {
      for alias in tree.members(of: member.value) {
        let range = tree.range(of: alias.value)
        if let text = tree.string(of: alias.value) { names.texts.insert(text) }
        names.entries.append(
          .init(
            name: tree.key(of: alias), space: .constants, keyRange: tree.keyRange(of: alias), range: range,
            valueRange: range, isGroup: false))
      }
    }
    let known = BytewiseSet(names.entries.map(\.name))
    for element in tree.members(of: root) where tree.key(of: element) != INLThemeFile.aliasKey {
      for attribute in tree.members(of: element.value) {
        guard let text = tree.string(of: attribute.value) else { continue }
        guard known.contains(text) else {
          names.texts.insert(text)
          continue
        }
        names.references.append(
          .init(
            name: text, space: .constants, range: tree.range(of: attribute.value), isInheritance: false,
            source: tree.key(of: element), sourceSpace: .styles))
      }
    }
    return names
  }

  package static func isWithinStyle(_ place: EditingPlace) -> Bool {
    place.containers.count >= 2 && place.keys.first != INLThemeFile.aliasKey
  }

  package static func keys(at place: EditingPlace) -> [EditingWord] {
    if place.keys.isEmpty { return [EditingWord(INLThemeFile.aliasKey, "names of values", snippet: "{ $0 }")] }
    guard place.containers.count == 2, isWithinStyle(place) else { return [] }
    return INLElementClass.allAttributes.map { attribute in
      let classes = INLElementClass.all.filter { $0.attributes.containsBytewise(attribute) }.map(\.name)
      return EditingWord(attribute, classes.joined(separator: ", "))
    }
  }
}
