// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// Declares tokens: a token is its type and its written value, which is one literal when it has no references.
struct TokenValues {
  var reader: DeclarationReader
  /// That of the reader, without a copy at each use.
  private let tree: SourceTree

  init(reader: DeclarationReader) {
    self.reader = reader
    tree = reader.tree
  }

  /// Declares a token.
  ///
  /// - Parameters:
  ///   - value: the value of `$value`, or the token itself if it has a `$ref` in place of `$value`.
  ///   - token: the member that is the token.
  mutating func declare(
    _ path: String, _ type: TokenTypeSource, _ value: SourceTree.Node, _ token: SourceTree.Member
  ) {
    reader.builder.entry(path, in: .constants)
    reader.id = .key(path)
    defer { reader.id = nil }
    if case .invalid = type { return leaf(.invalid, token.value) }
    let isLiteral = isLiteral(value)
    if !isLiteral {
      if case .group = type, let target = wholeReference(value) {
        return reader.builder.leaf(
          .reference, operand: reader.builder.id(target.id, in: .constants),
          flags: flags(ofReference: value).union(.replaces), range: tree.range(of: value))
      }
      guard isWellFormed(value) else { return leaf(.invalid, token.value) }
    }
    reader.builder.begin(.typed, flags: .replaces, range: tree.range(of: token.value))
    switch type {
    case .own(let name, let node):
      reader.builder.leaf(.literal, operand: reader.builder.literal(.string(name)), range: tree.range(of: node))
    case .group, .invalid:
      reader.builder.leaf(
        .reference, operand: reader.builder.id(TokenPath.parent(of: path), in: .types),
        range: tree.range(of: token.value))
    }
    if isLiteral { declareLiteral(value) } else { declare(value, key: nil) }
    reader.builder.end()
  }

  private mutating func leaf(_ operation: Declarations.Operation, _ node: SourceTree.Node) {
    reader.builder.leaf(operation, flags: .replaces, range: tree.range(of: node))
  }

  // MARK: References

  /// The token that a value refers to as a whole.
  private func wholeReference(_ node: SourceTree.Node) -> TokenReference? {
    guard let reference = reference(node), reference.keys.isEmpty else { return nil }
    return reference
  }

  /// The reference in a value: a text in braces, or an object with `$ref`.
  private func reference(_ node: SourceTree.Node) -> TokenReference? {
    switch tree.kind(of: node) {
    case .string: TokenReference(curly: tree.textBytes(of: node))
    case .object: pointer(of: node).flatMap { TokenReference(pointer: $0.value, in: tree) }
    case .array, .number, .bool, .null, .invalid: nil
    }
  }

  private func flags(ofReference node: SourceTree.Node) -> Declarations.Flags {
    tree.kind(of: node) == .object ? .isPointer : Declarations.Flags(rawValue: 0)
  }

  private func pointer(of object: SourceTree.Node) -> SourceTree.Member? {
    tree.members(of: object).first { tree.key(of: $0, is: "$ref") }
  }

  mutating func refusePointer(_ node: SourceTree.Node, _ path: String) {
    if let text = tree.string(of: node), isRemote(text) {
      return reader.report(
        .outsideBundle, "`\(text)` leads out of the bundle, and nothing is fetched", node, id: path,
        help: "copy the tokens into the bundle")
    }
    reader.report(
      .badPointer,
      tree.string(of: node).map { "\(quotedText($0)) is not a pointer to a token" } ?? "a pointer is a text",
      node, id: path, help: "write `#/group/token`, or `#/group/token/$value/part` for a part of its value")
  }

  /// Whether a URI reference names a host or a scheme (RFC 3986).
  private func isRemote(_ text: String) -> Bool {
    let end = text.utf8.firstIndex { ":/?#".utf8.contains($0) } ?? text.utf8.endIndex
    return text.utf8.starts(with: "//".utf8) || end != text.utf8.endIndex && text.utf8[end] == UInt8(ascii: ":")
  }

