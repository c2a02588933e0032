// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeSyntax

/// What a file's bytes say: a pure function of them, of the path, the dialect and the limits, so that any thread may make it.
struct ParsedFile: Sendable {
  var tree: SourceTree
  /// What the syntax has wrong.
  var findings: [Finding]
  /// Of the tree, also when recovery made it.
  var declarations: Declarations

  init(_ bytes: [UInt8], path: String, dialect: any Dialect, limits: SyntaxLimits) {
    (tree, findings) = parseThemeFile(bytes, path: path, limits: limits)
    declarations = dialect.declarations(of: tree, path: path)
  }

  /// Whether there is an object at the root with one member as it is written.
  var hasOneMember: Bool {
    guard let root = tree.root else { return false }
    var members = tree.members(of: root)
    return members.next() != nil && members.next() == nil
  }

  /// Whether the file cannot be read, so that its last good state goes on being served.
  var isHeld: Bool { findings.contains(where: \.code.holdsBack) }
}
