// SPDX-License-Identifier: MIT

package import TextComparison

/// The rules of a dialect for merged declarations, as data: rules about a whole object, or about the target of a name.
package struct Rules: Sendable, Hashable {
  /// Two members that make a font together: a text and, beside it, a number.
  package struct FontPair: Sendable, Hashable {
    package var font: String
    package var size: String

    package init(font: String, size: String) {
      self.font = font
      self.size = size
    }
  }

  /// How references, colours and glyphs are written.
  package struct Notation: Sendable, Hashable {
    /// Before the id of a reference.
    package var reference: String
    /// Before the 6 or 8 hexadecimal digits of a colour, the usual one first; empty where colours are written in another way.
    package var colors: [String]
    /// The form of a glyph with a colour; nil where glyphs are not written as texts.
    package var glyph: String?

    package init(reference: String, colors: [String] = [], glyph: String? = nil) {
      self.reference = reference
      self.colors = colors
      self.glyph = glyph
    }

    /// The hexadecimal digits of a text that is a colour; nil for any other text.
    package func digits(ofColor text: String) -> Substring? {
      guard let prefix = colors.first(where: text.hasPrefix) else { return nil }
      let digits = text.dropFirst(prefix.count)
      return [6, 8].contains(digits.utf8.count) && digits.allSatisfy(\.isHexDigit) ? digits : nil
    }
  }

  /// Whether an object is a font when it has no keys but `Declarations.FontKey`, and a name or text style.
  package var readsObjectsAsFonts = false
  /// A number of this key suffix beside a colour multiplies its alpha: `borderColorAlpha` beside `borderColor`.
  package var alphaSuffix: String?
  /// The text becomes a font of that size; the number stays as well. One without the other is LV2006. Applies to the members of a
  /// style, not to objects in it.
  package var fontPair: FontPair?
  /// The conventional prefixes of constants: a lookup of such a name without a constant is LV2008.
  package var constantPrefixes: [String] = []
  /// Names of fonts that mean the system's own, in lower case.
  package var systemFonts: BytewiseDictionary<Font.System> = [:]
  /// The help for a text that is not a colour.
  package var invalidColorHelp = ""
  /// For the help about a reference to an id that no file declares.
  package var notation: Notation?
  /// Whether a composite design token is left out if one of its parts is missing or wrong.
  package var requiresAllParts = false
  /// An end of references that an earlier form of the dialect had: an unknown id with it means the id without it.
  package var earlierEnding: String?
  /// The code of the finding about an undeclared parent.
  package var missingParent = DiagnosticCode.unknownReference

  package init() {}
}
