// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// A source of design tokens: a file, or a part of one.
///
/// A token is an id in `constants`, called by its path. The members of groups become their types, and parts of the outline.
/// `TokenValues` reads the values.
struct TokenFile {
  /// That of the reader, without a copy at each use.
  let tree: SourceTree
  private var values: TokenValues
  private var outline = TokenOutline()
  /// The unknown types that were reported.
  private var reportedTypes = BytewiseSet()
  /// Whether the file is one of tokens by its content, as in `Tokens.claims`. A `$ref` alone may be that of a JSON schema.
  lazy var hasTokens = tree.isDesignTokens || tree.hasTokensOfEarlierTools

  static let tokenKeys = ["$value", "$type", "$description", "$extensions", "$deprecated", "$ref"]
  /// The keys that make an object a token.
  private static let valueKeys = ["$value", "$ref"]
  static let groupKeys = ["$type", "$description", "$extends", "$deprecated", "$extensions", "$root"]

  /// The declarations of a tree of tokens.
  ///
  /// - Parameters:
  ///   - root: the object that has the tokens.
  ///   - leftOut: keys of members of that object to ignore.
  static func declarations(of tree: SourceTree, at root: SourceTree.Node?, leavingOut leftOut: [String] = [])
    -> Declarations
  {
    var file = TokenFile(reader: DeclarationReader(tree, reserving: 64))
    if let root { file.readRoot(root, leavingOut: leftOut) } else { file.reader.builder.noteMissing() }
    file.reader.builder.setOutline(file.outline)
    return file.reader.builder.declarations
  }

  /// The declarations of values that are set at run time, by the paths of their tokens.
  static func declarations(of tree: SourceTree, ofSetTokens root: SourceTree.Node) -> Declarations {
    var file = TokenFile(reader: DeclarationReader(tree))
    for member in file.reader.members(of: root) {
      let path = tree.key(of: member)
      let members = tree.kind(of: member.value) == .object ? file.reader.members(of: member.value) : []
      if let value = members.first(where: { tree.key(of: $0, is: "$value") }) {
        file.readToken(members, value, path, member)
      } else {
        file.values.declare(path, .group, member.value, member)
      }
    }
    return file.reader.builder.declarations
  }

  /// The declaration of one token, whose key is its path, or of a reference as its value. Nil if it may concern the rest of the
  /// file: for a group, for a finding, and for an unknown type, which is reported once a file.
  static func declarations(ofTokenAlone tree: SourceTree) -> Declarations? {
    guard let root = tree.root, let member = tree.members(of: root).first(where: { _ in true }) else { return nil }
    var file = TokenFile(reader: DeclarationReader(tree))
    let path = tree.key(of: member)
    if tree.kind(of: member.value) == .string {
      file.values.declare(path, .group, member.value, member)
      let declarations = file.reader.builder.declarations
      return declarations.nodes.first?.operation == .reference ? declarations : nil
    }
    guard tree.kind(of: member.value) == .object else { return nil }
    let members = file.reader.members(of: member.value)
    guard let value = members.first(where: { tree.key(of: $0, is: "$value") }),
      !members.contains(where: { tree.key(of: $0, is: "$ref") })
    else { return nil }
    file.readToken(members, value, path, member)
    let declarations = file.reader.builder.declarations
    return declarations.findings.isEmpty && declarations.nodes.first?.operation == .typed ? declarations : nil
  }

  private init(reader: DeclarationReader) {
    tree = reader.tree
    values = TokenValues(reader: reader)
  }

  var reader: DeclarationReader {
    get { values.reader }
    _modify { yield &values.reader }
  }

  private mutating func readRoot(_ root: SourceTree.Node, leavingOut leftOut: [String]) {
    guard tree.kind(of: root) == .object else {
      reader.builder.noteMisshapen()
      return reader.report(
        .shape, "a file of design tokens is an object, and this is \(reader.words(root))", root,
        help: "write { \"GROUP\": { \"TOKEN\": { \"$type\": \"number\", \"$value\": 1 } } }")
    }
    let members = reader.members(of: root).filter { !leftOut.containsBytewise(tree.key(of: $0)) }
    if let value = members.first(where: { tree.key(of: $0, is: "$value") }) {
      reader.report(
        .shape, "the root of a file is a group, and a token needs a name", value.key,
        help: "write { \"NAME\": { \"$value\": … } }")
    }
    readGroup(members.filter { !tree.key(of: $0, is: "$value") }, "", isRoot: true)
  }

  // MARK: Groups

