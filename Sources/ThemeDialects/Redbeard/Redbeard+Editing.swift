// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension Redbeard {
  package static var notation: NameNotation {
    NameNotation(constant: ("ref://", ""), style: ("ref://", ""), constants: [])
  }

  package static func keys(at place: EditingPlace) -> [EditingWord] {
    if isIncludeFile(place.path) {
      guard place.keys.isEmpty else { return [] }
      return [
        EditingWord(IncludeFile.includeKey, "include files that are loaded before", snippet: "[\"$0\"]"),
        EditingWord(IncludeFile.themesKey, "theme files in order", snippet: "[\"$0\"]"),
      ]
    }
    guard !place.keys.isEmpty else { return [] }
    return [
      EditingWord(RedbeardText.inheritsKey, "the style that lies under this one", snippet: "\"ref://$0\""),
      EditingWord(RedbeardText.themeKey, "the style that is the next layer", snippet: "\"$0\""),
      EditingWord(RedbeardText.clearKey, "drops all layers below", snippet: "true"),
    ]
      + RedbeardText.states.map { EditingWord($0, "a state", snippet: "{ $0 }") }
  }

  /// Include files name others in two lists: `include` and `themes`.
  package static func linkedFiles(at place: EditingPlace, among paths: [String]) -> [String]? {
    guard isIncludeFile(place.path), place.keys.count == 2 else { return nil }
    let isInclude = place.keys[0] == IncludeFile.includeKey
    return paths.filter { isIncludeFile($0) == isInclude }
  }

  package static func values(at place: EditingPlace) -> [EditingWord] {
    guard !isIncludeFile(place.path), place.keys.last != RedbeardText.inheritsKey else { return [] }
    return [EditingWord("glyph://", "a glyph: NAME/COLOUR/HEIGHT", snippet: "glyph://${1:name}/${2:colour}")]
  }
}
