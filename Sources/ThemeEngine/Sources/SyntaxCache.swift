// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeSyntax

/// The syntax of the file that was parsed last. Recognition, plans and the parts of a file ask for the same file one after the other.
struct SyntaxCache {
  /// What the syntax of a file in a bundle depends on.
  struct Key: Sendable, Equatable {
    var file: FileID
    /// Of the content.
    var version: Int
    var limits: SyntaxLimits
  }

  private var last: (key: Key, syntax: FileSyntax)?

  /// The syntax of a file, if it was parsed last.
  subscript(key: Key) -> FileSyntax? { last.flatMap { $0.key == key ? $0.syntax : nil } }

  mutating func insert(_ syntax: FileSyntax, for key: Key) { last = (key, syntax) }

  mutating func removeAll() { last = nil }
}
