// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

/// The properties of an element by the Redbeard Theme Reference 1.0.
///
/// The theme of the class comes first: the style with its whole name, else with the part after the last dot. An identifier with a
/// style replaces it; an identifier without one changes nothing. Pushed changes follow. Each of these may name a further style by
/// `theme`, which comes next, and so on. A chain ends at a style that it has laid before, and after 128 styles. A layer whose own
/// `clearPreviousThemingValues` is true drops all layers before it.
///
/// Then the objects of the active states are laid over. First come objects of one state, in the order of the element's states,
/// and for one state in the order of the layers. Then come objects of a state inside a state, if both are active, and so on: an
/// object for several states is more specific.
///
/// `theme`, `clearPreviousThemingValues` and the objects of active states are no properties of the element; in the object of a
/// state, the first two have no effect. Objects with the name of an inactive state are properties: they cannot be distinguished
/// from parts, and a program may need them in advance. If a part names a style by `theme`, that style is laid under the part, see
/// `RedbeardParts`.
enum RedbeardComposition: DialectComposition {
  static func compose(
    _ element: Element, device: Context.Device?, suffixes: DeviceSuffixes?, from source: some StyleSource
  ) -> Composition {
    var layers = RedbeardLayers(source: source, suffixes: suffixes ?? DeviceSuffixes(device))
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

  /// Classes begin with a capital letter, identifiers with a small one.
  static func element(ofStyle id: String) -> Element {
    let isClass = id.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
    return isClass ? Element(className: id) : Element(identifier: id)
  }

  static var hasStatesAndParts: Bool { true }
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

  /// The maximum number of styles that one layer adds by `theme`.
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
      // In the order of the states, and for equal states in the order of the layers.
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
