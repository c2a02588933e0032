// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel
package import ThemeSyntax

/// The files of a bundle by name. Paths are relative to its root, segments joined by `/`.
package protocol BundleFiles {
  /// All paths, sorted.
  var paths: [String] { get }
  func file(at path: String) -> FileID?
  /// Why the files of the directory at a path are unknown; nil for any other path.
  func closedDirectory(at path: String) -> ClosedDirectory?
  /// The paths whose last segment is this without its extension, sorted.
  func paths(ofStem stem: String) -> [String]
  /// The result of a choice in the last generation, in order; empty if the choice was not made. The files may be gone.
  func last(_ choice: FileChoice) -> [FileID]
  /// Whether a file has a state to serve: of its content, or the last good one. Reads the file.
  func isServable(_ file: FileID) -> Bool
  /// The ids of the constants that the context had in the last generation, in no order.
  var lastConstants: [String] { get }
  /// The path of a present or former file.
  func path(of file: FileID) -> String
  /// A part of a file, as a file of its own.
  func file(of part: FilePart, in file: FileID) -> FileID
  /// Whether the content of a file lacks this part of it. Reads the file.
  func isMissing(_ part: FileID) -> Bool
  /// The outlines of sources of design tokens; nil for a source without one. Reads the files.
  func outlines(of files: [FileID]) -> [TokenOutline?]
  /// The content of a resolver document; nil for other files. Reads the file.
  func resolver(in file: FileID) -> ResolverDocument?
  /// Whether the text of a file may have a key. False costs a search for its bytes; otherwise the tree says it.
  func mayHave(key: String, in file: FileID) -> Bool
  /// The tree of a file; nil for an unreadable file. Parses it.
  func tree(of file: FileID) -> SourceTree?
}

/// Why the files of a directory are unknown.
package enum ClosedDirectory {
  /// It is a link that leads out of the bundle, which is not followed.
  case linkOut
  /// It cannot be read.
  case unreadable
}

extension BundleFiles {
  /// The paths that end in this last segment, sorted.
  func paths(named baseName: String) -> [String] {
    paths(ofStem: stem(of: baseName)).filter { Bytewise(lastSegment($0)) == Bytewise(baseName) }
  }

  package func closedDirectory(at path: String) -> ClosedDirectory? { nil }

  package func last(_ choice: FileChoice) -> [FileID] { [] }

  package func isServable(_ file: FileID) -> Bool { true }

  package var lastConstants: [String] { [] }

  package func file(of part: FilePart, in file: FileID) -> FileID { file }

  package func isMissing(_ part: FileID) -> Bool { false }

  package func outlines(of files: [FileID]) -> [TokenOutline?] { files.map { _ in nil } }

  package func resolver(in file: FileID) -> ResolverDocument? { nil }

  package func mayHave(key: String, in file: FileID) -> Bool { true }

  package func tree(of file: FileID) -> SourceTree? { nil }

  /// The root file to load. A new one that could never be read does not replace the root of the last generation.
  func root(_ found: FileID, _ choice: FileChoice, _ plan: inout Plan) -> FileID {
    guard !isServable(found), let last = last(choice).first, last != found else { return found }
    plan.unread[found] = choice
    plan.files.append(found)
    return last
  }

  /// The paths of files that are not YAML.
  var pathsBesidesYAML: [String] { paths.filter { FileFormat(named: $0) != .yaml } }
}
