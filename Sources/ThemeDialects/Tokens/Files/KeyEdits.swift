// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// Edits that correct keys of design tokens, for fixes.
struct KeyEdits {
  private let tree: SourceTree

  init(_ tree: SourceTree) { self.tree = tree }

  /// A fix for a key, and for others beside it.
  static func fix(_ edits: [Finding.Edit], _ meant: String) -> Finding.Fix {
    Finding.Fix(title: "Replace with `\(meant)`", safe: true, edits: edits)
  }

  /// Writes `$` before a key of tokens that lacks it, as formats before 2025 have them. Nil beside the key with `$`.
  func addingSign(to member: SourceTree.Member, among members: [SourceTree.Member]) -> Finding.Edit? {
    let meant = "$" + tree.key(of: member)
    guard TokenFile.tokenKeys.containsBytewise(meant),
      !members.contains(where: { Bytewise(tree.key(of: $0)) == Bytewise(meant) })
    else { return nil }
    return respelling(member, meant)
  }

  /// Replaces a key within its quotation marks, if it has any. Nil for a key with escapes, and for one of a property list, whose range
  /// has its tags.
  func respelling(_ member: SourceTree.Member, _ meant: String) -> Finding.Edit? {
    guard let text = tree.plainText(of: member.key) else { return nil }
    let range = tree.keyRange(of: member)
    let marks = Int(range.end - range.start) - text.count
    guard marks == 0 || marks == 2 else { return nil }
    return Finding.Edit(range: ByteRange(Int(range.start) + marks / 2, Int(range.end) - marks / 2), text: meant)
  }
}
