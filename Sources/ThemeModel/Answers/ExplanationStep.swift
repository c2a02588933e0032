// SPDX-License-Identifier: MIT

package import JSONText
package import TextComparison

/// A step of the explanation of a value: one of its declarations, or a part of the chain of references. The method Explain
/// in `io.livery.Theme.varlink` describes the members.
package struct ExplanationStep: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A declaration of the value at the step's path.
    case declaration
    /// The declaration that wins at an id that an earlier step refers to.
    case reference
    /// A number that changes the value beside it: the factor of a colour's alpha, or a font's size.
    case modifier
  }

  package enum Status: String, Sendable, CaseIterable {
    case won
    /// An object whose members are merged with those of the object that won.
    case merged
    case overridden
    /// Its suffix does not apply in the context.
    case inactive
    /// The id of the reference is not declared.
    case missing
    /// The reference closes a cycle.
    case cycle
  }

  /// The rule by which one declaration wins over another.
  package enum Rule: String, Sendable, CaseIterable {
    /// The bundle loads its file later.
    case laterFile
    /// It is in a chosen theme, or in a theme with precedence over the other.
    case chosenTheme
    /// It has a suffix that applies in the context, or a preferred suffix.
    case suffix
    /// An object's own members lie over inherited ones.
    case ownKey
    /// A later parent lies over an earlier one.
    case laterParent
    case setAtRunTime
  }

  /// The content of a declaration.
  package enum Content: Sendable, Hashable {
    case literal(Value)
    /// The value of an id.
    case reference(String)
    /// The value of an id, or the text itself if the id is not declared.
    case lookup(String)
    case object, array, font, glyph, colorReference, calls
    /// A declaration that cannot be used.
    case invalid
  }

  package enum Origin: Sendable, Hashable {
    case file(Cause)
    case runTime
  }

  package struct Parent: Sendable, Hashable {
    @Bytewise package var id: String
    /// The place that names the parent; nil when it was set at run time.
    package var place: Cause?

    package init(id: String, place: Cause?) {
      self.id = id
      self.place = place
    }
  }

  package var kind = Kind.declaration
  /// The path of the value that the step is about.
  @Bytewise package var path = ""
  /// The number of references that were followed from the path of the question.
  package var depth = 0
  package var status = Status.won
  package var rule: Rule?
  package var content: Content?
  /// The id and the path within it as they are declared, suffixes included.
  @Bytewise package var id = ""
  @Bytewise package var key: String?
  @Bytewise package var suffix: String?
  /// The ids through which it is inherited, the nearest to the path first.
  package var inherits: [Parent] = []
  package var origin: Origin?
  /// The result for the path of the question, in the step that won.
  package var result: Value?
  /// The last generation in which it was good, when `result` is a last good value.
  package var heldSince: Int?
  /// The members of the token beside its value, where the declaration won: `$description`, `$deprecated`, `$extensions`.
  package var metadata: JSONObject?

  package init() {}
}
