// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// Finds tokens that refer to deprecated tokens without being deprecated themselves.
struct DeprecatedTokens {
  private struct Reference {
    let path: String
    let target: String
    let place: Location
  }

  /// The deprecation of tokens and groups: the reason, or nil.
  private var said: BytewiseDictionary<String?> = [:]
  private var references: [Reference] = []

  init(_ sources: [(file: FileID, tree: SourceTree, root: SourceTree.Node)]) {
    for source in sources { read(source.root, "", source.tree, source.file) }
  }

  /// One for each reference.
  var findings: [Finding] {
    if said.isEmpty { return [] }
    return references.compactMap { reference in
      guard let reason = reason(reference.target), self.reason(reference.path) == nil else { return nil }
      return Finding(
        .deprecatedToken, "`\(reference.target)` is deprecated" + (reason.isEmpty ? "" : ": \(reason)"),
        file: reference.place.file, range: reference.place.range, id: reference.path,
        help: "refer to the token that replaces it, or mark this one as deprecated, too")
    }
  }

  /// The reason why a token is deprecated, from the token or the nearest group around it. Nil if it is not deprecated.
  private func reason(_ path: String) -> String? {
    var path = path
    while true {
      if let said = said[path] { return said }
      if path.isEmpty { return nil }
      path = TokenPath.parent(of: path)
    }
  }

  private mutating func read(_ node: SourceTree.Node, _ path: String, _ tree: SourceTree, _ file: FileID) {
    for member in tree.members(of: node) {
      let key = tree.key(of: member)
      switch key {
      case "$deprecated":
        if let text = tree.string(of: member.value) {
          said[path] = .some(text)
        } else if let isDeprecated = tree.bool(of: member.value) {
          said[path] = .some(isDeprecated ? "" : nil)
        }
      case "$value", "$ref": refer(key == "$ref" ? node : member.value, path, tree, file)
      case "$root": read(member.value, TokenPath.joined(path, key), tree, file)
      default:
        guard key.utf8.first != UInt8(ascii: "$"), tree.kind(of: member.value) == .object else { continue }
        read(member.value, TokenPath.joined(path, key), tree, file)
      }
    }
  }

  /// Collects the references within a value.
  private mutating func refer(_ node: SourceTree.Node, _ path: String, _ tree: SourceTree, _ file: FileID) {
    var target: TokenReference?
    switch tree.kind(of: node) {
    case .string: target = tree.string(of: node).flatMap(TokenReference.init(curly:))
    case .object:
      let pointer = tree.members(of: node).first { tree.key(of: $0, is: "$ref") }
      target = pointer.flatMap { TokenReference(pointer: $0.value, in: tree) }
      if target == nil { for member in tree.members(of: node) { refer(member.value, path, tree, file) } }
    case .array: for element in tree.elements(of: node) { refer(element, path, tree, file) }
    case .number, .bool, .null, .invalid: return
    }
    guard let target else { return }
    references.append(
      Reference(path: path, target: target.id, place: Location(file: file, range: tree.range(of: node))))
  }
}
