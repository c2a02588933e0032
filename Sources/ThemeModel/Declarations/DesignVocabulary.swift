// SPDX-License-Identifier: MIT

/// What the properties of a dialect mean to design rules. A dialect that has no styles has none.
package struct DesignVocabulary: Sendable {
  /// How a style says what holds in a state.
  package enum States: Sendable {
    case none
    /// In an object of the state's name, which may hold further ones.
    case objects([String])
    /// In keys that begin with the state's name and a colon.
    case prefixes([String])
    /// In the last argument of a call, as bits.
    case calls
  }

  /// The colours of texts. A text lies on the background of its own style.
  package let texts: [String]
  package let backgrounds = ["backgroundColor"]
  /// Where fonts of texts stand: the key, or an object and a key in it.
  package let fonts = [["font"], ["titleLabel", "font"]]
  package let states: States
  /// Whether theming only adds, so that what a state or a base theme sets alone stays; and a text that is meant as a
  /// reference, or a key that is misspelt, is like any other.
  package let isAdditive: Bool

  /// In a state of this name the contrast may be low: inactive elements are exempt (WCAG 2, 1.4.3).
  package static let inactive = "disabled"
  /// The bit of the same state where states are numbers.
  package static let inactiveBit = 2

  package init(texts: [String], states: States, isAdditive: Bool = false) {
    self.texts = texts
    self.states = states
    self.isAdditive = isAdditive
  }
}
