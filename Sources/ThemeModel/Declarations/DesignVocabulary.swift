// SPDX-License-Identifier: MIT

/// The properties of a dialect that design rules check. A dialect without styles has none.
package struct DesignVocabulary: Sendable {
  /// The form in which a style sets the values of a state.
  package enum States: Sendable {
    case none
    /// In an object with the name of the state, which may contain further states.
    case objects([String])
    /// In keys that begin with the state's name and a colon.
    case prefixes([String])
    /// In the last argument of a call, as bits.
    case calls
  }

  /// The colours of texts. A text lies on the background of its own style.
  package let texts: [String]
  package let backgrounds = ["backgroundColor"]
  /// The keys of fonts of texts: a key, or an object and a key in it.
  package let fonts = [["font"], ["titleLabel", "font"]]
  package let states: States
  /// Whether theming only adds: a value that only a state or a base theme sets stays. In such a dialect, a text that is meant as
  /// a reference, or a misspelt key, is not an error.
  package let isAdditive: Bool

  /// The state in which low contrast is allowed: inactive elements are exempt (WCAG 2, 1.4.3).
  package static let inactive = "disabled"
  /// The bit of the same state where states are numbers.
  package static let inactiveBit = 2

  package init(texts: [String], states: States, isAdditive: Bool = false) {
    self.texts = texts
    self.states = states
    self.isAdditive = isAdditive
  }
}
