// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// Keys that the format does not have.
extension TokenFile {
  /// Reports a key with `$` that the format does not have.
  ///
  /// - Parameter needsType: whether a token depends on a `$type` that is missing here.
  mutating func refuseKey(_ member: SourceTree.Member, _ keys: [String], _ path: String, needsType: Bool) {
    let key = tree.key(of: member)
    if tree.hasToken(member.value) {
      return reader.report(
        .badName, "`\(key)` cannot be the name of a token or group: a name does not begin with `$`", member.key,
        id: TokenPath.joined(path, key), help: "rename it")
    }
    let meant = nearest(to: key, among: keys)?.name
    var finding = reader.finding(
      .unknownKey, "the format has no member `\(key)` here", member.key, id: path.isEmpty ? nil : path,
      help: meant.map { "did you mean `\($0)`?" } ?? "remove it; the members are: \(keys.joined(separator: ", "))")
    let inherits = !keys.elementsEqual(Self.tokenKeys) && meant.map { refersToOther($0, member.value) } ?? false
    if let meant, inherits || needsType && meant == "$type" {
      finding.severity = .error
      finding.hidesDeclarations = true
      finding.fix = KeyEdits(tree).respelling(member, meant).map { KeyEdits.fix([$0], meant) }
    }
    if inherits { noteMisshapen(path, member.key) }
    reader.builder.report(finding)
  }

  /// Whether a key and its value give a group or token the tokens or the value of another one, which are lost without the key.
  private func refersToOther(_ key: String, _ value: SourceTree.Node) -> Bool {
    guard key == "$extends" || key == "$ref", let first = tree.string(of: value)?.utf8.first else { return false }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "#")
  }

  /// Reports a member of a group that is neither a token nor a group.
  mutating func refuseChild(_ member: SourceTree.Member, _ siblings: [SourceTree.Member], of group: String) {
    let key = tree.key(of: member)
    let path = TokenPath.joined(group, key)
    noteMisshapen(path, member.value)
    let meant = "$" + key
    let inherits = refersToOther(meant, member.value)
    if inherits { noteMisshapen(group, member.value) }
    var finding = reader.finding(
      .shape, "a group has tokens and groups, and this is \(reader.words(member.value))", member.value, id: path,
      help: hasTokens
        ? "write { \"$value\": … } for a token, or remove it"
        : "write { \"$value\": … } for a token, or name a file without tokens as `exclude` in livery.json")
    if inherits || Self.groupKeys.containsBytewise(meant),
      let edit = KeyEdits(tree).addingSign(to: member, among: siblings)
    {
      finding.help = "did you mean `\(meant)`?"
      finding.hidesDeclarations = inherits || meant == "$type" && tree.needsType(siblings)
      finding.fix = KeyEdits.fix([edit], meant)
      // The file may be that of another program.
      if !hasTokens { finding.fix?.safe = false }
    }
    reader.builder.report(finding)
  }

  /// Reports the `$value` or `$ref` of a token with a misspelt key, without which the token is lost.
  mutating func refuseContent(
    _ member: SourceTree.Member, _ meant: String, _ members: [SourceTree.Member], _ path: String
  ) {
    let key = tree.key(of: member)
    // Without `$` it is the name of a token or group, and its value is neither.
    let isName = key.utf8.first != UInt8(ascii: "$")
    let node = isName ? member.value : member.key
    noteMisshapen(path, node)
    let what = meant == "$ref" ? "the reference of a token" : "the value of a token"
    var finding = reader.finding(
      isName ? .shape : .unknownKey, "\(what) is its `\(meant)`, and not `\(key)`", node, severity: .error, id: path,
      help: "did you mean `\(meant)`?")
    finding.hidesDeclarations = true
    if let edit = KeyEdits(tree).respelling(member, meant) {
      let others = members.compactMap { $0.key == member.key ? nil : KeyEdits(tree).addingSign(to: $0, among: members) }
      finding.fix = KeyEdits.fix([edit] + others, meant)
    }
    reader.builder.report(finding)
  }

  /// The member that is meant as the `$value` or `$ref` of an object without one: its key is one slip away, or the abbreviation `$val`,
  /// and its value cannot be a group. Nil beside a group or a token.
  func misspeltContent(among members: [SourceTree.Member]) -> (member: SourceTree.Member, meant: String)? {
    for member in members {
      let key = tree.key(of: member)
      let meant = key == "$val" ? "$value" : Self.contentKeys.misspelt(key, KeyEnds(key))
      guard let meant else { continue }
      guard tree.isMisshapenGroup(member.value), meant == "$value" || refersToOther(meant, member.value) else {
        return nil
      }
      return members.contains { $0.key != member.key && tree.isChild($0) } ? nil : (member, meant)
    }
    return nil
  }

  private static let contentKeys = KnownWords(["$value", "$ref"])
}
