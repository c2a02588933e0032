// SPDX-License-Identifier: MIT

package import ThemeModel

/// The properties of an element, and the layers that they come from.
package struct Composition: Sendable, Hashable {
  /// An object. Objects of several layers are merged deep; of arrays, scalars and typed values the last one
  /// counts. Calls of a setter add up, as calling it again does.
  package var properties: Value = .object([])
  /// All layers that were found, in the order in which they are laid; a later one wins.
  package var layers: [Layer] = []
  /// The origin of each leaf of `properties`, in their order. A leaf is a value that is not an object, or an object without
  /// members. A leaf has one origin; a list of calls has one for each layer that contributed calls.
  package var origins: [Origin] = []

  package struct Origin: Sendable, Hashable {
    /// Within `properties`, segments joined by `/` and escaped as in every path.
    package var path: String
    /// The layer that won, by its number in `layers`.
    package var layer: Int
    /// The path in the snapshot; nil for pushed values.
    package var source: String?
  }
}

extension Composition {
  /// The composition of an element without a style.
  package static let nothing = Composition()
}

/// A style, a part of a style, or a pushed change, as one layer of an element.
package struct Layer: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    /// The style of the element's class. Redbeard, Oracle.
    case `class`
    /// A style that the layer before it names by `theme`. Redbeard.
    case theme
    /// The style that the element's identifier names. Redbeard.
    case identifier
    /// Pushed values. Redbeard.
    case change
    /// The object of a state that is on, in another layer. Redbeard.
    case state
    /// The style of a class inside other classes. Oracle.
    case selector
    /// A style that was asked for. Oracle, Giotto.
    case style
    /// The variant for the device of a style that was asked for. Giotto.
    case variant
    /// The style of an elementId. INLThemes.
    case element
  }

  package enum Status: Sendable, Hashable {
    case applied
    /// By the layer of this number: by its clear flag, or since the identifier replaces the class.
    case dropped(by: Int)
    /// It is requested, and the snapshot does not have it.
    case missing
  }

  package var kind: Kind
  /// The id of the style; for a state, the id of its layer. Nil for a change, its states, and a style that is written in the
  /// `theme` of another style in place of its id.
  package var id: String?
  /// The state and those that it is nested in, the outermost first; empty for the other kinds.
  package var states: [String] = []
  /// Its path in the snapshot: `styles/RBButton`, `styles/RBButton/highlighted`. Nil for a pushed change and for a missing style.
  package var path: String?
  package var status: Status = .applied

  package init(
    kind: Kind, id: String? = nil, states: [String] = [], path: String? = nil, status: Status = .applied
  ) {
    self.kind = kind
    self.id = id
    self.states = states
    self.path = path
    self.status = status
  }
}
