// SPDX-License-Identifier: MIT

package import TextComparison

/// A choice of files that a bundle's files or a context make by name.
package enum FileChoice: Sendable, Hashable {
  /// A list of files in a file.
  case list(FileID, Declarations.Link.Kind)
  /// The theme of a name.
  case theme(Bytewise<String>)
  /// The root file, by the words that distinguish root files in the dialect.
  case root(Bytewise<String>)
}

/// Which files make up a bundle in one context, and how they are layered: what a dialect answers for a context.
package struct LoadPlan: Sendable, Hashable {
  /// The files whose declarations count, in order: of two that set the same property the later wins. A file listed twice
  /// counts at its last place and is defined at its first.
  package var files: [FileID]
  /// The file of the base theme: what `Space.baseStyles` is read from.
  package var base: FileID?
  /// What was set at run time, as a file that lies over all others and over key suffixes as well.
  package var modifications: FileID?
  /// The number of `files` that are no files of the bundle: they declare what follows from the others.
  package var additions = 0
  /// Whether it is a finding when a file gives a value that a weaker file gives, too.
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

  /// Lays what was set at run time over all files.
  package mutating func modify(with file: FileID) {
    files.append(file)
    modifications = file
  }
}
