// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ThemeModel

/// The directories that belong to a bundle, with those that its links may lead into. Listing and reading use the same extent.
package struct BundleExtent: Sendable {
  /// The directory of the bundle, absolute and without links.
  package let root: String
  /// The directories outside of the bundle that its links may lead into, absolute and without links.
  package let outside: [String]

  /// - Parameters:
  ///   - root: absolute and without links.
  ///   - outside: absolute and without links.
  init(root: String, outside: [String]) {
    self.root = root
    self.outside = outside
  }

  /// - Parameters:
  ///   - root: absolute and without links.
  ///   - paths: the directories that links may lead into, absolute or relative to the root. Paths of other kinds are left
  ///     out.
  package init(root: String, lookingUp paths: [String]) {
    self.init(
      root: root,
      outside: paths.compactMap { path in
        guard let real = try? realPath(absolutePath(path, from: root)) else { return nil }
        return (try? fileStatus(real))?.kind == .directory ? real : nil
      })
  }

  /// Whether a path is one of these directories or lies below one. The path is absolute and without links.
  package func contains(_ real: String) -> Bool {
    isWithin(real, root) || outside.contains { isWithin(real, $0) }
  }
}