  private mutating func readGroup(
    _ members: [SourceTree.Member], _ path: String, isRoot: Bool = false, reference: TokenOutline.Inherited? = nil
  ) {
    var type: String?
    var inherited = reference
    var children: [SourceTree.Member] = []
    // Without them it may be a token whose value has a misspelt key.
    let hasChildren = members.contains { tree.isChild($0) }
    var needsType: Bool?
    for member in members {
      let key = tree.key(of: member)
      guard key.utf8.first == UInt8(ascii: "$") else {
        children.append(member)
        continue
      }
      switch key {
      case "$type": type = readType(member, path)
      case "$extends": inherited = readExtends(member, path)
      case "$root": children.append(member)
      case "$description", "$deprecated", "$extensions": checkMetadata(member, key, path)
      case "$schema" where isRoot: break
      case "$ref" where reference != nil: break
      default:
        let keys = isRoot ? Self.groupKeys : hasChildren ? Self.groupKeys + ["$ref"] : Self.valueKeys + Self.groupKeys
        needsType = needsType ?? tree.needsType(members)
        refuseKey(member, keys, path, needsType: needsType ?? false)
      }
    }
    declareTypes(of: path, type, members.first?.key)
    outline.groups.append(.init(path: path, hasType: type != nil, inherited: inherited))
    for child in children { readChild(child, among: members, of: path) }
  }

  /// Declares the type of the tokens in a group: its own, else that of the group around it.
  private mutating func declareTypes(of path: String, _ type: String?, _ node: SourceTree.Node?) {
    let range = node.map { tree.range(of: $0) } ?? ByteRange(0, 0)
    if let type {
      reader.builder.entry(path, in: .ownTypes)
      reader.builder.leaf(.literal, operand: reader.builder.literal(.string(type)), flags: .replaces, range: range)
    }
    reader.builder.declareTypes(of: path, range)
  }

  private mutating func readChild(
    _ member: SourceTree.Member, among siblings: [SourceTree.Member], of group: String
  ) {
    let key = tree.key(of: member)
    let path = TokenPath.joined(group, key)
    guard tree.kind(of: member.value) == .object else { return refuseChild(member, siblings, of: group) }
    guard key == "$root" || isName(key, member, path) else { return }
    let members = reader.members(of: member.value)
    let value = members.first { tree.key(of: $0, is: "$value") }
    let reference = members.first { tree.key(of: $0, is: "$ref") }
    switch (value, reference) {
    case (let value?, nil): readToken(members, value, path, member)
    case (let value?, let reference?):
      noteMisshapen(path, reference.key)
      reader.report(
        .shape, "a token has a `$value` or a `$ref`, and this one has both", reference.key, id: path,
        related: [("the other one", value.key)], help: "remove one of them")
    case (nil, let reference?): readReference(members, reference, path, member)
    case (nil, nil):
      if key == "$root" {
        noteMisshapen(path, member.value)
        return reader.report(
          .shape, "`$root` is a token, and this one has no `$value`", member.value, id: path,
          help: "write { \"$value\": … }")
      }
      if let slip = misspeltContent(among: members) { return refuseContent(slip.member, slip.meant, members, path) }
      readGroup(members, path)
    }
  }

  /// Records that a token or group is not declared because of a node, which is reported.
  mutating func noteMisshapen(_ path: String, _ node: SourceTree.Node) {
    outline.misshapen.append(.init(path: path, range: tree.range(of: node)))
  }

