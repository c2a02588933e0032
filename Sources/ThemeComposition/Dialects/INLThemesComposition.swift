// SPDX-License-Identifier: MIT

import ThemeModel

/// The properties of an element by INLThemes' README: the attributes of its elementId.
enum INLThemesComposition: DialectComposition {
  static func compose(
    _ element: Element, device: Context.Device?, suffixes: DeviceSuffixes?, from source: some StyleSource
  ) -> Composition {
    var stack = LayerStack()
    if let id = element.elementId { stack.append(.element, id, from: source) }
    return stack.composition()
  }

  static func element(ofStyle id: String) -> Element { Element(elementId: id) }
}
