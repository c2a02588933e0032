// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The bytes of the longest path that the kernel accepts, PATH_MAX.
private let maximumPathLength = 4096

extension BundleFiles {
  /// The message and the help of the finding that a named path is not a file of the bundle.
  ///
  /// - Parameters:
  ///   - name: the path as its author wrote it.
  ///   - paths: the paths from the bundle's root that it may mean.
  ///   - help: the help where nothing is found.
  func absence(
    of name: String, at paths: [String], help: @autoclosure () -> String
  ) -> (message: String, help: String) {
    for path in paths {
      if let (directory, reason) = closedDirectory(on: path) {
        return switch reason {
        case .linkOut:
          (
            "`\(name)` is not in the bundle: the link `\(directory)` leads out of it",
            "list the directory of the link as `outside` in `livery.json`, or copy it into the bundle"
          )
        case .unreadable:
          ("`\(name)` is in the directory `\(directory)`, which cannot be read", "make the directory readable first")
        }
      }
      let prefix = path.utf8.last == UInt8(ascii: "/") ? path : "\(path)/"
      if let file = firstPath(in: prefix) {
        return ("`\(name)` is a directory", "name the files in it, such as `\(file)`")
      }
    }
    return ("the bundle has no file `\(name)`", help())
  }

  /// The first path with a prefix: binary search, since a list may name thousands of files that are not there.
  private func firstPath(in prefix: String) -> String? {
    let paths = paths
    var range = 0..<paths.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = paths[middle].precedesBytewise(prefix) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    guard range.lowerBound < paths.count else { return nil }
    let path = paths[range.lowerBound]
    return path.utf8.starts(with: prefix.utf8) ? path : nil
  }

  /// The lowest directory above a path whose files are unknown.
  private func closedDirectory(on path: String) -> (directory: String, reason: ClosedDirectory)? {
    guard path.utf8.count <= maximumPathLength else { return nil }
    var above = directory(of: path)
    while !above.isEmpty {
      if let reason = closedDirectory(at: above) { return (above, reason) }
      above = directory(of: above)
    }
    return nil
  }
}
