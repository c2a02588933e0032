// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison

/// The evidence that a bundle is of a dialect.
package struct Evidence: Sendable, Hashable {
  package enum Strength: Sendable {
    /// Decides the dialect, unless an earlier dialect also has evidence.
    case certain
    /// Decides the dialect if no other dialect has evidence.
    case likely
    /// Shows that the dialect is possible: the manifest has to decide.
    case unclear
  }

  package var strength: Strength
  /// The files and their form, in words: "`a.json` has an array at its root".
  package var seen: String
  /// The path of the root file, if only contents identify it.
  @Bytewise package var root: String?
  /// The paths of the files whose names alone are the evidence; empty if contents are.
  @Bytewise package var named: [String]

  package init(_ strength: Strength, seen: String, root: String? = nil, named: [String] = []) {
    self.strength = strength
    self.seen = seen
    self.root = root
    self.named = named
  }
}
