// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeSyntax

/// The files of a bundle for a plan, which may read them and ask for parts of them.
struct PlannedFiles: BundleFiles {
  private let sources: BundleSources
  let lastConstants: [String]
  private var files: FileTable { sources.linked.files }

  init(_ sources: BundleSources, lastConstants: [String] = []) {
    self.sources = sources
    self.lastConstants = lastConstants
  }

  var paths: [String] { files.paths }

  func file(at path: String) -> FileID? { files.file(at: path) }

  func paths(ofStem stem: String) -> [String] { files.paths(ofStem: stem) }

  func last(_ choice: FileChoice) -> [FileID] { files.last(choice) }

  func path(of file: FileID) -> String { files.path(of: file) }

  func isServable(_ file: FileID) -> Bool {
    sources.ensureRead([file])
    return files[file].served.map { !$0.isMisshapen } ?? false
  }

  func file(of part: FilePart, in file: FileID) -> FileID { sources.linked.files.number(of: part, in: file) }

  func outlines(of wanted: [FileID]) -> [TokenOutline?] {
    sources.ensureRead(wanted)
    let outlines = wanted.map { files[$0].served?.outline }
    sources.linked.counters.nodesPlanned += outlines.reduce(0) {
      $0 + ($1.map { $0.groups.count + $0.tokens.count } ?? 0)
    }
    return outlines
  }

  func tree(of file: FileID) -> SourceTree? {
    guard case .bytes(let bytes) = files[file].content else { return nil }
    return sources.linked.parse(bytes, path: files[file].path, sources.linked.limits.ofSyntax).tree
  }

  func resolver(in file: FileID) -> ResolverDocument? {
    sources.ensureRead([file])
    return files[file].served?.resolver
  }
}
