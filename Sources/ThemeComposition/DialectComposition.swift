// SPDX-License-Identifier: MIT

package import ThemeModel

/// The elements of one dialect: the properties that they get, and the elements that its styles are for.
package protocol DialectComposition {
  /// The properties of an element in a snapshot.
  ///
  /// A pure function. The time follows the size of the applied styles, and for Oracle the number of styles.
  ///
  /// - Parameters:
  ///   - device: that of the context which the snapshot is made for.
  ///   - suffixes: the device suffixes of keys in pushed changes; nil for those of bundles whose manifest names none.
  static func compose(
    _ element: Element, device: Context.Device?, suffixes: DeviceSuffixes?, from source: some StyleSource
  ) -> Composition

  /// An element that gets a style.
  ///
  /// - Parameter id: the id of the style.
  static func element(ofStyle id: String) -> Element

  /// Whether objects in a style are states of the element, or parts that are elements themselves.
  static var hasStatesAndParts: Bool { get }

  /// Whether a key may begin with a state and a colon: `selected:textColor`.
  static var hasStatesInKeys: Bool { get }

  /// The endings of ids of styles that apply on a device alone, behind the style without the ending.
  static var variantEndings: [Context.Device: String] { get }
}

extension DialectComposition {
  package static var variantEndings: [Context.Device: String] { [:] }

  package static var hasStatesAndParts: Bool { false }
  package static var hasStatesInKeys: Bool { false }
}

extension DialectName {
  package var composition: any DialectComposition.Type {
    switch self {
    case .redbeard: RedbeardComposition.self
    case .oracle: OracleComposition.self
    case .giotto: GiottoComposition.self
    case .inlthemes: INLThemesComposition.self
    case .flat, .base16, .tokens: ConstantsAlone.self
    }
  }
}

/// The composition of dialects without styles: an element has no properties.
private enum ConstantsAlone: DialectComposition {
  static func compose(
    _ element: Element, device: Context.Device?, suffixes: DeviceSuffixes?, from source: some StyleSource
  ) -> Composition { .nothing }

  static func element(ofStyle id: String) -> Element { Element() }
}

/// The properties of an element in a snapshot, by the rules of the bundle's dialect.
///
/// The parameters are those of `DialectComposition.compose`.
package func compose(
  _ element: Element, dialect: DialectName, device: Context.Device?, suffixes: DeviceSuffixes? = nil,
  from source: some StyleSource
) -> Composition {
  dialect.composition.compose(element, device: device, suffixes: suffixes, from: source)
}
