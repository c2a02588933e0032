// SPDX-License-Identifier: MIT

package import TextComparison

/// A choice of files by name, in a file of the bundle or in a context.
package enum FileChoice: Sendable, Hashable {
  /// A list of files in a file.
  case list(FileID, Declarations.Link.Kind)
  /// The source of design tokens that a place in a resolver document names.
  case source(FileID, place: Bytewise<[String]>)
  /// The theme of a name.
  case theme(Bytewise<String>)
  /// The root file, by the words that distinguish root files in the dialect.
  case root(Bytewise<String>)
  /// The dialect by which the files are read. It chooses no files.
  case dialect
}

/// The files of a bundle in one context, and their layers.
package struct LoadPlan: Sendable, Hashable {
  /// The files whose declarations are used, in order: a later file wins over an earlier one. A file that is listed twice counts
  /// at its last place, and its order of definition is that of the first.
  package var files: [FileID]
  /// The file of the base theme, for `Space.baseStyles`.
  package var base: FileID?
  /// The values set at run time, as a file that lies over all others and over key suffixes.
  package var modifications: FileID?
  /// The number of `files` that are additions: their declarations are derived from the others.
  package var additions = 0
  /// Whether a value that a weaker file sets as well is a finding.
  package var reportsRepeated = false
  /// Key suffixes that hold in this context, most preferred first: `key_iPad` takes the place of `key`.
  @Bytewise package var activeSuffixes: [String]
  /// All key suffixes of the bundle. A key with one that is not active is dropped.
  @Bytewise package var suffixes: [String]

  package init(
    files: [FileID] = [], base: FileID? = nil, activeSuffixes: [String] = [], suffixes: [String] = []
  ) {
    self.files = files
    self.base = base
    self.activeSuffixes = activeSuffixes
    self.suffixes = suffixes
  }

  /// Lays the values set at run time over all files.
  package mutating func modify(with file: FileID) {
    files.append(file)
    modifications = file
  }
}
