// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
package import ThemeDialects
package import ThemeModel
import ThemeResolver
import ThemeSyntax

/// The declarations and references in one file with their places: for editors.
package struct FileIndex: Sendable {
  /// The name of an id with its space. Dialects without a difference between constants and styles have one space for both.
  package struct Name: Sendable, Hashable {
    package let space: Declarations.Space
    @Bytewise package var text: String
    /// The file in which the name leads to a value that no context reads by it; nil for the name of an id.
    @Bytewise package private(set) var file: String?

    package init(space: Declarations.Space, text: String, inFile file: String? = nil) {
      self.space = space
      _text = Bytewise(text)
      _file = Bytewise(file)
    }

    /// A name of the same kind.
    package func with(_ text: String) -> Name { Name(space: space, text: text, inFile: file) }
  }

  /// The declaration of an id.
  package struct Entry: Sendable {
    package let name: Name
    /// The key, with its quotation marks; empty where the dialect takes the id from somewhere else.
    package let keyRange: ByteRange
    package let range: ByteRange
    /// The range of the value: of a design token the content of `$value`.
    package let valueRange: ByteRange
    /// Whether its value is an object with members.
    package let isObject: Bool
    /// Whether it is a group of names, and has no value.
    package var isGroup = false
    /// Its members, of an object.
    package let members: [Member]
  }

  /// A member of a declared object, of any depth.
  package struct Member: Sendable {
    /// The keys below the id.
    @Bytewise package var keys: [String]
    package let keyRange: ByteRange
    package let range: ByteRange
  }

  /// A reference to an id.
  package struct Reference: Sendable {
    package let name: Name
    /// The range of the referring value, which contains the id.
    package let range: ByteRange
    /// Whether an object inherits from the target of the reference.
    package let isInheritance: Bool
    /// The id that refers.
    package let source: Name
  }

  /// A literal colour.
  package struct ColorLiteral: Sendable {
    package let color: ColorInSpace
    package let range: ByteRange

    package init(color: ColorInSpace, range: ByteRange) {
      self.color = color
      self.range = range
    }
  }

  /// A file that this file refers to.
  package struct Link: Sendable {
    /// As it is written.
    @Bytewise package var target: String
    package let range: ByteRange
  }

  package var entries: [Entry] = []
  package var references: [Reference] = []
  /// Texts that are no references, and would be with a constant of their name. In some dialects, `references` have them.
  package var texts: BytewiseSet = []
  package var colors: [ColorLiteral] = []
  package var links: [Link] = []
  /// Whether the file has errors for which the engine would serve its last good state.
  package var isBroken = false
}

extension ThemeEngine {
  /// The parts of files that contexts read, by file, in files of which a part is read. Reads the sources of all contexts.
  package var readParts: BytewiseDictionary<ReadParts> {
    sources.linked.dialect?.readParts(in: PlannedFiles(sources)) ?? [:]
  }

  /// The ids of the present content of a file, recovered parts included. Nil for files without places, and while the dialect is
  /// unknown. Parses the file.
  package func index(of path: String, parts: ReadParts = []) -> FileIndex? {
    source(of: path).flatMap { index(of: path, with: $0, parts: parts) }
  }

  /// The ids of a file if it had this content.
  package func index(of path: String, with bytes: [UInt8], parts: ReadParts) -> FileIndex? {
    let linked = sources.linked
    guard let dialect = linked.dialect, Bytewise(path) != Bytewise(Manifest.path) else { return nil }
    let parsed = linked.parse(bytes, path: path, linked.limits.ofSyntax)
    guard parsed.tree.hasPlaces else { return nil }
    var index = FileIndex(dialect.declarations(of: parsed.tree, path: path))
    if let names = dialect.writtenNames(in: parsed.tree, path: path, parts: parts) { index.add(names, of: path) }
    index.isBroken = parsed.findings.contains(where: \.code.holdsBack)
    return index
  }
}

