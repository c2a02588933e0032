// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeEngine
import ThemeSyntax

/// Parsed files for answers. Only the files that were asked for last are kept, so that a question about all files leaves no memory
/// behind.
struct FileLooks {
  private struct Look {
    var index: FileIndex??
    var tree: SourceTree??
    var text: TextLines?
  }

  private static let maximumFiles = 32

  private var looks: BytewiseDictionary<Look> = [:]
  /// The last one comes last.
  private var order: [String] = []

  mutating func forget(_ file: String) {
    looks[file] = nil
    order.removeAll { Bytewise($0) == Bytewise(file) }
  }

  mutating func index(of file: String, _ make: () -> FileIndex?) -> FileIndex? {
    if let known = looks[file]?.index { return known }
    let index = make()
    keep(file) { $0.index = .some(index) }
    return index
  }

  mutating func tree(of file: String, _ make: () -> SourceTree?) -> SourceTree? {
    if let known = looks[file]?.tree { return known }
    let tree = make()
    keep(file) { $0.tree = .some(tree) }
    return tree
  }

  mutating func text(of file: String, _ make: () -> TextLines) -> TextLines {
    if let known = looks[file]?.text { return known }
    let text = make()
    keep(file) { $0.text = text }
    return text
  }

  private mutating func keep(_ file: String, _ change: (inout Look) -> Void) {
    if looks[file] == nil {
      if order.count == Self.maximumFiles { looks[order.removeFirst()] = nil }
      order.append(file)
    }
    change(&looks[file, default: Look()])
  }
}
