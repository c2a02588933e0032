// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

/// What an element gets by the Redbeard Theme Reference 1.0.
///
/// The theme of the class comes first: the style of its whole name, else of what follows the last dot. An identifier
/// that is a style's takes its place; another changes nothing. Pushed changes follow. Each of these may name a further
/// style by `theme`, which comes next, and so on; a style that the same chain has laid before ends it, as 128 styles
/// do. A layer whose own `clearPreviousThemingValues` is true drops all before it.
///
/// Then the objects of the states that are on are laid over. First those of one state, in the order of the element's
/// states and for one state in the order of the layers; then those of a state inside a state, where both are on, and so
/// on: what is said of several states at once is more special.
///
/// An element does not get `theme` and `clearPreviousThemingValues`, which say how to compose (in the object of a state
/// they say nothing), nor the object of a state that is on, which was laid over. It does get objects of the name of a
/// state that is off: they cannot be told from its parts, and a program may want to know them beforehand. A part that
/// names a style by `theme` has that style laid under it, see `RedbeardParts`.
func composeRedbeard(_ element: Element, suffixes: DeviceSuffixes, from source: some StyleSource) -> Composition {
  var layers = RedbeardLayers(source: source, suffixes: suffixes)
  layers.layClass(of: element)
  layers.layIdentifier(of: element)
  layers.layChanges(of: element)
  layers.layStates(of: element)
  let states = BytewiseSet(element.states)
  return layers.stack.composition { member in
    if member.key == RedbeardText.themeKey || member.key == RedbeardText.clearKey { return false }
    guard states.contains(member.key), case .object = member.value else { return true }
    return false
  } finish: { tree in
    var parts = RedbeardParts(source: source, states: element.states)
    parts.layThemes(in: &tree)
  }
}

private struct RedbeardLayers<Source: StyleSource> {
  let source: Source
  let suffixes: DeviceSuffixes
  var stack = LayerStack()

  mutating func layClass(of element: Element) {
    guard let name = element.className else { return }
    let names = [name, name.split(separator: ".").last.map(String.init) ?? name]
    guard let id = names.first(where: { source.properties(of: $0) != nil }) else { return }
    layStyle(.class, id)
  }

  mutating func layIdentifier(of element: Element) {
    guard let id = element.identifier else { return }
    if source.properties(of: id) != nil { stack.dropAll(below: stack.layers.count) }
    layStyle(.identifier, id)
  }

  mutating func layChanges(of element: Element) {
    var reader = PushedValues(source: source)
    for change in element.changes { lay(Layer(kind: .change), reader.change(suffixes.settle(change))) }
  }

  private mutating func layStyle(_ kind: Layer.Kind, _ id: String) {
    guard let properties = source.properties(of: id) else { return stack.appendMissing(kind, id) }
    lay(Layer(kind: kind, id: id, path: Layer.path(of: id)), properties)
  }

  /// Styles that one layer brings with it by `theme`, at most.
  private static var chainLimit: Int { 128 }

  /// Lays a layer, the style that it names, the style that this one names, and so on.
  private mutating func lay(_ layer: Layer, _ content: [Value.Member]) {
    layAlone(layer, content)
    var (layer, content) = (layer, content)
    var ids = BytewiseSet([layer.id].compactMap(\.self))
    for _ in 0..<Self.chainLimit {
      switch content.last(where: { $0.key == RedbeardText.themeKey })?.value {
      case .string(let text)?:
        let id = RedbeardText.reference(text) ?? text
        guard ids.insert(id) else { return }
        guard let properties = source.properties(of: id) else { return stack.appendMissing(.theme, id) }
        (layer, content) = (Layer(kind: .theme, id: id, path: Layer.path(of: id)), properties)
      // A reference that was resolved: the style itself.
      case .object(let properties)?:
        let path = layer.path.map { "\($0)/\(RedbeardText.themeKey)" }
        (layer, content) = (Layer(kind: .theme, path: path), properties)
      default: return
      }
      layAlone(layer, content)
    }
  }

  private mutating func layAlone(_ layer: Layer, _ content: [Value.Member]) {
    let number = stack.append(layer, content)
    if content.contains(where: { $0.key == RedbeardText.clearKey && $0.value == .bool(true) }) {
      stack.dropAll(below: number)
    }
  }

  mutating func layStates(of element: Element) {
    let ranks = BytewiseDictionary(
      element.states.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var level = stack.applied.map { (ranks: [Int](), layer: $0.layer, content: $0.content) }
    while !level.isEmpty {
      let inner = level.flatMap { outer in
        outer.content.compactMap { member -> (ranks: [Int], layer: Layer, content: [Value.Member])? in
          guard let rank = ranks[member.key], case .object(let content) = member.value else { return nil }
          let layer = Layer(
            kind: .state, id: outer.layer.id, states: outer.layer.states + [member.key],
            path: outer.layer.path.map { "\($0)/\(Path.escape(member.key))" })
          return (outer.ranks + [rank], layer, content)
        }
      }
      // In the order of the states, and for the same ones in the order of the layers.
      level = inner.enumerated()
        .sorted { left, right in
          if left.element.ranks == right.element.ranks { return left.offset < right.offset }
          return left.element.ranks.lexicographicallyPrecedes(right.element.ranks)
        }
        .map(\.element)
      for state in level { stack.append(state.layer, state.content) }
    }
  }
}
