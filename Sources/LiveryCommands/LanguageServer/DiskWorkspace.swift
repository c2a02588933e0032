// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LanguageServer
import LinuxIO
import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel

/// The files of a workspace on disk.
struct DiskWorkspace: WorkspaceFiles {
  /// A bundle is the nearest directory with a manifest. Without one, it is the highest directory with a file whose name or form
  /// identifies a dialect.
  func bundle(of path: String, within folders: [String]) -> (directory: String, file: String)? {
    let parent = splitPath(path).directory
    guard let start = try? realPath(parent) else { return nil }
    let tops = folders.compactMap { try? realPath($0) }.filter { start.isWithin($0) }
    // A file that is opened alone is its own workspace.
    let top = tops.max { $0.utf8.count < $1.utf8.count } ?? start
    var directory = start
    var found: String?
    while true {
      if (try? linkStatus("\(directory)/\(BundleSettings.manifestPath)")) != nil {
        found = directory
        break
      }
      if isCertain(directory) { found = directory }
      guard Bytewise(directory) != Bytewise(top), directory != "/" else { break }
      directory = splitPath(directory).directory
    }
    guard let found else { return nil }
    let real = "\(start)/\(splitPath(path).name)"
    return (found, String(real.dropFirst(found.count + 1)))
  }

  /// Whether the names or forms of the files in a directory identify one dialect. A dictionary of dictionaries identifies none.
  private func isCertain(_ directory: String) -> Bool {
    let names = ((try? listDirectory(directory)) ?? []).filter { $0.kind != .directory }.map(\.name)
    if names.contains(where: Tokens.isNamedAsOwn) { return true }
    if names.contains(where: { $0.hasPrefix("theme") && $0.hasSuffix(".inc.json") }) { return true }
    guard names.contains(where: FileFormat.mayBeTheme) else { return false }
    switch load(directory)?.dialectName {
    case .redbeard, .oracle, .giotto, .tokens, .base16: return true
    case .inlthemes, .flat, nil: return false
    }
  }

  func load(_ directory: String) -> ThemeEngine? {
    guard let contents = try? BundleContents(directory: directory) else { return nil }
    return contents.engine(named: BundleName(ofBundleAt: directory).text, rootFile: nil)
  }

  func read(_ file: String, in directory: String) -> FileChange {
    var reader = BundleReader(path: directory)
    _ = reader.follow(reader.readSettings())
    return reader.read([file]).first ?? FileChange(path: file, content: .gone)
  }
}

extension String {
  /// Whether a path is equal to a directory or lies below it. Both are absolute and without links.
  fileprivate func isWithin(_ directory: String) -> Bool {
    Bytewise(self) == Bytewise(directory) || directory == "/" || hasPrefix("\(directory)/")
  }
}
