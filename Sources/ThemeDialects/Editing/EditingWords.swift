// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
package import ThemeSyntax

/// A place in a file where an author writes.
package struct EditingPlace: Sendable {
  /// Of the file, relative to the bundle's root.
  @Bytewise package var path: String
  package let tree: SourceTree
  /// The keys that lead to the place from the root; an element of an array has the empty key.
  @Bytewise package var keys: [String]
  /// The objects and arrays around the place, from the root down.
  package let containers: [SourceTree.Node]
  /// The key at the place, or the value without members there.
  package let node: SourceTree.Node?
  /// The part of a text before the place, without its quotation mark.
  @Bytewise package var typed: String
  /// The part of the same text behind the place.
  @Bytewise package var rest: String

  package init(
    path: String, tree: SourceTree, keys: [String], containers: [SourceTree.Node], node: SourceTree.Node? = nil,
    typed: String, rest: String = ""
  ) {
    _path = Bytewise(path)
    self.tree = tree
    _keys = Bytewise(keys)
    self.containers = containers
    self.node = node
    _typed = Bytewise(typed)
    _rest = Bytewise(rest)
  }
}

/// A literal that can become an id of its own in the group of the one that has it.
package struct ExtractableLiteral: Sendable {
  package let node: SourceTree.Node
  /// The source of the new id's name: the part of a value, else the type.
  @Bytewise package var role: String
  /// The members of the new declaration; the value of the last one is the literal.
  package let members: [(key: String, text: String?)]

  init(_ node: SourceTree.Node, role: String, members: [(key: String, text: String?)]) {
    self.node = node
    _role = Bytewise(role)
    self.members = members
  }
}

/// A word with a meaning of its own in files of a dialect.
package struct EditingWord: Sendable {
  package let text: String
  package let detail: String
  /// The text of a snippet with places to fill in, for a value that is not done with the word.
  package let snippet: String?

  init(_ text: String, _ detail: String = "", snippet: String? = nil) {
    self.text = text
    self.detail = detail
    self.snippet = snippet
  }
}

/// The notation of names and references in a dialect.
package struct NameNotation: Sendable {
  /// Before and behind the name of a constant in a reference; nil where there are no references.
  package let constant: (before: String, behind: String)?
  /// The same of a style.
  package let style: (before: String, behind: String)?
  /// The character that joins the names of groups; a key has the last name alone.
  package let separator: Character?
  /// The mark with which the names of some styles begin: a rename keeps it.
  package let styleMark: String?
  /// The characters that names must not contain, but for the mark.
  package let forbidden: String
  /// The place of constants: the keys that lead to their object, from the root; an index counts in an array. Nil where a value
  /// has no constant beside it.
  package let constants: [String]?
  /// Whether constants are names for authors alone: programs get the texts in their places.
  package let hasAliases: Bool

  init(
    constant: (before: String, behind: String)?, style: (before: String, behind: String)? = nil,
    styleMark: String? = nil, separator: Character? = nil, forbidden: String = "", constants: [String]? = nil,
    hasAliases: Bool = false
  ) {
    self.constant = constant
    self.style = style
    self.styleMark = styleMark
    self.separator = separator
    self.forbidden = forbidden
    self.constants = constants
    self.hasAliases = hasAliases
  }
}
