// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// Keys that the format does not have.
extension TokenFile {
  /// Reports a key with `$` that the format does not have.
  mutating func refuseKey(_ member: SourceTree.Member, _ keys: [String], _ path: String) {
    let key = tree.key(of: member)
    if hasToken(member.value) {
      return reader.report(
        .badName, "`\(key)` cannot be the name of a token or group: a name does not begin with `$`", member.key,
        id: TokenPath.joined(path, key), help: "rename it")
    }
    reader.report(
      .unknownKey, "the format has no member `\(key)` here", member.key, id: path.isEmpty ? nil : path,
      help: Suggestion.didYouMean(key, among: keys) ?? "remove it; the members are: \(keys.joined(separator: ", "))")
  }

  /// Whether a value has a token at any depth.
  private func hasToken(_ node: SourceTree.Node) -> Bool {
    guard tree.kind(of: node) == .object else { return false }
    return tree.members(of: node).contains { member in
      tree.key(of: member, is: "$value") || tree.key(of: member, is: "$ref") || hasToken(member.value)
    }
  }

  /// Reports the value of a token with a misspelt key, without which the token is lost.
  mutating func refuseValue(_ member: SourceTree.Member, _ members: [SourceTree.Member], _ path: String) {
    let key = tree.key(of: member)
    // Without `$` it is the name of a token or group, and its value is neither.
    let isName = key.utf8.first != UInt8(ascii: "$")
    let node = isName ? member.value : member.key
    noteMisshapen(path, node)
    var finding = reader.finding(
      isName ? .shape : .unknownKey, "the value of a token is its `$value`, and not `\(key)`", node, severity: .error,
      id: path, help: "did you mean `$value`?")
    finding.hidesDeclarations = true
    if let edit = respelling(member, "$value") {
      let others = members.compactMap { $0.key == member.key ? nil : addingSign(to: $0, among: members) }
      finding.fix = Finding.Fix(title: "Replace with `$value`", safe: true, edits: [edit] + others)
    }
    reader.builder.report(finding)
  }

  /// Writes `$` before a key of tokens that lacks it, as formats before 2025 have them. Nil beside the key with `$`.
  private func addingSign(to member: SourceTree.Member, among members: [SourceTree.Member]) -> Finding.Edit? {
    let meant = "$" + tree.key(of: member)
    let hasBoth = members.contains { Bytewise(tree.key(of: $0)) == Bytewise(meant) }
    return Self.tokenKeys.contains(meant) && !hasBoth ? respelling(member, meant) : nil
  }

  /// Replaces a key within its quotation marks, if it has any. Nil for a key with escapes, and for one of a property list, whose range
  /// has its tags.
  private func respelling(_ member: SourceTree.Member, _ meant: String) -> Finding.Edit? {
    guard let text = tree.plainText(of: member.key) else { return nil }
    let range = tree.keyRange(of: member)
    let marks = Int(range.end - range.start) - text.count
    guard marks == 0 || marks == 2 else { return nil }
    return Finding.Edit(range: ByteRange(Int(range.start) + marks / 2, Int(range.end) - marks / 2), text: meant)
  }

  /// The member that is meant as the `$value` of an object without one: its key is one slip away, and its value cannot be a group.
  /// Nil beside a group or a token.
  func misspeltValue(among members: [SourceTree.Member]) -> SourceTree.Member? {
    let slip = members.first { member in
      let key = tree.key(of: member)
      return Self.valueKey.misspelt(key, KeyEnds(key)) != nil
    }
    guard let slip, isMisshapenGroup(slip.value) else { return nil }
    return members.contains { $0.key != slip.key && isChild($0) } ? nil : slip
  }

  private static let valueKey = KnownWords(["$value"])

  /// Whether a node cannot be a group: it is not an object, or it has a member that is neither a token nor a group.
  private func isMisshapenGroup(_ node: SourceTree.Node) -> Bool {
    guard tree.kind(of: node) == .object else { return true }
    return tree.members(of: node).contains { isNamed($0) && !isChild($0) }
  }

  /// Whether a member of a group is a token or a group.
  func isChild(_ member: SourceTree.Member) -> Bool { isNamed(member) && tree.kind(of: member.value) == .object }

  /// Whether a key is the name of a token or group, and not a key of the format.
  private func isNamed(_ member: SourceTree.Member) -> Bool { tree.key(of: member).utf8.first != UInt8(ascii: "$") }
}