  /// Whether a value can be read: it has no syntax error, and is not an invalid pointer. All invalid pointers are reported; an
  /// invalid pointer in a part leaves only that part out.
  private mutating func isWellFormed(_ node: SourceTree.Node, isPart: Bool = false) -> Bool {
    switch tree.kind(of: node) {
    case .object:
      if let pointer = pointer(of: node) {
        if TokenReference(pointer: pointer.value, in: tree) != nil { return true }
        refusePointer(pointer.value, reader.id.map { if case .key(let key) = $0 { key } else { "" } } ?? "")
        return isPart
      }
      return tree.members(of: node).reduce(true) { isWellFormed($1.value, isPart: true) && $0 }
    case .array: return tree.elements(of: node).reduce(true) { isWellFormed($1, isPart: true) && $0 }
    case .invalid: return false
    case .string, .number, .bool, .null: return true
    }
  }

  // MARK: Values

  private typealias Key = (name: String, range: ByteRange)

  private mutating func declareLiteral(_ node: SourceTree.Node, key: Key? = nil) {
    reader.builder.leaf(
      .literal, operand: reader.builder.literal(value(of: node)), key: key?.name,
      keyRange: key?.range ?? ByteRange(0, 0), range: tree.range(of: node))
  }

  /// Declares the written value: each part without references is one literal.
  private mutating func declare(_ node: SourceTree.Node, key: Key?) {
    let range = tree.range(of: node)
    let keyRange = key?.range ?? ByteRange(0, 0)
    if isLiteral(node) { return declareLiteral(node, key: key) }
    if let reference = reference(node) {
      let id = reader.builder.id(reference.id, in: .constants)
      guard !reference.keys.isEmpty else {
        return reader.builder.leaf(
          .reference, operand: id, flags: flags(ofReference: node), key: key?.name, keyRange: keyRange, range: range)
      }
      reader.builder.begin(.part, operand: id, key: key?.name, keyRange: keyRange, range: range)
      reader.builder.leaf(
        .literal, operand: reader.builder.literal(.array(reference.keys.map { .string($0) })), range: range)
      return reader.builder.end()
    }
    if tree.kind(of: node) == .object, pointer(of: node) != nil {
      return reader.builder.leaf(.invalid, key: key?.name, keyRange: keyRange, range: range)
    }
    let isList = tree.kind(of: node) == .array
    reader.builder.begin(
      .object, flags: isList ? .isList : Declarations.Flags(rawValue: 0), key: key?.name, keyRange: keyRange,
      range: range)
    if isList {
      for (index, element) in tree.elements(of: node).enumerated() {
        declare(element, key: (String(index), ByteRange(0, 0)))
      }
    } else {
      for member in tree.effectiveMembers(of: node, reporting: { _ in }) {
        declare(member.value, key: (tree.key(of: member), tree.keyRange(of: member)))
      }
    }
    reader.builder.end()
  }

  /// Whether a value has no reference, valid or not, and no syntax error, as nearly all are.
  private func isLiteral(_ node: SourceTree.Node) -> Bool {
    switch tree.kind(of: node) {
    case .object: tree.members(of: node).allSatisfy { !tree.key(of: $0, is: "$ref") && isLiteral($0.value) }
    case .array: tree.elements(of: node).allSatisfy { isLiteral($0) }
    case .string: !TokenReference.isCurly(tree.textBytes(of: node))
    case .number, .bool, .null: true
    case .invalid: false
    }
  }

  /// The written value. Of members with one key, the last counts.
  private mutating func value(of node: SourceTree.Node) -> Value {
    switch tree.kind(of: node) {
    case .object:
      .object(reader.members(of: node).map { Value.Member(key: tree.key(of: $0), value: value(of: $0.value)) })
    case .array: .array(tree.elements(of: node).map { value(of: $0) })
    case .string: .string(tree.string(of: node) ?? "")
    case .number: tree.number(of: node).map { .number($0) } ?? .null
    case .bool: .bool(tree.bool(of: node) ?? false)
    case .null, .invalid: .null
    }
  }
}
