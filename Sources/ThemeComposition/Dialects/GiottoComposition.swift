// SPDX-License-Identifier: MIT

import ThemeModel

/// The properties of an element by Giotto's README: of the styles that were applied to it, in order, each followed by its variant
/// for the device if there is one: `NAME_IPAD` on a pad, `NAME_IPHONE` on a phone. A style's parents are in it already, without
/// variants. A prefix such as `selected:` stays in its key, for the program to act on.
enum GiottoComposition: DialectComposition {
  static func compose(
    _ element: Element, device: Context.Device?, suffixes: DeviceSuffixes?, from source: some StyleSource
  ) -> Composition {
    var stack = LayerStack()
    for name in element.styles {
      stack.append(.style, name, from: source)
      guard let variant = device.flatMap({ variantEndings[$0] }).map({ name + $0 }),
        source.properties(of: variant) != nil
      else { continue }
      stack.append(.variant, variant, from: source)
    }
    return stack.composition()
  }

  static func element(ofStyle id: String) -> Element { Element(styles: [id]) }

  static var hasStatesInKeys: Bool { true }

  static var variantEndings: [Context.Device: String] { [.pad: "_IPAD", .phone: "_IPHONE"] }
}
