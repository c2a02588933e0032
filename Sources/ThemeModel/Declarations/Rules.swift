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
  /// The beginning of a reference, before the id.
  package var referencePrefix: String?
  /// Whether a text that `RedbeardText.color` reads is a colour.
  package var readsHexColors = false
  /// Whether a composite design token is left out if one of its parts is missing or wrong.
  package var requiresAllParts = false
  /// An end of references that an earlier form of the dialect had: an unknown id with it means the id without it.
  package var earlierEnding: String?
  /// The code of the finding about an undeclared parent.
  package var missingParent = DiagnosticCode.unknownReference

  package init() {}
}
