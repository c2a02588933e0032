// SPDX-License-Identifier: MIT

/// The properties of an element by INLThemes' README: the attributes of its elementId.
func composeINLThemes(_ element: Element, from source: some StyleSource) -> Composition {
  var stack = LayerStack()
  if let id = element.elementId { stack.append(.element, id, from: source) }
  return stack.composition()
}
