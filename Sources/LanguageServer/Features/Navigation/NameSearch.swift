// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel
import ThemeSyntax

/// Finds names in all files of a bundle. Only files whose bytes may spell a name are read.
struct NameSearch {
  private let bundle: OpenBundle

  init(_ bundle: OpenBundle) { self.bundle = bundle }

  /// A place with a declaration or a reference.
  struct Use {
    enum Kind { case declaration, reference, inheritance, suppression }

    @Bytewise var file: String
    let kind: Kind
    /// The name that is declared or referred to: the one searched for, or one in its group.
    let name: FileIndex.Name
    /// The key, or the value that refers.
    let range: ByteRange
    /// The ids that refer, or the declared one. One text may belong to several, by an alias of YAML.
    fileprivate(set) var sources: [FileIndex.Name]
  }

  /// Whether two names of files mean the same id: dialects that make no difference between constants and styles declare both in one
  /// space.
  static func isSame(_ left: FileIndex.Name, _ right: FileIndex.Name) -> Bool {
    Bytewise(left.text) == Bytewise(right.text)
      && (left.space == right.space || left.space == .shared || right.space == .shared)
  }

  /// The declarations of an id and the references to it, in all files and in the suppressions of the manifest, each place once.
  ///
  /// - Parameter withMembers: whether the names in the group of this name count, too.
  func uses(of name: FileIndex.Name, withMembers: Bool = false) -> [Use] {
    let isMeant = { (other: FileIndex.Name) in
      Self.isSame(other, name) || withMembers && isMember(other.text, of: name.text)
    }
    // A text that names a style, such as that of `theme`, does not name a constant.
    let isConstant = name.space == .shared && bundle.path(of: name)?.hasPrefix("constants/") == true
    var uses: [Use] = []
    for (file, index) in files(withWord: lastPart(of: name.text)) {
      for entry in index.entries where isMeant(entry.name) && entry.keyRange.count > 0 {
        uses.append(Use(file, .declaration, entry.name, entry.keyRange, entry.name))
      }
      // A value of several properties, as with the key `width,height` of Giotto, refers once for each.
      var known: [ByteRange: Int] = [:]
      for reference in index.references where isMeant(reference.name) {
        if isConstant, reference.name.space == .styles, !reference.isInheritance { continue }
        if let use = known[reference.range] {
          uses[use].sources.append(reference.source)
          continue
        }
        known[reference.range] = uses.count
        let kind: Use.Kind = reference.isInheritance ? .inheritance : .reference
        uses.append(Use(file, kind, reference.name, reference.range, reference.source))
      }
    }
    return uses + suppressions.filter { isMeant($0.name) }
  }

  /// Why a new declaration of a name would change other values or clash; nil where it would not.
  ///
  /// - Parameter withMembers: whether the names in the group of this name count, too.
  func obstacle(to name: FileIndex.Name, withMembers: Bool = false) -> String? {
    // Where constants are written as they are, a text becomes a reference when a constant gets its name.
    let isText = bundle.notation?.constant?.before.isEmpty == true
    for use in uses(of: name, withMembers: withMembers) {
      switch use.kind {
      case .declaration: return "`\(name.text)` is declared already, in \(use.file)"
      case .reference where isText: return Self.obstacle(name, asTextIn: use.file)
      case .reference, .inheritance, .suppression: break
      }
    }
    guard isText, name.space != .styles else { return nil }
    return fileWithText(name.text).map { Self.obstacle(name, asTextIn: $0) }
  }

  private static func obstacle(_ name: FileIndex.Name, asTextIn file: String) -> String {
    "`\(name.text)` is a text in \(file), which would become a reference"
  }

  /// The ids that the manifest names.
  private var suppressions: [Use] {
    let file = BundleSettings.manifestPath
    guard let tree = bundle.tree(of: file), let root = tree.root else { return [] }
    let lists = tree.members(of: root).filter { tree.key(of: $0, is: "suppressions") }
    return lists.flatMap { tree.elements(of: $0.value) }.flatMap { tree.members(of: $0) }.compactMap { member in
      guard tree.key(of: member, is: "id"), let id = tree.string(of: member.value) else { return nil }
      let name = FileIndex.Name(space: .shared, text: id)
      return Use(file, .suppression, name, tree.range(of: member.value), name)
    }
  }

  /// The number of references to each id.
  func count(of names: [FileIndex.Name]) -> [Int] {
    guard bundle.notation?.hasAliases == true else { return bundle.engine.referenceCounts(of: names) }
    // Aliases are no ids to the engine.
    return names.map { name in uses(of: name).count { $0.kind == .reference } }
  }

