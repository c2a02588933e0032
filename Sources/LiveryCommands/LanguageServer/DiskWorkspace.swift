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
  /// A bundle is the nearest directory with a manifest or that the user names, else the highest one in which the name or the form of a
  /// file leaves no doubt. It has no hidden files.
  func bundle(of path: String, within folders: [String], named: [String]) -> (directory: String, file: String)? {
    let parent = splitPath(path).directory
    guard let start = try? realPath(parent) else { return nil }
    let named = named.compactMap { try? realPath($0) }.filter { isWithin(start, $0) }
    let tops = folders.compactMap { try? realPath($0) }.filter { isWithin(start, $0) } + named
    // A file that is opened alone is its own workspace.
    let top = tops.max { $0.utf8.count < $1.utf8.count } ?? start
    var directory = start
    var found: String?
    while true {
      if (try? linkStatus("\(directory)/\(BundleSettings.manifestPath)")) != nil {
        found = directory
        break
      }
      if named.containsBytewise(directory) {
        found = directory
        break
      }
      if BundleEvidence(in: directory) != nil { found = directory }
      guard Bytewise(directory) != Bytewise(top), directory != "/" else { break }
      directory = splitPath(directory).directory
    }
    guard let found else { return nil }
    let real = "\(start)/\(splitPath(path).name)"
    let file = String(Substring(real.utf8.dropFirst(found.utf8.count + 1)))
    var reader = BundleReader(path: found)
    _ = reader.apply(reader.readSettings())
    return reader.mayHave(file) || Bytewise(file) == Bytewise(BundleSettings.manifestPath) ? (found, file) : nil
  }

  func withoutLinks(_ path: String) -> String {
    if let real = try? realPath(path) { return real }
    let (directory, name) = splitPath(path)
    guard !name.isEmpty, directory != path else { return path }
    let real = withoutLinks(directory)
    return real == "/" ? "/\(name)" : "\(real)/\(name)"
  }

  func isDirectory(_ directory: String, within folder: String) -> Bool {
    guard (try? realPath(directory)) != nil else { return false }
    return (try? realPath(folder)).map { isWithin(directory, $0) } ?? false
  }

  func load(_ directory: String) -> ThemeEngine? {
    guard let contents = try? BundleContents(directory: directory) else { return nil }
    return contents.engine(named: BundleName(ofBundleAt: directory).text, rootFile: nil)
  }

  func read(_ file: String, in directory: String) -> FileChange {
    var reader = BundleReader(path: directory)
    _ = reader.apply(reader.readSettings())
    return reader.read([file]).first ?? FileChange(path: file, content: .gone)
  }
}
