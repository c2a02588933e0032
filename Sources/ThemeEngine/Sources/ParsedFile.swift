// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeSyntax

/// The syntax of a file's content.
struct FileSyntax: Sendable {
  struct Source: Sendable, Equatable {
    var file: FileID
    /// Of the content.
    var version: Int
    var limits: SyntaxLimits
  }

  var source: Source
  var tree: SourceTree
  var findings: [Finding]
}

/// A parsed file: a pure function of bytes, path, dialect and limits, so that any thread may make it.
struct ParsedFile: Sendable {
  var tree: SourceTree
  /// The findings of the syntax.
  var findings: [Finding]
  /// The declarations of the tree, even if recovery made it.
  var declarations: Declarations

  init(_ bytes: [UInt8], path: String, dialect: any Dialect, limits: SyntaxLimits) {
    (tree, findings) = parseThemeFile(bytes, path: path, limits: limits)
    declarations = dialect.declarations(of: tree, path: path)
  }

  init(_ syntax: FileSyntax, path: String, dialect: any Dialect) {
    (tree, findings) = (syntax.tree, syntax.findings)
    declarations = dialect.declarations(of: tree, path: path)
  }

  /// The value of one id, read without the rest of its file. Nil if the whole file has to be read.
  init?(valueAlone bytes: [UInt8], path: String, dialect: any Dialect, limits: SyntaxLimits) {
    (tree, findings) = parseThemeFile(bytes, path: path, limits: limits)
    guard let declarations = dialect.declarations(ofValueAlone: tree, path: path) else { return nil }
    self.declarations = declarations
  }

  /// A part of a file.
  init(_ part: FilePart, of syntax: FileSyntax, path: String, dialect: any Dialect) {
    (tree, findings) = (syntax.tree, syntax.findings)
    declarations = dialect.declarations(of: tree, path: path, part: part)
  }

  /// Whether the root is an object with exactly one member.
  var hasOneMember: Bool {
    guard let root = tree.root else { return false }
    var members = tree.members(of: root)
    return members.next() != nil && members.next() == nil
  }

  /// Whether the file cannot be read, so that its last good state is served.
  var isHeld: Bool { findings.contains(where: \.code.holdsBack) }
}
