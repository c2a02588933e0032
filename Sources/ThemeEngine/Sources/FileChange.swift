// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// The new content of one file of a bundle.
package struct FileChange: Sendable {
  package enum Content: Sendable {
    case bytes([UInt8])
    /// The file does not exist.
    case gone
    /// The file exists and cannot be read: the reason as `LV0009`, `LV0010` or `LV0011`. Indirect: without it the content of each
    /// file would take the 400 bytes of a finding.
    indirect case unreadable(Finding)
  }

  /// Relative to the bundle's root, segments joined by `/`. The empty path is the root itself, which is `unreadable` while the
  /// directory does not exist.
  package var path: String
  package var content: Content
  /// Whether the content is an unsaved text, and not the content of the file on disk.
  package var isUnsaved: Bool
  /// Whether the file came into the bundle, or left it, with the bounds of the manifest. On disk it need not have changed, so that
  /// `livery undo` leaves it.
  package var isByBounds = false

  package init(path: String, content: Content, isUnsaved: Bool = false) {
    self.path = path
    self.content = content
    self.isUnsaved = isUnsaved
  }
}

extension FileChange.Content {
  var isGone: Bool {
    switch self {
    case .gone: true
    case .bytes, .unreadable: false
    }
  }

  func isSame(as other: FileChange.Content) -> Bool {
    switch (self, other) {
    case (.bytes(let left), .bytes(let right)):
      left.count == right.count && TextDifference.commonPrefix(left, right) == left.count
    case (.gone, .gone): true
    case (.unreadable(let left), .unreadable(let right)): left == right
    case (.bytes, _), (.gone, _), (.unreadable, _): false
    }
  }
}
