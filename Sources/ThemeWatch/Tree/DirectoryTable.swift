// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// The directories of a bundle by the path that their files are reported below. Through links one may have several.
struct DirectoryTable {
  struct Directory {
    let identity: FileIdentity
    /// Absolute and without links.
    let real: String
    /// Names in it.
    var nameCount = 0
  }

  private var directories = PathTable<Directory>()
  private var pathCounts: [FileIdentity: Int] = [:]

  var count: Int { directories.count }
  /// Names in all of them.
  private(set) var nameCount = 0

  /// Paths that lead to directories which other paths lead to as well.
  var furtherPaths: Int { directories.count - pathCounts.count }

  func isKnown(_ identity: FileIdentity) -> Bool { pathCounts[identity] != nil }

  var all: PathTable<Directory> { directories }

  /// Those at a path and below it. Cost follows their number.
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
