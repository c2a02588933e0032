// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// An include file: the include files that are loaded before it, and its theme files in order.
enum IncludeFile {
  /// The prefix of strings that are comments.
  static let commentPrefix = "comment:"

  /// Whether a text begins like a comment, but for the colon or the letter case.
  static func isMisspeltComment(_ text: String) -> Bool {
    let (start, prefix) = (text.lowercased(), commentPrefix.dropLast())
    return start.hasPrefix(prefix) && [" ", ":"].contains(start.dropFirst(prefix.count).first)
  }

  /// The list of include files.
  static let includeKey = "include"
  /// The list of theme files.
  static let themesKey = "themes"
  private static let keys = [includeKey, themesKey]

  /// Whether a tree has one of the two lists.
  static func hasList(_ tree: SourceTree) -> Bool {
    guard let root = tree.root else { return false }
    return tree.members(of: root).contains { member in
      tree.kind(of: member.value) == .array && keys.contains { $0 == tree.key(of: member) }
    }
  }

  static func declarations(of tree: SourceTree) -> Declarations {
    var builder = DeclarationBuilder()
    guard let root = tree.root, tree.kind(of: root) == .object else {
      if let root = tree.root {
        builder.report(
          Finding(
            .shape, "an include file must be an object", range: tree.range(of: root),
            help: "write { \"include\": [ ... ], \"themes\": [ ... ] }"))
        builder.noteMisshapen()
      }
      return builder.declarations
    }
    let members = tree.effectiveMembers(of: root, reporting: { builder.report($0) })
    let missing = keys.filter { key in !members.contains { tree.key(of: $0) == key } }
    for member in members {
      switch tree.key(of: member) {
      case includeKey: links(.include, member.value, tree, &builder)
      case themesKey: links(.theme, member.value, tree, &builder)
      case let key:
        var finding = Finding(
          .unknownKey, "unknown key `\(key)` in an include file", range: tree.keyRange(of: member))
        let meant = nearest(to: key, among: keys)
        finding.help = meant.map { "did you mean `\($0.name)`?" } ?? "the keys are `include` and `themes`"
        // The files of a list with a misspelt key are unknown.
        finding.hidesDeclarations = tree.kind(of: member.value) == .array
        builder.report(finding)
        // Without the list that is meant, the file keeps the one that it had.
        if finding.hidesDeclarations, let meant, missing.contains(meant.name) { builder.noteMisshapen() }
      }
    }
    return builder.declarations
  }

  private static func links(
    _ kind: Declarations.Link.Kind, _ list: SourceTree.Node, _ tree: SourceTree, _ builder: inout DeclarationBuilder
  ) {
    guard tree.kind(of: list) == .array else {
      builder.report(
        Finding(.shape, "expected a list of file names", range: tree.range(of: list), help: "write [ \"...\" ]"))
      builder.link(.init(kind: kind, target: nil, range: tree.range(of: list)))
      return
    }
    for element in tree.elements(of: list) {
      guard let target = tree.string(of: element) else {
        builder.report(
          Finding(.shape, "expected a file name", range: tree.range(of: element), help: "write it as a string"))
        builder.link(.init(kind: kind, target: nil, range: tree.range(of: element)))
        continue
      }
      if target.isEmpty {
        builder.report(
          Finding(
            .shape, "the path of this file is empty", range: tree.range(of: element),
            help: "write the path of a file, or remove this line"))
        builder.link(.init(kind: kind, target: nil, range: tree.range(of: element)))
        continue
      }
      if target.hasPrefix(commentPrefix) { continue }
      builder.link(.init(kind: kind, target: target, range: tree.range(of: element)))
    }
  }
}
