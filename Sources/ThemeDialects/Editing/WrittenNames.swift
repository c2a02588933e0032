// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
package import ThemeModel

/// The names that a file declares and refers to, at the places where they are written: for dialects where the names of
/// declarations differ from the written names, or leave some of these out.
package struct WrittenNames: Sendable {
  /// The declaration of a name.
  package struct Entry: Sendable {
    @Bytewise package var name: String
    package let space: Declarations.Space
    package let keyRange: ByteRange
    /// The whole value.
    package let range: ByteRange
    /// The range of the value itself: of a design token the content of `$value`.
    package let valueRange: ByteRange
    /// Whether it is a group of names, and has no value.
    package let isGroup: Bool
    /// Whether no context reads the name: it lies around the parts of the file that are read, or beside them.
    package var isOutside = false
  }

  /// A text that refers to a name.
  package struct Reference: Sendable {
    @Bytewise package var name: String
    package let space: Declarations.Space
    package let range: ByteRange
    package let isInheritance: Bool
    /// The file in which the name leads to a part; nil for a name that contexts read.
    @Bytewise package var file: String?
    /// The name whose value refers.
    @Bytewise package var source: String
    package let sourceSpace: Declarations.Space
  }

  package var entries: [Entry] = []
  package var references: [Reference] = []
  /// Texts that are no references, and would be with a constant of their name in the file.
  package var texts: BytewiseSet = []
  package var links: [Declarations.Link] = []
  /// Whether the names are all that the file has, or lie beside those of its declarations.
  package var isWhole = false

  init() {}
}
