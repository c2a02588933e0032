// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeSyntax

/// The syntax of a file, apart from any dialect: a pure function of bytes, path and limits, so that any thread may make it.
struct FileSyntax: Sendable {
  let tree: SourceTree
  let findings: [Finding]

  init(_ bytes: [UInt8], path: String, limits: SyntaxLimits) {
    (tree, findings) = parseThemeFile(bytes, path: path, limits: limits)
  }

  /// Whether the file cannot be read, so that its last good state is served.
  var isHeld: Bool { findings.contains(where: \.code.holdsBack) }

  /// Whether the root is an object with exactly one member.
  var hasOneMember: Bool {
    guard let root = tree.root else { return false }
    var members = tree.members(of: root)
    return members.next() != nil && members.next() == nil
  }
}

/// A parsed file, which any thread may make.
struct ParsedFile: Sendable {
  let syntax: FileSyntax
  /// The declarations of the tree, even if recovery made it.
  let declarations: Declarations

  init(_ syntax: FileSyntax, path: String, dialect: any Dialect) {
    self.syntax = syntax
    declarations = dialect.declarations(of: syntax.tree, path: path)
  }

  /// A part of a file.
  init(_ part: FilePart, of syntax: FileSyntax, path: String, dialect: any Dialect) {
    self.syntax = syntax
    declarations = dialect.declarations(of: syntax.tree, path: path, part: part)
  }

  /// The value of one id, read without the rest of its file. Nil if the whole file has to be read.
  init?(valueAlone syntax: FileSyntax, path: String, dialect: any Dialect) {
    guard let declarations = dialect.declarations(ofValueAlone: syntax.tree, path: path) else { return nil }
    self.syntax = syntax
    self.declarations = declarations
  }

  /// The findings of the syntax and of the declarations.
  var findings: [Finding] { syntax.findings + declarations.findings }
}
