// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
package import ThemeModel
package import ThemeSyntax

/// The members of a token in a file beside its value. Snapshots leave them out.
extension Tokens {
  private static let metadataKeys = ["$description", "$deprecated", "$extensions"]

  package var hasMetadata: Bool { true }

  package func metadata(at range: ByteRange, in tree: SourceTree) -> JSONObject? {
    guard var token = tree.root else { return nil }
    while let part = part(of: token, around: range, in: tree) { token = part }
    guard tree.kind(of: token) == .object else { return nil }
    let members = tree.effectiveMembers(of: token, reporting: { _ in })
      .filter { Self.metadataKeys.containsBytewise(tree.key(of: $0)) }
      .map { (key: tree.key(of: $0), value: tree.json(of: $0.value)) }
    return members.isEmpty ? nil : JSONObject(members)
  }

  /// The innermost token, group or part of a resolver document around a place.
  private func part(of node: SourceTree.Node, around range: ByteRange, in tree: SourceTree) -> SourceTree.Node? {
    func isAround(_ part: SourceTree.Node) -> Bool {
      let own = tree.range(of: part)
      return own.start <= range.start && range.end <= own.end
    }
    switch tree.kind(of: node) {
    case .object:
      return tree.members(of: node).first { member in
        let key = tree.key(of: member)
        return (key.utf8.first != UInt8(ascii: "$") || key == "$root") && isAround(member.value)
      }?.value
    case .array: return tree.elements(of: node).first(where: isAround)
    case .string, .number, .bool, .null, .invalid: return nil
    }
  }
}
