// SPDX-License-Identifier: MIT

package import TextComparison

/// Which directories belong to a bundle besides its own, and which paths in it do not, by its manifest.
package struct BundleBounds: Hashable, Sendable {
  /// Directories outside of the bundle that its links may lead into, absolute or relative to the bundle's root.
  @Bytewise package var outside: [String]
  /// Patterns of paths that do not belong to the bundle, with everything below them.
  package var exclude: Selection?

  package init(outside: [String] = [], exclude: Selection? = nil) {
    self.outside = outside
    self.exclude = exclude
  }

  /// Whether a path, relative to the bundle's root, does not belong to the bundle. Costs O(patterns that begin like the path).
  package func excludes(_ path: String) -> Bool {
    exclude?.hasWhole(Path.segments(of: path, keepingEscapes: true)) ?? false
  }
}
