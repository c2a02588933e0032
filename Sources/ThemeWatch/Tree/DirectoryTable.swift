// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// The directories of a bundle by path. Links can give a directory several paths.
struct DirectoryTable {
  struct Directory {
    let identity: FileIdentity
    /// Absolute and without links.
    let real: String
    /// The number of names in the directory.
    var nameCount = 0
  }

  private var directories = PathTable<Directory>()
  private var pathCounts: [FileIdentity: Int] = [:]

  var count: Int { directories.count }
  /// The number of names in all directories.
  private(set) var nameCount = 0

  /// The number of additional paths of directories that have several.
  var furtherPaths: Int { directories.count - pathCounts.count }

  func isKnown(_ identity: FileIdentity) -> Bool { pathCounts[identity] != nil }

  var all: PathTable<Directory> { directories }

  /// The directories at a path and below it. Costs O(result).
  func within(_ path: String) -> [(path: String, value: Directory)] { directories.within(path) }

  subscript(_ path: String) -> Directory? {
    get { directories[path] }
    set {
      if let old = directories[path] {
        let rest = (pathCounts[old.identity] ?? 1) - 1
        pathCounts[old.identity] = rest == 0 ? nil : rest
        nameCount -= old.nameCount
      }
      directories[path] = newValue
      if let newValue {
        pathCounts[newValue.identity, default: 0] += 1
        nameCount += newValue.nameCount
      }
    }
  }
}
