// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

/// The parts of a Redbeard style: objects that a program hands on to elements of the element, such as a controller's
/// `okButton`. A part that names a style by `theme` has that style laid under it.
///
/// An object that is not a state can be a part. Of states that are off, the usual ones are known by name.
struct RedbeardParts<Source: StyleSource> {
  let source: Source
  let states: BytewiseSet
  /// Values that may still be laid: parts may name styles with parts, and so on.
  private var valuesLeft = 100_000

  init(source: Source, states: [String]) {
    self.source = source
    self.states = BytewiseSet(states + ["highlighted", "selected", "disabled", "focused"])
  }

  /// Lays the styles that parts name under them, at any depth. A style within a part of its own is left out, and an unknown
  /// name stays as it is.
  ///
  /// - Parameter ids: the styles that the tree is a part of.
  mutating func layThemes(in tree: inout PropertyTree, ids: BytewiseSet = []) {
    tree.changeObjects { key, part in
      guard !states.contains(key) else { return }
      var ids = ids
      if let theme = part[RedbeardText.themeKey], let under = style(theme, &ids) {
        part.removeMember(RedbeardText.themeKey)
        part.lay(under: under)
      }
      layThemes(in: &part, ids: ids)
    }
  }

  /// The style that a `theme` says, with those that it names itself laid over it as in a layer of an element.
  private mutating func style(_ theme: PropertyTree, _ ids: inout BytewiseSet) -> PropertyTree? {
    guard let giver = theme.giver else { return nil }
    var tree = PropertyTree()
    var (content, path) = (theme.value, giver.source)
    while true {
      if case .string(let text) = content {
        let id = RedbeardText.reference(text) ?? text
        guard ids.insert(id), let members = source.properties(of: id) else { break }
        (content, path) = (.object(members), Layer.path(of: id))
      }
      guard case .object(let members) = content else { break }
      valuesLeft -= content.count
      guard valuesLeft >= 0 else { break }
      tree.lay(.object(members.filter { $0.key != RedbeardText.themeKey }), layer: giver.layer, source: path)
      guard let next = members.last(where: { $0.key == RedbeardText.themeKey })?.value else { break }
      (content, path) = (next, path.map { "\($0)/\(RedbeardText.themeKey)" })
    }
    return tree.giver == nil ? nil : tree
  }
}
