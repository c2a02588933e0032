// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// Which directories and files belong to a bundle, wherever links to them lie. Whoever lists files and whoever reads them ask
/// the same.
package struct BundleExtent: Sendable {
  /// The bundle's directory, absolute and without links.
  package let root: String
  /// The directories outside of it that its links may lead into, absolute and without links.
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
  ///   - paths: directories that links may lead into, absolute or relative to the root; those that are none are left out.
  package init(root: String, lookingUp paths: [String]) {
    self.init(
      root: root,
      outside: paths.compactMap { path in
        guard let real = try? realPath(absolutePath(path, from: root)) else { return nil }
        return (try? fileStatus(real))?.kind == .directory ? real : nil
      })
  }

  /// Whether a path, absolute and without links, is one of these directories or below one.
  package func contains(_ real: String) -> Bool {
    isWithin(real, root) || outside.contains { isWithin(real, $0) }
  }
}
