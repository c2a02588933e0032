// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

/// The parts of a Redbeard style: objects for inner elements, such as the `okButton` of a controller. If a part names a style by
/// `theme`, that style is laid under it.
///
/// An object that is not a state can be a part. The usual states are known by name even while they are inactive.
struct RedbeardParts<Source: StyleSource> {
  let source: Source
  let states: BytewiseSet
  /// The number of values that may still be laid: parts may name styles with parts, and so on.
  private var valuesLeft = 100_000

  init(source: Source, states: [String]) {
    self.source = source
    self.states = BytewiseSet(states + RedbeardText.states)
  }

  /// Lays the styles that parts name under the parts, at any depth. A style within its own part is left out, and an unknown name
  /// stays as it is.
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

  /// The style that a `theme` names, with the styles that it names laid over it, as in a layer of an element.
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
