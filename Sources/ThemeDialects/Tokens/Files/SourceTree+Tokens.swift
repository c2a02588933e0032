// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeSyntax

/// The forms of tokens and groups.
extension SourceTree {
  /// Whether a token without a type depends on that of the token or group with these members, which has none.
  func needsType(_ members: [Member]) -> Bool {
    if members.contains(where: { key(of: $0, is: "$type") }) { return false }
    return members.contains { member in
      key(of: member, is: "$value") || isChild(member) && needsType(Array(self.members(of: member.value)))
    }
  }

  /// Whether a node cannot be a group: it is not an object, or it has a member that is neither a token nor a group.
  func isMisshapenGroup(_ node: Node) -> Bool {
    guard kind(of: node) == .object else { return true }
    return members(of: node).contains { isNamed($0) && !isChild($0) }
  }

  /// Whether a value has a token at any depth.
  func hasToken(_ node: Node) -> Bool {
    guard kind(of: node) == .object else { return false }
    return members(of: node).contains { member in
      key(of: member, is: "$value") || key(of: member, is: "$ref") || hasToken(member.value)
    }
  }

  /// Whether a member of a group is a token or a group.
  func isChild(_ member: Member) -> Bool { isNamed(member) && kind(of: member.value) == .object }

  /// Whether a key is the name of a token or group, and not a key of the format.
  private func isNamed(_ member: Member) -> Bool { key(of: member).utf8.first != UInt8(ascii: "$") }
}
