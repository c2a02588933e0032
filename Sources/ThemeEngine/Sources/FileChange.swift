// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// What became of one file of a bundle.
package struct FileChange: Sendable {
  package enum Content: Sendable {
    case bytes([UInt8])
    /// There is no such file (any more).
    case gone
    /// There is one, and it cannot be had: why, as `LV0009`, `LV0010` or `LV0011`.
    case unreadable(Finding)
  }

  /// Relative to the bundle's root, segments joined by `/`. The empty path is that of the root itself: it is `unreadable`
  /// while there is no such directory.
  package var path: String
  package var content: Content

  package init(path: String, content: Content) {
    self.path = path
    self.content = content
  }
}
