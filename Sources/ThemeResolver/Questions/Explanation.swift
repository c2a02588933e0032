// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// Why the value at a path of a snapshot is what it is: who said something of it, who won, and what the winner refers to.
///
/// The declarations of the value come first, the weakest first. Where the path leads through a reference to an object, those
/// of its beginning come before, see `Step.depth`. Then comes the chain of references down to what no more refers to
/// anything.
package struct Explanation: Sendable, Hashable {
  package enum Kind: String, Sendable {
    /// It says something of the value at the step's path.
    case declaration
    /// What wins at an id that a step before refers to.
    case reference
    /// A number beside a value that changes it: the factor of a colour's alpha, a font's size.
    case modifier
  }

  package enum Status: String, Sendable {
    case won
    /// It is an object, and its members lie among those of the one that won.
    case merged
    case overridden
    /// It has a suffix that does not hold in the context.
    case inactive
    /// The id that is referred to is not declared.
    case missing
    /// The reference closes a circle, so that it leads nowhere.
    case cycle
  }

  /// By which rule one declaration wins over another.
  package enum Rule: String, Sendable {
    /// The bundle loads its file later.
    case laterFile
    /// It is in a theme that was chosen, or in one that was chosen before the other.
    case chosenTheme
    /// It has a suffix that holds in the context, or one that is preferred.
    case suffix
    /// An object's own members lie over those that it inherits.
    case ownKey
    /// Of several that are inherited the later lies over the earlier.
    case laterParent
    case setAtRunTime
  }

  /// What a declaration says.
  package enum Content: Sendable, Hashable {
    case literal(Value)
    /// The value of the id of that name.
    case reference(String)
    /// The same where a name that nobody declares would be a text.
    case lookup(String)
    case object, array, font, glyph, colorReference, calls
    /// Something that cannot be used.
    case invalid
  }

  /// An id that inherits, and where it says so.
  package struct Inheritance: Sendable, Hashable {
    package var parent: String
    package var location: Location
  }

  package struct Step: Sendable, Hashable {
    package var kind: Kind
    /// What it is about, in the snapshot: `styles/RBButton/titleColor`.
    package var path: String
    /// References passed on the way from the path that was asked for.
    package var depth: Int
    package var status: Status
    /// The rule by which it was overridden; of what won, that by which the strongest of the others was. Nil when nothing was.
    package var rule: Rule?
    /// Nil for what is missing.
    package var content: Content?
    /// The id as it is declared, and the keys down to the value as they are written, suffixes included.
    package var id: String
    package var keys: [String] = []
    /// The suffix that it, or an object around it, is written with.
    package var suffix: String?
    /// Through which ids it is inherited, the nearest to the path first.
    package var inheritance: [Inheritance] = []
    /// Nil for what is missing.
    package var location: Location?
    /// What the value at the path resolved to; of the declaration that won at the path asked for alone, and nil when that is
    /// nothing.
    package var result: Value?
  }

  package var steps: [Step] = []
}
