// SPDX-License-Identifier: GPL-2.0-or-later

/// What the properties of a dialect mean to design rules. A dialect that has no styles has none.
struct DesignVocabulary: Sendable {
  /// How a style says what holds in a state.
  enum States: Sendable {
    case none
    /// In an object of the state's name, which may hold further ones.
    case objects([String])
    /// In keys that begin with the state's name and a colon.
    case prefixes([String])
    /// In the last argument of a call, as bits.
    case calls
  }

  /// The colours of texts. A text lies on the background of its own style.
  let texts: [String]
  let backgrounds: [String]
  /// Where fonts of texts stand: the key, or an object and a key in it.
  let fonts: [[String]]
  let states: States
  /// Whether theming only adds, so that what a state or a base theme sets alone stays.
  let additiveStates: Bool
  /// Whether a text that is meant as a reference, or a key that is misspelt, is like any other.
  var readsTextsAsTheyAre: Bool { additiveStates }

  /// In a state of this name nothing is asked of the contrast: what is inactive is exempt (WCAG 2, 1.4.3).
  static let inactive = "disabled"
  /// The bit of the same state where states are numbers.
  static let inactiveBit = 2

  init?(dialect: String) {
    fonts = [["font"], ["titleLabel", "font"]]
    backgrounds = ["backgroundColor"]
    switch dialect {
    case "redbeard":
      texts = ["textColor", "titleColor"]
      states = .objects(["highlighted", "selected", "disabled", "focused"])
      additiveStates = true
    case "oracle":
      texts = ["textColor", "titleColor:forState"]
      states = .calls
      additiveStates = false
    case "giotto":
      texts = ["textColor", "titleColor"]
      states = .prefixes(["normal", "highlighted", "selected", "disabled"])
      additiveStates = false
    case "inlthemes":
      texts = ["textColor"]
      states = .none
      additiveStates = false
    default: return nil
    }
  }
}
