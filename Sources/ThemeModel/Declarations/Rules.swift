// SPDX-License-Identifier: MIT

package import TextComparison

/// How the resolver reads the merged declarations of a dialect: the rules that look at a whole object or at what a name
/// leads to, as data.
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

  /// Whether an object is a font when all its keys are among `style`, `name` and `size` and it has `style` or `name`.
  package var readsObjectsAsFonts = false
  /// A number of this key suffix beside a colour multiplies its alpha: `borderColorAlpha` beside `borderColor`.
  package var alphaSuffix: String?
  /// The text becomes a font of that size; the number stays as well. One without the other is LV2006. In the members of a
  /// style itself, not in objects within.
  package var fontPair: FontPair?
  /// How names of constants begin by convention: a lookup of such a name that finds nothing is LV2008.
  package var constantPrefixes: [String] = []
  /// Names of fonts that mean the system's own, in lower case.
  package var systemFonts: BytewiseDictionary<Font.System> = [:]
  /// The help for a text that is not a colour.
  package var colorForm = ""
  /// Whether a design token of several parts is left out when one of them is missing or wrong.
  package var requiresAllParts = false
  /// What is found where an inherited id is not declared.
  package var missingParent = DiagnosticCode.unknownReference

  package init() {}
}
