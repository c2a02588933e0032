// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeSyntax

/// The files of a bundle for recognition and plans, which may read them and ask for parts of them: all but those that are set aside.
struct PlannedFiles: BundleFiles {
  private let sources: BundleSources
  private let setAside: Set<FileID>
  let paths: [String]
  let lastConstants: [String]
  private var files: FileTable { sources.linked.files }

  /// The files for a plan. One that the present dialect read before is not taken from it.
  init(_ sources: BundleSources, lastConstants: [String] = []) {
    let setAside = sources.setAside.filter { sources.linked.files[$0].served == nil }
    self.init(sources, without: setAside, lastConstants: lastConstants)
  }

  init(_ sources: BundleSources, without setAside: Set<FileID>, lastConstants: [String] = []) {
    self.sources = sources
    self.setAside = setAside
    self.lastConstants = lastConstants
    paths = Self.leavingOut(setAside, of: sources.linked.files.paths, in: sources.linked.files)
  }

  private static func leavingOut(_ setAside: Set<FileID>, of paths: [String], in files: FileTable) -> [String] {
    setAside.isEmpty ? paths : paths.filter { path in files.file(at: path).map { !setAside.contains($0) } ?? true }
  }

  func file(at path: String) -> FileID? { files.file(at: path).flatMap { setAside.contains($0) ? nil : $0 } }

  func closedDirectory(at path: String) -> ClosedDirectory? { files.closedDirectory(at: path) }

  func paths(ofStem stem: String) -> [String] { Self.leavingOut(setAside, of: files.paths(ofStem: stem), in: files) }

  func last(_ choice: FileChoice) -> [FileID] { files.last(choice) }

  func path(of file: FileID) -> String { files.path(of: file) }

  func isServable(_ file: FileID) -> Bool {
    sources.ensureRead([file])
    return files[file].served.map { !$0.isMisshapen } ?? false
  }

  func file(of part: FilePart, in file: FileID) -> FileID { sources.linked.files.number(of: part, in: file) }

  func isMissing(_ part: FileID) -> Bool {
    sources.ensureRead([part])
    return files[part].reading?.isMissing ?? false
  }

  func outlines(of wanted: [FileID]) -> [TokenOutline?] {
    sources.ensureRead(wanted)
    let outlines = wanted.map { files[$0].served?.outline }
    sources.linked.counters.nodesPlanned += outlines.reduce(0) {
      $0 + ($1.map { $0.groups.count + $0.tokens.count } ?? 0)
    }
    return outlines
  }

  func mayHave(key: String, in file: FileID) -> Bool {
    guard case .text(let text) = files[file].stored else { return false }
    let bytes = text.bytes
    // Other formats have more ways to write a character.
    guard FileFormat(of: bytes, named: files[file].path) == .json else { return true }
    return bytes.holds(Array(key.utf8)) || bytes.holds(UInt8(ascii: "\\")) && bytes.holds(Array(#"\u"#.utf8))
  }

  func tree(of file: FileID) -> SourceTree? {
    guard case .text(let text) = files[file].stored else { return nil }
    return sources.linked.parse(text.bytes, path: files[file].path, sources.linked.limits.ofSyntax).tree
  }

  func resolver(in file: FileID) -> ResolverDocument? {
    sources.ensureRead([file])
    return files[file].served?.resolver
  }
}
