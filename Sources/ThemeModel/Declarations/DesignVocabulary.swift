// SPDX-License-Identifier: MIT

/// The properties of a dialect that design rules check. A dialect without styles has none.
///
/// Classes, since rules are made for each style: a copy is one reference.
package final class DesignVocabulary: Sendable {
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

  /// Theming that only adds: a value that only a state or a theme below sets stays. No error
  /// reports a misspelt key then, or a text that is meant as a reference.
  package final class AdditiveTheming: Sendable {
    /// The keys of the objects with the properties of a state.
    package let states: [String]
    /// The key that names the style below a style.
    package let themeKey: String
    /// The key whose `true` drops all styles below.
    package let clearKey: String
    /// The text before an id in a reference.
    package let referencePrefix: String

    package init(states: [String], themeKey: String, clearKey: String, referencePrefix: String) {
      self.states = states
      self.themeKey = themeKey
      self.clearKey = clearKey
      self.referencePrefix = referencePrefix
    }
  }

  /// The colours of texts. A text lies on the background of its own style.
  package let texts: [String]
  package let backgrounds = ["backgroundColor"]
  /// The keys of fonts of texts: a key, or an object and a key in it.
  package let fonts = [["font"], ["titleLabel", "font"]]
  package let states: States
  /// Nil in a dialect where a style replaces all values of the one before.
  package let additive: AdditiveTheming?

  /// The state in which low contrast is allowed: inactive elements are exempt (WCAG 2, 1.4.3).
  package static let inactive = "disabled"
  /// The bit of the same state where states are numbers.
  package static let inactiveBit = 2

  package init(texts: [String], states: States) {
    self.texts = texts
    self.states = states
    additive = nil
  }

  package init(texts: [String], additive: AdditiveTheming) {
    self.texts = texts
    states = .objects(additive.states)
    self.additive = additive
  }
}