  // MARK: Parts of names

  /// The name within its group, as its key has it.
  func lastPart(of name: String) -> String { parts(of: name).last ?? name }

  private func parts(of name: String) -> [String] {
    guard let separator = bundle.notation?.separator else { return [name] }
    return name.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }

  private func isMember(_ name: String, of group: String) -> Bool {
    guard let separator = bundle.notation?.separator else { return false }
    return name.utf8.starts(with: "\(group)\(separator)".utf8)
  }

  /// The files that may spell a word.
  private func files(withWord word: String) -> some Sequence<(path: String, index: FileIndex)> {
    let word = Array(word.utf8)
    return bundle.engine.paths.lazy.compactMap { file in
      guard let bytes = bundle.engine.source(of: file), mayHold(word, bytes) else { return nil }
      return bundle.index(of: file).map { (file, $0) }
    }
  }

  private func fileWithText(_ text: String) -> String? {
    files(withWord: text).first { $0.index.texts.contains(text) }?.path
  }

  /// Whether a file may spell a word, with escapes perhaps.
  private func mayHold(_ word: [UInt8], _ bytes: [UInt8]) -> Bool {
    bytes.holds(word) || bytes.contains(UInt8(ascii: "\\")) || bytes.contains(UInt8(ascii: "&"))
  }

  /// The range of a name in a key or a value. Nil where it is spelt with escapes.
  func part(of name: FileIndex.Name, in range: ByteRange, _ bytes: [UInt8]) -> ByteRange? {
    guard let content = ContentRange.content(of: range, in: bytes) else { return nil }
    guard bundle.notation?.separator != nil else { return wholeName(Array(name.text.utf8), in: content, bytes) }
    return part(number: parts(of: name.text).count - 1, lastPart(of: name.text), in: content, bytes)
  }

  /// The range of the last name of a group in a text that names the group, or a member of it.
  func groupPart(of group: FileIndex.Name, in range: ByteRange, _ bytes: [UInt8]) -> ByteRange? {
    guard let content = ContentRange.content(of: range, in: bytes) else { return nil }
    return part(number: parts(of: group.text).count - 1, lastPart(of: group.text), in: content, bytes)
  }

  /// One of the names that are joined in a reference: `{a.b}`, `#/a/b/$value`, `file.json#/a/b`. A key is the last one itself.
  private func part(number: Int, _ word: String, in content: Range<Int>, _ bytes: [UInt8]) -> ByteRange? {
    let text = bytes[content]
    var start = content.lowerBound
    var end = content.upperBound
    let separator: UInt8
    if text.first == UInt8(ascii: "{"), text.last == UInt8(ascii: "}") {
      (start, end, separator) = (start + 1, end - 1, UInt8(ascii: "."))
    } else if let hash = text.firstIndex(of: UInt8(ascii: "#")), text[hash...].starts(with: "#/".utf8) {
      (start, separator) = (hash + 2, UInt8(ascii: "/"))
    } else {
      // A whole path, as suppressions name it, or a key.
      separator = UInt8(ascii: ".")
      if !text.contains(separator) { return text.elementsEqual(word.utf8) ? ByteRange(start, end) : nil }
    }
    let names = bytes[start..<end].split(separator: separator, omittingEmptySubsequences: false)
    guard number < names.count, names[number].elementsEqual(word.utf8) else { return nil }
    return ByteRange(names[number].startIndex, names[number].endIndex)
  }

  /// The last place that spells the whole name, and not a part of a longer one.
  private func wholeName(_ word: [UInt8], in content: Range<Int>, _ bytes: [UInt8]) -> ByteRange? {
    guard !word.isEmpty else { return nil }
    var index = content.upperBound - word.count
    while index >= content.lowerBound {
      let end = index + word.count
      if bytes[index..<end].elementsEqual(word), index == content.lowerBound || Self.isBorder(bytes[index - 1]),
        end == content.upperBound || Self.isBorder(bytes[end])
      {
        return ByteRange(index, end)
      }
      index -= 1
    }
    return nil
  }

  private static func isBorder(_ byte: UInt8) -> Bool {
    byte <= 0x20 || [UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "@")].contains(byte)
  }
}

extension NameSearch.Use {
  fileprivate init(
    _ file: String, _ kind: Kind, _ name: FileIndex.Name, _ range: ByteRange, _ source: FileIndex.Name
  ) {
    _file = Bytewise(file)
    self.kind = kind
    self.name = name
    self.range = range
    sources = [source]
  }
}
