// SPDX-License-Identifier: GPL-2.0-or-later

/// What is wrong with one value of an id, in the resolver's numbers: words and lines are made when somebody asks.
struct Issue: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case unknownReference(SymbolID)
    /// What is to be inherited is declared nowhere.
    case missingParent(SymbolID)
    /// A name that only a constant has by convention, and there is no such constant.
    case looksLikeConstant(SymbolID)
    /// A font's name or text without its size, or the reverse.
    case halfFont(missing: String)
    /// The target of `inherits` is not an object.
    case badInherits(SymbolID)
    case inheritCycle(SymbolID)
    /// An object over something else, or the reverse, in a merge of files.
    case kindClash(earlier: NodeReference)
    case suffixWithoutBase
    case wrongType(found: String, needed: String)
    /// A text that begins like a colour and is none, used where a colour is needed.
    case badColor(text: String, SymbolID)
    case alphaOutOfRange
    case fontSizeOutOfRange
    case tooDeep
    case tooLarge
  }

  var kind: Kind
  /// The declaration that is wrong.
  var origin: NodeReference
  /// Counted from the id's root; nil for what concerns the id's shape.
  var slot: UInt32?
}

extension Issue.Kind {
  /// Whether what a cold resolve serves there is less than what is meant, or something else.
  var isFailure: Bool {
    switch self {
    case .unknownReference, .missingParent, .looksLikeConstant, .badInherits, .inheritCycle, .wrongType, .badColor,
      .alphaOutOfRange, .fontSizeOutOfRange, .tooDeep, .tooLarge:
      true
    case .halfFont, .kindClash, .suffixWithoutBase: false
    }
  }

  var isHalfFont: Bool {
    if case .halfFont = self { true } else { false }
  }
}
