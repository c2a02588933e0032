// SPDX-License-Identifier: GPL-2.0-or-later

package import FleetModel
package import LinuxIO
import MessageDigest
import TextComparison

/// Makes the files of one release: mode 0444, in directories of mode 0755.
package final class ReleaseBuilder {
  package let release: StoredRelease
  /// The files whose bytes have to be added, in the order of the list, after `linkUnchanged`.
  package private(set) var missing: [ListedFile] = []
  /// Whether the files replace those of the current release, which has the same name.
  let replacesCurrent: Bool

  /// New files up to which each is synchronized with the disk by itself.
  ///
  /// Beyond it one syncfs(2) costs less, although it waits for what other programs have written, too.
  private let maximumFileSyncs: Int
  private static let mode: UInt32 = 0o444
  private let tree: HeldDirectory
  private let base: HeldDirectory?
  /// The path of a file of the base by its digest and size.
  private var unchanged: [ChunkName: String] = [:]
  /// Paths of the directories that were made.
  private var directories: BytewiseSet = []

  init(
    _ release: StoredRelease, _ tree: consuming HeldDirectory, base: consuming HeldDirectory?, of list: FileList?,
    damaged: BytewiseSet, maximumFileSyncs: Int, replacesCurrent: Bool
  ) {
    self.release = release
    self.maximumFileSyncs = maximumFileSyncs
    self.replacesCurrent = replacesCurrent
    self.tree = tree
    self.base = base
    for file in list?.files ?? [] where !damaged.contains(file.path) { unchanged[file.digest] = file.path }
  }

  /// Makes all directories, and the files that the base has: second names of the same bytes. A file that cannot be linked is
  /// missing.
  package func linkUnchanged() throws(SystemError) {
    for file in release.list.files {
      let (directory, name) = Self.split(file.path)
      try makeDirectories(directory)
      if let old = unchanged[file.digest], link(name, in: directory, to: old) { continue }
      missing.append(file)
    }
  }

  private func link(_ name: String, in directory: String, to old: String) -> Bool {
    guard base != nil else { return false }
    do throws(SystemError) {
      let (oldDirectory, oldName) = Self.split(old)
      let target = try tree.directory(below: directory)
      try target.link(name, to: oldName, in: try baseDirectory(oldDirectory))
      return true
    } catch {
      // The file is on a different file system, has too many names, or is gone: it is fetched.
      return false
    }
  }

  private func baseDirectory(_ path: String) throws(SystemError) -> HeldDirectory {
    switch base {
    case .some(let base): try base.directory(below: path)
    case .none: try tree.directory(below: path)
    }
  }

  private func makeDirectories(_ path: String) throws(SystemError) {
    guard !path.isEmpty, !directories.contains(path) else { return }
    let (parent, name) = Self.split(path)
    try makeDirectories(parent)
    try tree.directory(below: parent).makeNewDirectory(name, mode: 0o755)
    directories.insert(path)
  }

  /// Makes a file of the list whose bytes come in pieces.
  package func make(_ file: ListedFile) throws(SystemError) -> NewFile { try tree.makeFile(below: file.path) }

  private var syncsFileSystem: Bool { missing.count > maximumFileSyncs }

  /// Ends a file whose bytes are complete.
  package func finish(_ file: consuming NewFile) throws(SystemError) {
    if syncsFileSystem { try file.finishWithoutSync(mode: Self.mode) } else { try file.finish(mode: Self.mode) }
  }

  /// Waits until everything is on the disk. The release becomes whole by its list, which is written later.
  package func finish() throws(SystemError) {
    // The directory was opened before the first of its files was made: their errors are reported here.
    if syncsFileSystem { return try tree.syncFileSystem() }
    for directory in directories.sorted() { try tree.directory(below: directory).sync() }
    try tree.sync()
  }

  /// The directory of a path, empty for none, and the name in it.
  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
  }
}
