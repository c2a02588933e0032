// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
package import ThemeModel

/// The directories that belong to a bundle, with those that its links may lead into. Listing and reading use the same extent.
package struct BundleExtent: Sendable {
  /// The directory of the bundle, absolute and without links.
  package let root: String
  /// The directories outside of the bundle that its links may lead into, absolute and without links.
  package let outside: [String]
  private let bounds: BundleBounds

  /// - Parameters:
  ///   - root: absolute and without links.
  ///   - outside: the existing directories of the bounds' `outside`, absolute and without links.
  init(root: String, _ bounds: BundleBounds, outside: [String]) {
    self.root = root
    self.bounds = bounds
    self.outside = outside
  }

  /// Looks up the directories outside. Those that do not exist are left out.
  ///
  /// - Parameter root: absolute and without links.
  package init(root: String, lookingUp bounds: BundleBounds) {
    self.init(
      root: root, bounds,
      outside: bounds.outside.compactMap { path in
        guard let real = try? realPath(absolutePath(path, from: root)) else { return nil }
        return (try? fileStatus(real))?.kind == .directory ? real : nil
      })
  }

  /// Whether a path, relative to the root, does not belong to the bundle, with everything below it. The root always does.
  func excludes(_ path: String) -> Bool { !path.isEmpty && bounds.excludes(path) }

  /// Whether a path is one of these directories or lies below one. The path is absolute and without links.
  package func contains(_ real: String) -> Bool {
    isWithin(real, root) || outside.contains { isWithin(real, $0) }
  }
}
