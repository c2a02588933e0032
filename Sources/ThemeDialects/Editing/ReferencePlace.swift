// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison

/// The references that the text at a place may have.
package struct ReferencePlace: Sendable {
  /// Before and behind the name of a constant; nil where a constant has no place.
  package var constant: (before: String, behind: String)?
  /// The same of a style.
  package var style: (before: String, behind: String)?
  /// Whether the names are those of the groups of constants.
  package var namesGroups = false
  /// Whether a name is written as a JSON pointer.
  package var isPointer = false
  /// Whether the text has a reference and nothing else.
  package var isOnlyReference = false
  /// The type of the values that fit best, see `Value.typeName`; nil where the place does not decide.
  package var type: String?
  /// The id whose value is at the place: it does not refer to itself.
  @Bytewise package var source: String?
  /// The bytes of the reference on both sides of the place, where it is a part of the text; nil for the whole text.
  package var part: (before: Int, behind: Int)?

  init(
    constant: (before: String, behind: String)? = nil, style: (before: String, behind: String)? = nil,
    source: String? = nil
  ) {
    self.constant = constant
    self.style = style
    _source = Bytewise(source)
  }
}

extension EditingPlace {
  /// The bytes on both sides of the place up to a separator or the end of the text, without blanks there.
  func part(between separators: String) -> (before: Int, behind: Int) {
    let isSeparator = { (byte: UInt8) in separators.utf8.contains(byte) }
    let before = typed.utf8.reversed().prefix { !isSeparator($0) }
    let behind = rest.utf8.prefix { !isSeparator($0) }
    let blank = UInt8(ascii: " ")
    return (
      before.count - before.reversed().prefix { $0 == blank }.count,
      behind.count - behind.reversed().prefix { $0 == blank }.count
    )
  }
}
