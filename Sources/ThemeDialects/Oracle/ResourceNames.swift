// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeSyntax

/// The names of the resources of a theme. They are collected when the first text is compared with them.
struct ResourceNames {
  private var names: BytewiseSet?

  mutating func contains(_ name: String, in tree: SourceTree) -> Bool {
    if let names { return names.contains(name) }
    let resources = tree.root.flatMap { tree.elements(of: $0).first { _ in true } }
    let names = BytewiseSet(resources.map { tree.members(of: $0).map { tree.key(of: $0) } } ?? [])
    self.names = names
    return names.contains(name)
  }
}
