// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// The reasons for the value at a path of a snapshot: its declarations, the winner, and the references of the winner.
///
/// The declarations of the value come first, from the weakest to the strongest. If the path leads through a reference to an
/// object, the declarations of the reference precede them, see `Step.depth`. The chain of references follows.
package struct ValueExplanation: Sendable, Hashable {
  package typealias Kind = ExplanationStep.Kind
  package typealias Status = ExplanationStep.Status
  package typealias Rule = ExplanationStep.Rule
  package typealias Content = ExplanationStep.Content

  /// An `inherits` node: the inherited id, and the place of the node.
  package struct Inheritance: Sendable, Hashable {
    package var parent: String
    package var location: Location
  }

  package struct Step: Sendable, Hashable {
    package var kind: Kind
    /// The path in the snapshot: `styles/RBButton/titleColor`.
    package var path: String
    /// The number of references between the explained path and this step.
    package var depth: Int
    package var status: Status
    /// The rule by which the declaration lost. For the winner, the rule by which the strongest other one lost. Nil without
    /// losers.
    package var rule: Rule?
    /// Nil for a missing id.
    package var content: Content?
    /// The declared id, and the keys down to the value as written, suffixes included.
    package var id: String
    package var keys: [String] = []
    /// The suffix of the declaration, or of an object around it.
    package var suffix: String?
    /// The inheritance that leads to the declaration, the nearest to the path first.
    package var inheritance: [Inheritance] = []
    /// Nil for a missing id.
    package var location: Location?
    /// The resolved value at the path, for the declaration that won there. Nil if it has no value.
    package var result: Value?
  }

  package var steps: [Step] = []
}