  /// Whether a name is valid for a token or group. Otherwise it is reported.
  private mutating func isName(_ key: String, _ member: SourceTree.Member, _ path: String) -> Bool {
    let problem: String? =
      if key.isEmpty {
        "a name is not empty"
      } else if tree.textBytes(of: member.key).contains(where: {
        $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: ".")
      }) {
        "a name has no `{`, `}` or `.`"
      } else {
        nil
      }
    guard let problem else { return true }
    reader.report(
      .badName, "`\(key)` cannot be the name of a token or group: \(problem)", member.key, id: path,
      help: "rename it; groups within groups make names of several parts")
    return false
  }

  // MARK: Tokens

  private mutating func readToken(
    _ members: [SourceTree.Member], _ value: SourceTree.Member, _ path: String, _ token: SourceTree.Member
  ) {
    var type: TokenTypeSource = .group
    var needsType: Bool?
    for member in members {
      let key = tree.key(of: member)
      switch key {
      case "$value": break
      case "$type": type = readType(member, path).map { .own($0, member.value) } ?? .invalid
      case "$description", "$deprecated", "$extensions": checkMetadata(member, key, path)
      default:
        if key.utf8.first == UInt8(ascii: "$"), key != "$root" {
          needsType = needsType ?? tree.needsType(members)
          refuseKey(member, Self.tokenKeys, path, needsType: needsType ?? false)
        } else if tree.kind(of: member.value) == .object {
          reader.report(
            .shape, "a token has no tokens or groups within it", member.key, id: path,
            related: [("it is a token by this", value.key)], help: "move it out, or name the token `$root`")
        } else {
          reader.report(
            .unknownKey, "a token has no member `\(key)`", member.key, id: path,
            help: Suggestion.didYouMean("$" + key, among: Self.tokenKeys) ?? "remove it")
        }
      }
    }
    outline.tokens.append(path)
    values.declare(path, type, value.value, token)
  }

  /// An object with a `$ref` in place of a `$value`: an alias of a token, or a group with the tokens of another group.
  private mutating func readReference(
    _ members: [SourceTree.Member], _ reference: SourceTree.Member, _ path: String, _ token: SourceTree.Member
  ) {
    guard let target = TokenReference(pointer: reference.value, in: tree), target.keys.isEmpty else {
      if TokenReference(pointer: reference.value, in: tree) != nil {
        outline.tokens.append(path)
        return values.declare(path, readOwnType(members, path), token.value, token)
      }
      noteMisshapen(path, reference.value)
      return values.refusePointer(reference.value, path)
    }
    let type = readOwnType(members, path)
    let range = tree.range(of: reference.value)
    outline.tokens.append(path)
    values.declare(path, type, token.value, token)
    let children = members.filter { !tree.key(of: $0, is: "$ref") && !tree.key(of: $0, is: "$type") }
    readGroup(
      children, path,
      reference: .init(target: target.id, range: range, isReference: true))
  }

  private mutating func readOwnType(_ members: [SourceTree.Member], _ path: String) -> TokenTypeSource {
    guard let member = members.first(where: { tree.key(of: $0, is: "$type") }) else { return .group }
    return readType(member, path).map { .own($0, member.value) } ?? .invalid
  }

  // MARK: Metadata

  /// The type; nil for an invalid one, which is reported.
  private mutating func readType(_ member: SourceTree.Member, _ path: String) -> String? {
    guard let type = tree.string(of: member.value) else {
      reader.report(
        .shape, "`$type` is the name of a type, and this is \(reader.words(member.value))", member.value, id: path,
        help: "write one of: \(Self.typeNames.joined(separator: ", "))")
      return nil
    }
    if TokenType(rawValue: type) == nil, reportedTypes.insert(type) {
      let meant = Suggestion.didYouMean(type, among: Self.typeNames)
      reader.report(
        .unknownType, "\(quotedText(type)) is not a type of the format, so values of it are not checked", member.value,
        severity: .warning, id: path, help: meant ?? "the types are: \(Self.typeNames.joined(separator: ", "))")
    }
    return type
  }

  private static let typeNames = TokenType.allCases.map(\.rawValue)

  private mutating func readExtends(_ member: SourceTree.Member, _ path: String) -> TokenOutline.Inherited {
    let help = "write `{group}` or `#/group`"
    let range = tree.range(of: member.value)
    let faulty = TokenOutline.Inherited(target: "", range: range, isReference: false, isFaulty: true)
    guard let text = tree.string(of: member.value) else {
      reader.report(.badInherits, "`$extends` names a group", member.value, id: path, help: help)
      return faulty
    }
    let target = TokenReference(curly: text) ?? TokenReference(pointer: text)
    guard let target, target.keys.isEmpty, !target.isWithinValue else {
      reader.report(.badInherits, "\(quotedText(text)) does not name a group", member.value, id: path, help: help)
      return faulty
    }
    return .init(target: target.id, range: range, isReference: false)
  }

  private mutating func checkMetadata(_ member: SourceTree.Member, _ key: String, _ path: String) {
    let kind = tree.kind(of: member.value)
    let expected: String? =
      switch key {
      case "$description": kind == .string ? nil : "a text"
      case "$deprecated": kind == .string || kind == .bool ? nil : "true, false or a text"
      default: kind == .object ? nil : "an object"
      }
    guard let expected else { return }
    reader.report(
      .shape, "`\(key)` is \(expected), and this is \(reader.words(member.value))", member.value, severity: .warning,
      id: path, help: "write \(expected), or remove it")
  }
}

extension DeclarationBuilder {
  /// Declares that the tokens in a group have its own type, else that of the group around it.
  mutating func declareTypes(of path: String, _ range: ByteRange) {
    entry(path, in: .types)
    begin(.first, flags: .replaces, range: range)
    leaf(.reference, operand: id(path, in: .ownTypes), range: range)
    if !path.isEmpty { leaf(.reference, operand: id(TokenPath.parent(of: path), in: .types), range: range) }
    end()
  }
}

/// The place of a token's type.
enum TokenTypeSource {
  case own(String, SourceTree.Node)
  /// At a group around the token.
  case group
  /// An invalid type.
  case invalid
}

/// Paths of tokens: names joined by `.`.
enum TokenPath {
  static func joined(_ group: String, _ name: String) -> String {
    if group.isEmpty { return name }
    // Each token and group has a path: appending texts costs several times as much, and an interpolation more.
    var (group, name) = (group, name)
    return group.withUTF8 { group in
      name.withUTF8 { name in
        String(unsafeUninitializedCapacity: group.count + 1 + name.count) { path in
          var place = path.initialize(fromContentsOf: group)
          path.initializeElement(at: place, to: UInt8(ascii: "."))
          place = path[(place + 1)...].initialize(fromContentsOf: name)
          return place
        }
      }
    }
  }

  /// The path of the group around a token or group; empty for the root group.
  static func parent(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(Substring(path.utf8[..<$0])) } ?? ""
  }

  static func name(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(Substring(path.utf8[$0...].dropFirst())) } ?? path
  }

  /// The names of a path, from the root down; none for the root group.
  static func names(of path: String) -> [String] {
    if path.isEmpty { return [] }
    return path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }
}
