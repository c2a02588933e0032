// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
package import ThemeSyntax

extension Redbeard {
  package static var notation: NameNotation {
    NameNotation(constant: ("ref://", ""), style: ("ref://", ""), constants: [])
  }

  /// `theme` may name a style by its id alone: declarations have a text there.
  package func writtenNames(in tree: SourceTree, path: String, parts: ReadParts) -> WrittenNames? {
    guard !Self.isIncludeFile(path), let root = tree.root else { return nil }
    let keys = BytewiseSet(([""] + suffixes).map { RedbeardText.themeKey + $0 })
    var names = WrittenNames()
    for id in tree.members(of: root) {
      addStyles(namedIn: id.value, of: tree.key(of: id), keys, tree, to: &names)
    }
    return names.references.isEmpty ? nil : names
  }

  private func addStyles(
    namedIn node: SourceTree.Node, of id: String, _ keys: BytewiseSet, _ tree: SourceTree, to names: inout WrittenNames
  ) {
    for member in tree.members(of: node) {
      guard keys.contains(tree.key(of: member)), let text = tree.string(of: member.value) else {
        addStyles(namedIn: member.value, of: id, keys, tree, to: &names)
        continue
      }
      guard !text.isEmpty, !["ref://", "glyph://"].contains(where: text.hasPrefix),
        RedbeardText.color(Array(text.utf8)[...]) == nil
      else { continue }
      names.references.append(
        .init(
          name: text, space: .styles, range: tree.range(of: member.value), isInheritance: false, source: id,
          sourceSpace: .shared))
    }
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

  /// An entry of an include file that begins like a comment is one.
  package static func canName(file path: String) -> Bool { !path.hasPrefix(IncludeFile.commentPrefix) }

  /// Include files name others in two lists: `include` and `themes`.
  package static func linkedFiles(at place: EditingPlace, among paths: [String]) -> [String]? {
    guard isIncludeFile(place.path), place.keys.count == 2 else { return nil }
    let isInclude = place.keys[0] == IncludeFile.includeKey
    return paths.filter { isIncludeFile($0) == isInclude }
  }

  package static func isWithinStyle(_ place: EditingPlace) -> Bool {
    !isIncludeFile(place.path) && place.containers.count >= 2
  }

  package static func references(at place: EditingPlace) -> ReferencePlace? {
    guard !isIncludeFile(place.path), let source = place.keys.first else { return nil }
    if place.typed.hasPrefix(RedbeardText.glyphPrefix) { return glyphColor(at: place) }
    let notation = (before: RedbeardText.referencePrefix, behind: "")
    switch place.keys.last {
    case RedbeardText.inheritsKey, RedbeardText.themeKey:
      // `theme` names a style by its id, and also by a reference.
      let isID = place.keys.last == RedbeardText.themeKey && !RedbeardText.isReference(Array(place.typed.utf8)[...])
      var references = ReferencePlace(style: isID ? ("", "") : notation, source: source)
      references.isOnlyReference = true
      return references
    default: return ReferencePlace(constant: notation, style: notation, source: source)
    }
  }

  /// The colour in `glyph://NAME/COLOUR/HEIGHT`, whose id may hold slashes.
  private static func glyphColor(at place: EditingPlace) -> ReferencePlace? {
    let slash = UInt8(ascii: "/")
    let parts = place.typed.utf8.dropFirst(RedbeardText.glyphPrefix.utf8.count)
    guard let name = parts.firstIndex(of: slash) else { return nil }
    var behind = place.rest.utf8[...]
    if let last = behind.lastIndex(of: slash), Substring(behind[last...].dropFirst()).allSatisfy("0123456789.".contains)
    {
      behind = behind[..<last]
    }
    var references = ReferencePlace(constant: ("", ""))
    references.type = "color"
    references.part = (parts[name...].count - 1, behind.count)
    return references
  }

  package static func values(at place: EditingPlace) -> [EditingWord] {
    guard !isIncludeFile(place.path) else { return [] }
    return [EditingWord("glyph://", "a glyph: NAME/COLOUR/HEIGHT", snippet: "glyph://${1:name}/${2:colour}")]
  }
}
