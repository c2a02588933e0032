// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// The places of names in a manifest: those of themes and modifiers in its contexts, and those of the default theme and the root.
struct ManifestPlaces {
  private struct NamedContext {
    let name: String
    let node: SourceTree.Node
  }

  private struct Place {
    /// The name of the context that the place is in.
    var context: String?
    var range: ByteRange
  }

  private let tree: SourceTree
  /// The first named context of each meaning.
  private var contexts: [Context: NamedContext] = [:]
  /// The default theme and the root.
  private var defaults: [(name: String, range: ByteRange)] = []

  init(_ tree: SourceTree) {
    self.tree = tree
    guard let root = tree.root else { return }
    let manifest = ManifestReader.read(tree).manifest
    for (key, name) in [("default", manifest.defaultTheme), ("root", manifest.root)] {
      guard let name, let member = member(key, of: root) else { continue }
      defaults.append((name, tree.range(of: member.value)))
    }
    guard let named = member("contexts", of: root) else { return }
    let nodes = tree.members(of: named.value).reduce(into: BytewiseDictionary<SourceTree.Node>()) {
      $0[tree.key(of: $1)] = $1.value
    }
    for context in manifest.contexts where contexts[context.context] == nil {
      contexts[context.context] = nodes[context.name].map { NamedContext(name: context.name, node: $0) }
    }
  }

  /// Gives a finding about a name that the bundle lacks the place of this name in the manifest, if it is there.
  func placed(_ finding: Finding, in context: Context, of file: FileID) -> Finding {
    guard let place = placeInContext(finding.lackedName, context) ?? placeOfDefault(finding) else { return finding }
    var finding = finding
    finding.file = file
    finding.range = place.range
    if let name = place.context {
      finding.message += name.isEmpty ? " (in the context without a name)" : " (in the context `\(name)`)"
    }
    return finding
  }

  private func placeInContext(_ name: Finding.LackedName?, _ context: Context) -> Place? {
    guard let name, let named = contexts[context] else { return nil }
    return range(of: name, in: named.node).map { Place(context: named.name, range: $0) }
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

  private func placeOfDefault(_ finding: Finding) -> Place? {
    guard finding.code == .missingFile || finding.code == .noRoot else { return nil }
    return defaults.first { finding.message.holds("`\($0.name)`") }.map { Place(range: $0.range) }
  }

  /// The member of an object with a key: the last one, as in the reader of the manifest.
  private func member(_ key: String, of node: SourceTree.Node) -> SourceTree.Member? {
    tree.members(of: node).reduce(nil) { Bytewise(tree.key(of: $1)) == Bytewise(key) ? $1 : $0 }
  }
}
