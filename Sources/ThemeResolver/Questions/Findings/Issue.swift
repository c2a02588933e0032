// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// An error in a value of an id, in the numbers of the resolver. `Report` makes messages of it.
struct Issue: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case unknownReference(SymbolID)
    /// The id in `inherits` is not declared.
    case missingParent(SymbolID)
    /// A name in the style of a constant that no file declares.
    case looksLikeConstant(SymbolID)
    /// A font's name without its size, or the reverse.
    case halfFont(missing: String)
    /// The name of a font pair is empty, or of another type: `found`.
    case badFontName(found: String?)
    /// The size of a font pair is not above 0.
    case badFontSize
    /// The target of `inherits` is not an object.
    case badInherits(SymbolID)
    case inheritCycle(SymbolID)
    /// An object over another kind of value in a merge of files, or the reverse.
    case kindClash(earlier: NodeReference)
    /// A token that a weaker file gives, too.
    case repeated(earlier: NodeReference)
    /// A token that the declaration of a later file replaces and contains.
    case replaced(by: SymbolID)
    case suffixWithoutBase
    case wrongType(found: String, needed: String)
    /// The name, text style or size of a font is of another type. `source` is the id that it refers to.
    case badFontPart(part: String, source: String?, found: String, needed: String)
    /// A text that begins like a colour and is not one, where a colour is needed.
    case badColor(text: String, SymbolID)
    case alphaOutOfRange
    case fontSizeOutOfRange
    case tooDeep
    case tooLarge
    /// A problem in the type or the value of a design token.
    case token(TokenProblem)
    /// A reference to a part that a design token does not have.
    case badPointer(SymbolID, keys: [String])
  }

  var kind: Kind
  /// The faulty declaration.
  var origin: NodeReference
  /// The slot, counted from the root of the id. Nil for an issue of the whole layout.
  var slot: UInt32?
}

extension Issue.Kind {
  /// Whether a cold resolve has an incomplete or wrong value there.
  var isFailure: Bool {
    switch self {
    case .unknownReference, .missingParent, .looksLikeConstant, .badInherits, .inheritCycle, .wrongType, .badFontPart,
      .badColor, .alphaOutOfRange, .fontSizeOutOfRange, .tooDeep, .tooLarge, .badPointer:
      true
    case .token(let problem): problem.severity == .error
    case .halfFont, .badFontName, .badFontSize, .kindClash, .repeated, .replaced, .suffixWithoutBase: false
    }
  }

  var isHalfFont: Bool {
    if case .halfFont = self { true } else { false }
  }
}
