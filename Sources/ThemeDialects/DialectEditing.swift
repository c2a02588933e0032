// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
package import ThemeModel
package import ThemeSyntax

/// The parts of a file that contexts read as files of their own: pointers from its root. Empty where the whole file is read.
package typealias ReadParts = [Bytewise<[String]>]

/// What editors need to know of a dialect.
package protocol DialectEditing {
  /// The notation of names and references.
  static var notation: NameNotation { get }

  /// Whether colours may have an alpha.
  static var colorsHaveAlpha: Bool { get }

  /// Whether a text without characters that `notation` forbids can be the name of an id.
  static func isName(_ text: String, in space: Declarations.Space) -> Bool

  /// The names of a file at their places, where its declarations do not have them, or not all; nil where they do.
  ///
  /// - Parameter parts: see `readParts`.
  func writtenNames(in tree: SourceTree, path: String, parts: ReadParts) -> WrittenNames?

  /// The parts of files that contexts read, by file, in files of which a part is read.
  func readParts(in files: some BundleFiles) -> BytewiseDictionary<ReadParts>

  /// The keys with a meaning of their own in the object around a place, whether it has them or not.
  static func keys(at place: EditingPlace) -> [EditingWord]

  /// The values with a meaning of their own at a place, ids apart.
  static func values(at place: EditingPlace) -> [EditingWord]

  /// The references that the value at a place may have; nil where it has none.
  static func references(at place: EditingPlace) -> ReferencePlace?

  /// Whether the object around a place is a style, or a part of one, so that its keys are those of properties.
  static func isWithinStyle(_ place: EditingPlace) -> Bool

  /// The literal at a place that can become an id of its own in the same group. Nil where there is none, and in dialects without groups.
  static func extractableLiteral(at place: EditingPlace) -> ExtractableLiteral?

  /// The members that a declaration needs when a literal of a type takes the place of a reference.
  ///
  /// - Parameter place: of the value that refers.
  static func membersForLiteral(ofType type: String, at place: EditingPlace) -> [(key: String, text: String)]

  /// Whether a file with this path from a folder can be named in a file there.
  static func canName(file path: String) -> Bool

  /// The files of a bundle that the text at a place may name; nil where it names none.
  static func linkedFiles(at place: EditingPlace, among paths: [String]) -> [String]?
}

extension DialectEditing {
  package static var colorsHaveAlpha: Bool { true }

  package static func isName(_ text: String, in space: Declarations.Space) -> Bool { true }

  package func writtenNames(in tree: SourceTree, path: String, parts: ReadParts) -> WrittenNames? { nil }

  package func readParts(in files: some BundleFiles) -> BytewiseDictionary<ReadParts> { [:] }

  package static func keys(at place: EditingPlace) -> [EditingWord] { [] }

  package static func values(at place: EditingPlace) -> [EditingWord] { [] }

  package static func references(at place: EditingPlace) -> ReferencePlace? {
    ReferencePlace(constant: notation.constant, style: notation.style)
  }

  package static func isWithinStyle(_ place: EditingPlace) -> Bool { false }

  package static func extractableLiteral(at place: EditingPlace) -> ExtractableLiteral? { nil }

  package static func membersForLiteral(
    ofType type: String, at place: EditingPlace
  ) -> [(key: String, text: String)] { [] }

  package static func canName(file path: String) -> Bool { true }

  package static func linkedFiles(at place: EditingPlace, among paths: [String]) -> [String]? { nil }
}
