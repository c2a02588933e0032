// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// The tokens and groups of a file, and the references of every form, at the places where they are written. A part of a file that
/// contexts read has names of its own: those from its root on.
struct TokenNames {
  private let tree: SourceTree
  private var names = WrittenNames()
  /// Of a resolver document: its path, and the tokens in it that were read.
  private var document: (path: String, read: Set<SourceTree.Node>)?

  /// The names of a file of tokens.
  static func names(in tree: SourceTree, _ parts: ReadParts) -> WrittenNames {
    var reader = TokenNames(tree: tree)
    guard let root = tree.root else { return reader.names }
    if parts.isEmpty {
      reader.readGroup(root, "")
    } else {
      reader.readParts(parts.map { $0.wrappedValue[...] }, of: root, "", isRead: false)
    }
    return reader.names
  }

  /// The names of a resolver document.
  static func names(inDocument tree: SourceTree, _ path: String, _ parts: ReadParts) -> WrittenNames {
    var reader = TokenNames(tree: tree)
    reader.document = (path, [])
    guard let root = tree.root else { return reader.names }
    reader.readDocument(root)
    // Sources by a pointer into the document.
    reader.readParts(parts.map { $0.wrappedValue[...] }, of: root, "", isRead: true)
    return reader.names
  }

  private init(tree: SourceTree) {
    self.tree = tree
    names.isWhole = true
  }

  // MARK: Parts

  /// - Parameters:
  ///   - parts: in the value, from there on.
  ///   - path: of the value from the root of the file.
  ///   - isRead: whether the value lies in a part.
  private mutating func readParts(
    _ parts: [ArraySlice<String>], of node: SourceTree.Node, _ path: String, isRead: Bool
  ) {
    let isPart = parts.contains(where: \.isEmpty)
    if isPart, document?.read.insert(node).inserted ?? true { readGroup(node, "") }
    var inner: BytewiseDictionary<[ArraySlice<String>]> = [:]
    for part in parts { if let first = part.first { inner[first, default: []].append(part.dropFirst()) } }
    for (index, element) in tree.elements(of: node).enumerated() {
      if let parts = inner[String(index)] { readParts(parts, of: element, path, isRead: true) }
    }
    for member in tree.members(of: node) {
      let parts = inner[tree.key(of: member)] ?? []
      let name = TokenPath.joined(path, tree.key(of: member))
      let isRead = isRead || isPart
      guard !parts.isEmpty || !isRead && isChildOrRoot(member) else { continue }
      if document == nil, isChildOrRoot(member) { note(member, name, isOutside: true) }
      readParts(parts, of: member.value, name, isRead: isRead)
    }
  }

  // MARK: Groups and tokens

  private mutating func readGroup(_ node: SourceTree.Node, _ path: String) {
    for member in tree.members(of: node) {
      if isChildOrRoot(member) {
        readChild(member, TokenPath.joined(path, tree.key(of: member)))
      } else if tree.key(of: member, is: "$extends") {
        note(member.value, of: path, isInheritance: true)
      } else if tree.key(of: member, is: "$ref") {
        notePointer(member.value, of: path, isInheritance: true)
      }
    }
  }

  /// Whether a member of a group is a token, the `$root` of the group included, or a group.
  private func isChildOrRoot(_ member: SourceTree.Member) -> Bool {
    tree.isChild(member) || tree.key(of: member, is: "$root") && tree.kind(of: member.value) == .object
  }

  private mutating func readChild(_ member: SourceTree.Member, _ path: String) {
    note(member, path, isOutside: false)
    if let value = value(of: member) {
      readValue(value, of: path)
    } else {
      readGroup(member.value, path)
    }
  }

  private func value(of member: SourceTree.Member) -> SourceTree.Node? {
    tree.members(of: member.value).first { tree.key(of: $0, is: "$value") }?.value
  }

  private mutating func note(_ member: SourceTree.Member, _ path: String, isOutside: Bool) {
    let alias = tree.members(of: member.value).first { tree.key(of: $0, is: "$ref") }?.value
    let content = value(of: member) ?? alias
    names.entries.append(
      .init(
        name: path, space: .constants, keyRange: tree.keyRange(of: member), range: tree.range(of: member.value),
        valueRange: tree.range(of: content ?? member.value), isGroup: content == nil, isOutside: isOutside))
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
    append(reference, node, of: path, isInheritance: isInheritance)
  }

  private mutating func notePointer(_ node: SourceTree.Node, of path: String, isInheritance: Bool) {
    guard let reference = TokenReference(pointer: node, in: tree) else { return }
    append(reference, node, of: path, isInheritance: isInheritance)
  }

  private mutating func append(
    _ reference: TokenReference, _ node: SourceTree.Node, of path: String, isInheritance: Bool = false,
    in file: String? = nil
  ) {
    names.references.append(
      .init(
        name: reference.id, space: .constants, range: tree.range(of: node), isInheritance: isInheritance,
        file: file, source: path, sourceSpace: .constants))
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
    document?.read.insert(node)
    guard let member = tree.members(of: node).first(where: { tree.key(of: $0, is: "$ref") }) else {
      return readGroup(node, "")
    }
    // Tokens beside the reference replace those that it leads to.
    for other in tree.members(of: node) where isChildOrRoot(other) { readChild(other, tree.key(of: other)) }
    guard let text = tree.string(of: member.value), text.utf8.first != UInt8(ascii: "#"), let document else { return }
    let name = String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "#") }))
    names.links.append(.init(kind: .include, target: name, range: tree.range(of: member.value)))
    let fragment = String(Substring(text.utf8.dropFirst(name.utf8.count)))
    guard let reference = TokenReference(pointer: fragment),
      let file = ResolverSourceReader.path(of: name, from: document.path)
    else { return }
    append(reference, member.value, of: "", in: file)
  }
}
