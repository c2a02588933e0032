// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// The places of names in the contexts of a manifest.
struct ContextPlaces {
  private struct Entry {
    let name: String
    let node: SourceTree.Node
  }

  private let tree: SourceTree
  /// The first named context of each meaning.
  private var entries: [Context: Entry] = [:]

  init(_ tree: SourceTree) {
    self.tree = tree
    guard let root = tree.root, let contexts = member("contexts", of: root) else { return }
    let nodes = tree.members(of: contexts.value).reduce(into: BytewiseDictionary<SourceTree.Node>()) {
      $0[tree.key(of: $1)] = $1.value
    }
    for named in ManifestReader.read(tree).manifest.contexts where entries[named.context] == nil {
      entries[named.context] = nodes[named.name].map { Entry(name: named.name, node: $0) }
    }
  }

  /// The place of a name in a context, and the name of the context.
  func place(of name: Finding.LackedName, in context: Context) -> (context: String, range: ByteRange)? {
    guard let entry = entries[context] else { return nil }
    return range(of: name, in: entry.node).map { (entry.name, $0) }
  }

  private func range(of name: Finding.LackedName, in context: SourceTree.Node) -> ByteRange? {
    switch name {
    case .theme(let theme):
      member("themes", of: context).flatMap { themes in
        tree.elements(of: themes.value).first { Bytewise(tree.string(of: $0)) == Bytewise(theme.wrappedValue) }
      }.map(tree.range)
    case .modifier(let modifier): choice(modifier, in: context).map(tree.keyRange)
    case .context(let modifier): choice(modifier, in: context).map { tree.range(of: $0.value) }
    }
  }

  private func choice(_ modifier: Bytewise<String>, in context: SourceTree.Node) -> SourceTree.Member? {
    member("modifiers", of: context).flatMap { member(modifier.wrappedValue, of: $0.value) }
  }

  /// The member of an object with a key: the last one, as in the reader of the manifest.
  private func member(_ key: String, of node: SourceTree.Node) -> SourceTree.Member? {
    tree.members(of: node).reduce(nil) { Bytewise(tree.key(of: $1)) == Bytewise(key) ? $1 : $0 }
  }
}
