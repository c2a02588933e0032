// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// Why the value at a path of a snapshot is what it is: who said something of it, who won, and what the winner refers to.
///
/// The declarations of the value come first, the weakest first. Where the path leads through a reference to an object, those
/// of its beginning come before, see `Step.depth`. Then comes the chain of references down to what no more refers to
/// anything.
package struct Explanation: Sendable, Hashable {
  package typealias Kind = ExplanationStep.Kind
  package typealias Status = ExplanationStep.Status
  package typealias Rule = ExplanationStep.Rule
  package typealias Content = ExplanationStep.Content

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
