// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LanguageServer
import LinuxIO
import TextComparison
import ThemeEngine
import ThemeModel
import ThemeWatch

/// The files of a workspace on disk.
final class DiskWorkspace: WorkspaceFiles {
  /// What shows that directories are bundles.
  private var evidence = BundleSearch.Evidence()

  func bundles(
    of paths: [String], within folders: [String], named: [String]
  ) -> [(directory: String, file: String)?] {
    var search = BundleSearch(within: folders, named: named, evidence)
    defer { evidence = search.evidence }
    return paths.map { search.bundle(of: $0) }
  }

  func forgetBundles() { evidence = BundleSearch.Evidence() }

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

  func isDirectory(_ path: String) -> Bool { (try? fileStatus(path))?.kind == .directory }

  func paths(of directory: String, _ bounds: BundleBounds) -> [String] {
    (try? walkBundle(directory, bounds)) ?? []
  }

  func read(_ files: [String], in directory: String) -> [FileChange] {
    var reader = BundleReader(path: directory)
    _ = reader.apply(reader.readSettings())
    return reader.read(files)
  }
}
