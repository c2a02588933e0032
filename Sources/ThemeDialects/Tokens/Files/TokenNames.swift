// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// The tokens and groups of a file, and the references of every form, at the places where they are written.
struct TokenNames {
  private let tree: SourceTree
  private var names = WrittenNames()

  static func names(in tree: SourceTree, isResolver: Bool) -> WrittenNames {
    var reader = TokenNames(tree: tree)
    reader.names.isWhole = true
    if let root = tree.root {
      if isResolver { reader.readDocument(root) } else { reader.readGroup(root, "") }
    }
    return reader.names
  }

  private init(tree: SourceTree) { self.tree = tree }

  // MARK: Groups and tokens

  private mutating func readGroup(_ node: SourceTree.Node, _ path: String) {
    for member in tree.members(of: node) {
      let name = tree.key(of: member)
      let isReserved = name.utf8.first == UInt8(ascii: "$") && name != "$root"
      if !isReserved, tree.kind(of: member.value) == .object {
        readChild(member, TokenPath.joined(path, name))
      } else if name == "$extends" {
        note(member.value, of: path, isInheritance: true)
      } else if name == "$ref" {
        notePointer(member.value, of: path, isInheritance: true)
      }
    }
  }

  private mutating func readChild(_ member: SourceTree.Member, _ path: String) {
    let value = tree.members(of: member.value).first { tree.key(of: $0, is: "$value") }?.value
    let alias = tree.members(of: member.value).first { tree.key(of: $0, is: "$ref") }?.value
    let content = value ?? alias
    names.entries.append(
      .init(
        name: path, space: .constants, keyRange: tree.keyRange(of: member), range: tree.range(of: member.value),
        valueRange: tree.range(of: content ?? member.value), isGroup: content == nil))
    if let value {
      readValue(value, of: path)
    } else {
      readGroup(member.value, path)
    }
  }

  // MARK: References

  private mutating func readValue(_ node: SourceTree.Node, of path: String) {
    switch tree.kind(of: node) {
    case .string: note(node, of: path, isInheritance: false)
    case .array: for element in tree.elements(of: node) { readValue(element, of: path) }
    case .object:
      for member in tree.members(of: node) {
        if tree.key(of: member, is: "$ref") {
          notePointer(member.value, of: path, isInheritance: false)
        } else {
          readValue(member.value, of: path)
        }
      }
    case .number, .bool, .null, .invalid: break
    }
  }

  /// A text in braces, or a pointer.
  private mutating func note(_ node: SourceTree.Node, of path: String, isInheritance: Bool) {
    guard let reference = tree.string(of: node).flatMap(TokenReference.init(curly:)) else {
      if isInheritance { notePointer(node, of: path, isInheritance: true) }
      return
    }
    append(reference, node, path, isInheritance)
  }

  private mutating func notePointer(_ node: SourceTree.Node, of path: String, isInheritance: Bool) {
    guard let reference = TokenReference(pointer: node, in: tree) else { return }
    append(reference, node, path, isInheritance)
  }

  private mutating func append(
    _ reference: TokenReference, _ node: SourceTree.Node, _ path: String, _ isInheritance: Bool
  ) {
    names.references.append(
      .init(
        name: reference.id, space: .constants, range: tree.range(of: node), isInheritance: isInheritance,
        source: path, sourceSpace: .constants))
  }

  // MARK: Resolver documents

  /// Sources are files, parts of files, or tokens in the document.
  private mutating func readDocument(_ node: SourceTree.Node) {
    switch tree.kind(of: node) {
    case .object: for member in tree.members(of: node) { readDocument(member.value) }
    case .array: for element in tree.elements(of: node) { readSource(element) }
    case .string, .number, .bool, .null, .invalid: break
    }
  }

  private mutating func readSource(_ node: SourceTree.Node) {
    guard let member = tree.members(of: node).first(where: { tree.key(of: $0, is: "$ref") }) else {
      return readGroup(node, "")
    }
    guard let text = tree.string(of: member.value), text.utf8.first != UInt8(ascii: "#") else { return }
    let file = String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "#") }))
    let range = tree.range(of: member.value)
    names.links.append(.init(kind: .include, target: file, range: range))
    let fragment = String(Substring(text.utf8.dropFirst(file.utf8.count)))
    if let reference = TokenReference(pointer: fragment) { append(reference, member.value, "", false) }
  }
}
