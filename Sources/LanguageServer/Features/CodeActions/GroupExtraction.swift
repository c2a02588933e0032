// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel
import ThemeSyntax

/// A literal of an id in a group as an id of its own, behind the first one in the same group: a design token.
struct GroupExtraction {
  /// With its groups.
  @Bytewise private(set) var name = ""
  private(set) var edits: [(range: ByteRange, text: String)] = []

  /// Nil where the value is not a literal, or has an error, and in dialects without groups.
  init?(_ file: BundleFile, at offset: Int) {
    let bundle = file.bundle
    guard let reference = bundle.notation?.constant, bundle.notation?.separator != nil,
      let dialect = bundle.engine.dialectType, let tree = bundle.tree(of: file.path), let index = file.index,
      !index.isBroken, let place = TreePlace(tree, offset),
      let literal = dialect.extractableLiteral(at: place.editing(in: file.path, tree))
    else { return nil }
    let range = tree.range(of: literal.node)
    let owner = index.entries.last { !$0.isGroup && $0.range.start <= range.start && range.end <= $0.range.end }
    guard let owner, owner.name.file == nil, let (group, declaration) = place.declaration(at: owner.keyRange, in: tree),
      let moved = MovedValue(literal.node, in: tree, file.text.bytes), !file.hasProblem(at: range, from: .error)
    else { return nil }
    let old = NameSearch(bundle).lastPart(of: owner.name.text)
    let prefix = String(Substring(owner.name.text.utf8.dropLast(old.utf8.count)))
    let stem = old.utf8.first == UInt8(ascii: "$") ? String(Substring(old.utf8.dropFirst())) : old
    let new = Self.freeName("\(stem)-\(literal.role)", after: prefix, index, bundle)
    name = prefix + new
    let text = NewDeclaration(
      name: new, literal.members, moved, tree, file.text.bytes, after: declaration, in: group)
    guard let text else { return nil }
    let referring = JSONValue.string(reference.before + name + reference.behind).text
    edits = [(moved.replaceable, moved.isBlock ? " \(referring)" : referring), text.edit]
  }

  private static func freeName(
    _ base: String, after prefix: String, _ index: FileIndex, _ bundle: OpenBundle
  ) -> String {
    func isTaken(_ name: String) -> Bool {
      let whole = FileIndex.Name(space: .constants, text: prefix + name)
      return bundle.engine.isDeclared(whole) || index.entries.contains { $0.name == whole }
    }
    var name = base
    var number = 2
    while isTaken(name) {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }
}

/// The text of a new declaration behind an existing one.
private struct NewDeclaration {
  private(set) var edit: (range: ByteRange, text: String)

  /// Nil where the other one does not begin a line of YAML.
  init?(
    name: String, _ members: [(key: String, text: String?)], _ value: MovedValue, _ tree: SourceTree, _ bytes: [UInt8],
    after declaration: SourceTree.Member, in group: SourceTree.Node
  ) {
    let layout = TextLayout(bytes)
    let key = Int(tree.keyRange(of: declaration).start)
    let indentation = layout.indentation(at: key)
    let end = Int(tree.range(of: declaration.value).end)
    let isInBrackets = tree.format == .yaml && bytes[Int(tree.range(of: group).start)] == UInt8(ascii: "{")
    guard tree.format == .yaml, !isInBrackets else {
      guard !value.isBlock else { return nil }
      let parts = members.map { key, text in
        "\"\(key)\":" + (text.map { " " + JSONValue.string($0).text } ?? value.behindColon(indentation: indentation))
      }
      let gap = layout.gap(before: key)
      edit = (
        ByteRange(end, end), ",\(gap)\(JSONValue.string(name).text): { \(parts.joined(separator: ", ")) }"
      )
      return
    }
    guard key == 0 || layout.isFirstOnLine(key) else { return nil }
    // The end of a block may lie behind white space, and a comment behind the block.
    let last = bytes[..<end].lastIndex { $0 > 0x20 } ?? end
    let line = bytes[last...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    let first = tree.members(of: declaration.value).first { _ in true }
    let inner = first.map { layout.indentation(at: Int(tree.keyRange(of: $0).start)) } ?? ""
    let step = inner.hasPrefix(indentation) && inner != indentation ? inner.dropFirst(indentation.count) : "  "
    let lines = members.map { key, text in
      "\(layout.lineEnd)\(indentation)\(step)\(key):"
        + (text.map { " " + YAMLText.word($0) }
          ?? value.behindColon(indentation: indentation + step, step: String(step)))
    }
    edit = (
      ByteRange(line, line), "\(layout.lineEnd)\(indentation)\(YAMLText.word(name)):\(lines.joined())"
    )
  }
}

extension TreePlace {
  /// The place for the words of a dialect; at a key, that of its value.
  func editing(in path: String, _ tree: SourceTree) -> EditingPlace {
    let key = isValue ? nil : node.flatMap { tree.string(of: $0) }
    return EditingPlace(
      path: path, tree: tree, keys: keys + [key].compactMap(\.self), containers: containers, typed: "")
  }

  /// The member around the place whose key stands at a range, and the object that has it.
  fileprivate func declaration(
    at key: ByteRange, in tree: SourceTree
  ) -> (group: SourceTree.Node, member: SourceTree.Member)? {
    for container in containers {
      if let member = tree.members(of: container).first(where: { tree.keyRange(of: $0) == key }) {
        return (container, member)
      }
    }
    return nil
  }
}
