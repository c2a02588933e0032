// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison

/// The content of an output: the text of a file, or the files of a directory.
package enum OutputContent: Sendable, Equatable {
  /// A file of a directory.
  package struct Part: Sendable, Equatable {
    /// Relative to the directory: names without dots at their beginning, joined by `/`.
    @Bytewise package var path: String
    @Bytewise package var text: String

    package init(path: String, text: String) {
      _path = Bytewise(path)
      _text = Bytewise(text)
    }
  }

  /// - text: without a mark at its beginning.
  /// - notes: remarks on the content, for the user.
  case file(_ text: String, notes: [String] = [])
  /// Sorted by path, each path once.
  case directory([Part])

  package var notes: [String] {
    switch self {
    case .file(_, let notes): notes
    case .directory: []
    }
  }

  /// Compares the contents of files; notes do not count.
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.file(let left, _), .file(let right, _)): Bytewise(left) == Bytewise(right)
    case (.directory(let left), .directory(let right)): left == right
    case (.file, .directory), (.directory, .file): false
    }
  }
}
