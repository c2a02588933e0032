// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
import ThemeDialects
package import ThemeModel
import ThemeResolver

/// What a bundle keeps of its last good states, for the next start: with it, and the files as they are then, an engine serves
/// what this one would.
package struct HeldRecord: Sendable, Equatable {
  /// What a file declared, in the bytes that said so.
  package struct File: Sendable, Equatable {
    @Bytewise package var path: String
    package var bytes: [UInt8]
    /// The last generation in which it was good; nil for one that is good.
    package var since: Int?
    /// Whether it lacks ids that the file means to declare.
    package var isMisshapen = false
  }

  /// What a choice of files led to.
  package struct Choice: Sendable, Equatable {
    package enum Kind: String, Sendable { case include, theme, namedTheme, root }

    package var kind: Kind
    /// The path of the file that has the list, the name of the theme, or what tells root files apart.
    @Bytewise package var name: String
    @Bytewise package var paths: [String]
    package var since: Int?
  }

  /// What contexts of one meaning were.
  package struct Meaning: Sendable, Equatable {
    @Bytewise package var root: String
    @Bytewise package var alternatives: [String]
    @Bytewise package var activeSuffixes: [String]
    /// The contexts that mean it.
    package var contexts: [Context]
    /// By section, id and keys.
    package var values: PathValues
    /// The places and parents that are held, and the last generation in which each was good.
    package var held: [HeldPlace: Int]
    /// Those that fail and are not held.
    package var unheld: Set<HeldPlace>
    /// Whether all values of the meaning are here.
    package var isWhole: Bool
    /// The last generation in which it had a root, when it has none now.
    package var since: Int?
  }

  package var dialect: String?
  /// The root file that contents decided on.
  @Bytewise package var root: String?
  /// Sorted by path.
  package var files: [File] = []
  package var choices: [Choice] = []
  package var meanings: [Meaning] = []
  /// The last generation in which the bundle's directory was there, while it is gone.
  package var rootSince: Int?

  package init() {}

  package var isEmpty: Bool { files.isEmpty && choices.isEmpty && meanings.isEmpty }
}
