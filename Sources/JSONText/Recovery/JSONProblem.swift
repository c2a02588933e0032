// SPDX-License-Identifier: MIT

/// A place where a text departs from RFC 8259.
package struct JSONProblem: Sendable, Hashable {
  package var kind: Kind
  /// What is concerned, in bytes of the text. Empty where something is missing.
  package var range: Range<Int>
  /// Another place that belongs to it: the opening bracket of what is not closed, the closing one that is too many.
  package var related: Range<Int>?

  package enum Kind: Sendable, Hashable {
    // What lenient readers accept.
    case comment
    /// The range is the comma.
    case trailingComma

    // What stands in the wrong place. An empty range is the end of the text.
    case unexpected(Expectation)
    /// `related` is the bracket that may have closed too much.
    case textAfterRoot
    case empty

    // What is missing.
    /// The range is where the comma belongs.
    case missingComma
    /// The range is what stands where the colon belongs.
    case missingColon
    /// The opening bracket is missing before the key of the range.
    case missingOpening
    /// `related` is the opening bracket. The range is where it should have been closed at the latest.
    case unclosed(Bracket)

    // What is wrong with a token.
    case unterminatedString
    case unterminatedComment
    case missingOpeningQuote
    /// A quotation mark too many.
    case extraQuote
    /// A string goes on after a quotation mark that should have been escaped.
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
    /// An integer past 2^53 or a number that overflows: the text is right, the value cannot be had.
    case numberRange

    // What concerns the whole text.
    case invalidUTF8
    case utf16
    case tooLarge(limit: Int)
    case tooDeep(limit: Int)
    case tooManyValues(limit: Int)
  }

  package enum Bracket: Sendable, Hashable { case object, array }

  /// What could have stood in a place.
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

  /// Whether the text can be read for all that: it is tolerated, or the value of one number cannot be had.
  package var leavesTextRight: Bool { isTolerated || self == .numberRange }
}

/// How much a parser takes in before it gives up with one problem.
package struct JSONLimits: Sendable, Hashable {
  /// Never more than 4 GiB, whatever is set: ranges are kept in 32 bits.
  package var bytes: Int
  /// Nesting of objects and arrays.
  package var depth: Int
  /// Values of any kind, keys not counted.
  package var values: Int

  package init(bytes: Int = 64 << 20, depth: Int = 128, values: Int = 4_000_000) {
    self.bytes = min(bytes, Int(UInt32.max))
    self.depth = depth
    self.values = values
  }

  /// Problems of each of the two sorts, those that leave the text right and the others, that are kept of one text. What
  /// comes after them is dropped.
  static let problems = 1_000
}
