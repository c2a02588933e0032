// SPDX-License-Identifier: MIT

/// A deviation from RFC 8259.
package struct JSONProblem: Sendable, Hashable {
  package var kind: Kind
  /// The bytes of the problem. Empty where something is missing.
  package var range: Range<Int>
  /// The second place of the problem: the opening bracket of an unclosed container, or the superfluous closing bracket.
  package var related: Range<Int>?

  package enum Kind: Sendable, Hashable {
    // Deviations that lenient readers accept.
    case comment
    /// The range is the comma.
    case trailingComma

    // A token in the wrong place. An empty range is the end of the text.
    case unexpected(Expectation)
    /// `related` is the bracket that may close too much.
    case textAfterRoot
    case empty

    // Missing tokens.
    /// The range is the place of the comma.
    case missingComma
    /// The range is the text at the place of the colon.
    case missingColon
    /// The opening bracket before the key of the range is missing.
    case missingOpening
    /// `related` is the opening bracket. The range is the last possible place of the closing one.
    case unclosed(Bracket)

    // Invalid tokens.
    case unterminatedString
    case unterminatedComment
    case missingOpeningQuote
    /// A superfluous quotation mark.
    case extraQuote
    /// A string that continues after a quotation mark, which should have been escaped.
    case innerQuote
    /// The range is the string with its quotation marks.
    case curlyQuotes
    /// The range is the string with its quotation marks.
    case singleQuotes
    case unquotedKey
    case controlCharacter(UInt8)
    case badEscape
    case loneSurrogate
    case leadingZero
    case badNumber
    /// NaN, Infinity.
    case notFinite
    /// An integer beyond 2^53 or a number that overflows: valid text without a usable value.
    case numberRange

    // Problems of the whole text.
    case invalidUTF8
    case utf16
    case tooLarge(limit: Int)
    case tooDeep(limit: Int)
    case tooManyValues(limit: Int)
  }

  package enum Bracket: Sendable, Hashable { case object, array }

  /// The tokens that are valid at a place.
  package enum Expectation: Sendable, Hashable {
    case value
    case elementOrEnd
    case key
    case keyOrEnd
    case commaOrObjectEnd
    case commaOrArrayEnd
    case opening
  }
}

extension JSONProblem.Kind {
  /// Whether lenient readers accept it: comments and trailing commas.
  package var isTolerated: Bool { self == .comment || self == .trailingComma }

  /// Problems that readers treat alike. Each group has a limit of its own, so that many problems of one group hide no problem of
  /// another one.
  package enum Group: Sendable {
    case comment, trailingComma, numberRange, missingComma, curlyQuotes, unterminatedString, encoding, other
  }

  var group: Group {
    switch self {
    case .comment: .comment
    case .trailingComma: .trailingComma
    case .numberRange: .numberRange
    case .missingComma: .missingComma
    case .curlyQuotes: .curlyQuotes
    case .unterminatedString: .unterminatedString
    case .invalidUTF8, .utf16: .encoding
    default: .other
    }
  }

  /// Whether the text is readable all the same: the deviation is tolerated, or one number has no usable value.
  package var leavesTextRight: Bool { isTolerated || self == .numberRange }
}

/// The limits of a parse. It stops with one problem when it reaches one.
package struct JSONLimits: Sendable, Hashable {
  /// At most 4 GiB, since ranges have 32 bits.
  package var bytes: Int
  /// Nesting of objects and arrays.
  package var depth: Int
  /// Values of any kind, without keys.
  package var values: Int

  package init(bytes: Int = 64 << 20, depth: Int = 128, values: Int = 4_000_000) {
    self.bytes = min(bytes, Int(UInt32.max))
    self.depth = depth
    self.values = values
  }

  /// The maximum number of kept problems of a group in a text. Further ones are counted.
  static let problemsOfGroup = 2_000
}