extension FileIndex {
  fileprivate init(_ declarations: Declarations) {
    for entry in declarations.entries {
      let root = declarations.nodes[Int(entry.node)]
      let name = Name(declarations.ids[Int(entry.id)], declarations)
      switch name.space {
      case .baseStyles, .order, .ownTypes, .types: continue
      case .shared, .constants, .styles: break
      }
      guard root.operation != .absent else { continue }
      var members: [Member] = []
      var open: [(keys: [String], end: UInt32)] = []
      for number in entry.node..<root.end {
        let node = declarations.nodes[Int(number)]
        while let last = open.last, last.end <= number { open.removeLast() }
        var keys = open.last?.keys ?? []
        if number > entry.node, node.key != Declarations.noName {
          keys.append(declarations.names[Int(node.key)])
          if node.keyRange.end > node.keyRange.start {
            members.append(Member(keys: keys, keyRange: node.keyRange, range: node.range))
          }
        }
        if node.end > number + 1 { open.append((keys, node.end)) }
        add(node, of: name, declarations)
      }
      entries.append(
        Entry(
          name: name, keyRange: root.keyRange, range: root.range, valueRange: root.range,
          isObject: root.operation == .object, members: members))
    }
    for link in declarations.links {
      if let target = link.target { links.append(Link(target: target, range: link.range)) }
    }
  }

  private mutating func add(_ node: Declarations.Node, of source: Name, _ declarations: Declarations) {
    switch node.operation {
    case .reference, .lookup, .part, .inherit:
      let name = Name(declarations.ids[Int(node.operand)], declarations)
      guard name.space != .types, name.space != .ownTypes, name.space != .order else { return }
      references.append(
        Reference(name: name, range: node.range, isInheritance: node.operation == .inherit, source: source))
    case .literal:
      switch declarations.literals[Int(node.operand)] {
      case .color(let color): colors.append(ColorLiteral(color: ColorInSpace(color), range: node.range))
      case .colorInSpace(let color): colors.append(ColorLiteral(color: color, range: node.range))
      case .typed(let token):
        if case .colorInSpace(let color) = token.value { colors.append(ColorLiteral(color: color, range: node.range)) }
      case .glyph(let glyph):
        if let color = glyph.color { colors.append(ColorLiteral(color: ColorInSpace(color), range: node.range)) }
      case .null, .bool, .number, .string, .array, .object, .colorReference, .font, .image, .point, .size, .rect,
        .edgeInsets, .calls:
        break
      }
    case .object, .array, .glyph, .font, .colorReference, .calls, .typed, .first, .absent, .invalid, .invalidInherit:
      break
    }
  }
}

extension FileIndex {
  /// Adds names as they are written, or has them in place of those of the declarations.
  fileprivate mutating func add(_ names: WrittenNames, of path: String) {
    if names.isWhole {
      entries = []
      references = []
    }
    entries += names.entries.map {
      Entry(
        name: Name(space: $0.space, text: $0.name, inFile: $0.isOutside ? path : nil), keyRange: $0.keyRange,
        range: $0.range, valueRange: $0.valueRange, isObject: $0.isGroup, isGroup: $0.isGroup, members: [])
    }
    references += names.references.map {
      Reference(
        name: Name(space: $0.space, text: $0.name, inFile: $0.file), range: $0.range, isInheritance: $0.isInheritance,
        source: Name(space: $0.sourceSpace, text: $0.source))
    }
    texts.formUnion(names.texts)
    for link in names.links {
      if let target = link.target { links.append(Link(target: target, range: link.range)) }
    }
  }
}

extension FileIndex.Name {
  fileprivate init(_ id: Declarations.ID, _ declarations: Declarations) {
    // A base style is the style of the base theme by the same name.
    self.init(space: id.space == .baseStyles ? .styles : id.space, text: declarations.names[Int(id.name)])
  }
}
