// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
import ThemeDialects
package import ThemeModel
import ThemeResolver

/// The last good states of a bundle, for the next start: an engine that restores them serves the same states.
package struct HeldRecord: Sendable, Equatable {
  /// The last good content of a file.
  package struct File: Sendable, Equatable {
    @Bytewise package var path: String
    /// Set for a part of the file.
    package var part: FilePart?
    package var bytes: [UInt8]
    /// The last generation in which it was good; nil for a file that is good.
    package var since: Int?
    /// Whether the file has a wrong shape, so that ids are missing.
    package var isMisshapen = false
  }

  /// The result of a choice of files.
  package struct Choice: Sendable, Equatable {
    package enum Kind: String, Sendable { case include, theme, source, namedTheme, root, dialect }

    package var kind: Kind
    /// The path of the file with the list or place, the name of the theme, the distinguishing part of the root's name, or nothing.
    @Bytewise package var name: String
    /// The place in a resolver document.
    @Bytewise package var place: [String]?
    @Bytewise package var paths: [String]
    /// Set if the result is a part of the file at the only path.
    package var part: FilePart?
    package var since: Int?
  }

  /// The values of the contexts of one meaning.
  package struct Meaning: Sendable, Equatable {
    @Bytewise package var root: String
    @Bytewise package var alternatives: [String]
    @Bytewise package var activeSuffixes: [String]
    /// The contexts of the meaning.
    package var contexts: [Context]
    /// By section, id and keys.
    package var values: PathValues
    /// The held places and parents, each with the last generation in which it was good.
    package var held: [HeldPlace: Int]
    /// The places and parents that fail and are not held.
    package var unheld: Set<HeldPlace>
    /// Whether `values` has all values of the meaning.
    package var isWhole: Bool
    /// The last generation in which it had a root, if it has none now.
    package var since: Int?
    /// False for the state of one context that has no plan in the present dialect, as after a slip in its name.
    package var hasPlan = true
  }

  package var dialect: String?
  /// The root file that contents identified.
  @Bytewise package var root: String?
  package var files: [File] = []
  package var choices: [Choice] = []
  package var meanings: [Meaning] = []
  /// The last generation with the bundle's directory, while the directory is missing.
  package var rootSince: Int?

  package init() {}
}
