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

  /// A place with declarations or references.
  struct Use {
    enum Kind { case declaration, reference, inheritance, suppression }

    @Bytewise var file: String
    let kind: Kind
    /// The name that is declared or referred to: the one searched for, or one in its group.
    let name: FileIndex.Name
    /// The key, or the value that refers.
    let range: ByteRange
    /// The ids that refer, each as often as the text means the name; or the declared one. One text may belong to several ids, by an
    /// alias of YAML.
    fileprivate(set) var sources: [FileIndex.Name]
  }

  /// Whether two names of files mean the same id: dialects that make no difference between constants and styles declare both in one
  /// space.
  static func isSame(_ left: FileIndex.Name, _ right: FileIndex.Name) -> Bool {
    Bytewise(left.text) == Bytewise(right.text) && areSame(left.space, right.space)
      && Bytewise(left.file) == Bytewise(right.file)
  }

  static func areSame(_ left: Declarations.Space, _ right: Declarations.Space) -> Bool {
    left == right || left == .shared || right == .shared
  }

  /// The declarations of an id and the references to it, in all files and in the suppressions of the manifest, each place once.
  func uses(of name: FileIndex.Name) -> [Use] {
    uses(of: SoughtNames([name], in: bundle), word: lastPart(of: name.text))
  }

  /// The declarations of several ids and the references to them.
  ///
  /// - Parameter word: a text that all of the names have in files.
  func uses(of names: SoughtNames, word: String) -> [Use] {
    var uses: [Use] = []
    for (file, index) in files(withWords: [word]) {
      for entry in index.entries where names.contain(entry.name) && entry.keyRange.count > 0 {
        uses.append(Use(file, .declaration, entry.name, entry.keyRange, entry.name))
      }
      // A value of several properties, as with the key `width,height` of Giotto, refers once for each.
      var known: [ByteRange: [Int]] = [:]
      for reference in index.references where names.contain(reference) {
        if let use = known[reference.range]?.first(where: { uses[$0].name == reference.name }) {
          uses[use].sources.append(reference.source)
          continue
        }
        known[reference.range, default: []].append(uses.count)
        let kind: Use.Kind = reference.isInheritance ? .inheritance : .reference
        uses.append(Use(file, kind, reference.name, reference.range, reference.source))
      }
    }
    return uses + suppressions.filter { names.contain($0.name) }
  }

  /// Why new declarations of names would change other values or clash; nil where they would not.
  ///
  /// - Parameter word: a text that all of the names have in files.
  func obstacle(to names: SoughtNames, word: String) -> String? {
    // Where constants are written as they are, a text becomes a reference when a constant gets its name.
    let isText = bundle.notation?.constant?.before.isEmpty == true
    for use in uses(of: names, word: word) {
      switch use.kind {
      case .declaration: return "`\(use.name.text)` is declared already, in \(use.file)"
      case .reference where isText: return Self.obstacle(use.name, asTextIn: use.file)
      case .reference, .inheritance, .suppression: break
      }
    }
    guard isText, names.space != .styles else { return nil }
    for (file, index) in files(withWords: [word]) {
      if let text = names.texts.first(where: index.texts.contains) {
        return Self.obstacle(FileIndex.Name(space: names.space, text: text), asTextIn: file)
      }
    }
    return nil
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
    guard bundle.notation?.hasAliases == true else {
      return zip(names, bundle.engine.referenceCounts(of: names)).map { name, count in name.file == nil ? count : 0 }
    }
    // Aliases are no ids to the engine.
    return names.map { name in uses(of: name).count { $0.kind == .reference } }
  }

  /// A name, and in dialects with groups the names that mean the same by inheritance. Nil where they are too many.
  func family(of name: FileIndex.Name) -> [String]? {
    guard let separator = bundle.notation?.separator, name.file == nil else { return [name.text] }
    var inheritance = GroupInheritance(separator: separator)
    for (_, index) in files(withWords: ["$extends", "$ref"]) { inheritance.add(index.references) }
    guard !inheritance.isEmpty else { return [name.text] }
    for (_, index) in files(withWords: [lastPart(of: name.text)]) { inheritance.add(index.entries) }
    return inheritance.family(of: name.text)
  }

  /// The uses of a name and of those that mean the same by inheritance.
  func familyUses(of name: FileIndex.Name) -> [Use] {
    let names = family(of: name)?.map(name.with) ?? [name]
    return uses(of: SoughtNames(names, in: bundle), word: lastPart(of: name.text))
  }

  // MARK: Parts of names

  /// The name within its group, as its key has it.
  func lastPart(of name: String) -> String { segments(of: name).last ?? name }

  /// The names of the groups around a name, and its own.
  func segments(of name: String) -> [String] {
    guard let separator = bundle.notation?.separator?.asciiValue else { return [name] }
    return name.segments(at: separator)
  }

  /// The name with these segments.
  func name(of segments: [String]) -> String {
    segments.joined(separator: bundle.notation?.separator.map { String($0) } ?? "")
  }

  /// The files that may spell one of some words.
  private func files(withWords words: [String]) -> some Sequence<(path: String, index: FileIndex)> {
    let words = words.map { Array($0.utf8) }
    return bundle.engine.paths.lazy.compactMap { file in
      guard let bytes = bundle.engine.source(of: file), words.contains(where: { mayHold($0, bytes) }) else {
        return nil
      }
      return bundle.index(of: file).map { (file, $0) }
    }
  }

  /// Whether a file may spell a word, with escapes perhaps.
  private func mayHold(_ word: [UInt8], _ bytes: [UInt8]) -> Bool {
    bytes.holds(word) || bytes.contains(UInt8(ascii: "\\")) || bytes.contains(UInt8(ascii: "&"))
  }

  /// The range of a name in a key or a value. Nil where it is spelt with escapes.
  func part(of name: FileIndex.Name, in range: ByteRange, _ bytes: [UInt8]) -> ByteRange? {
    parts(of: name, in: range, bytes, count: 1).first
  }

  /// The ranges of a name in a key or a value that has it several times, such as `style:A,B,A`: the last ones. Empty where it is
  /// spelt with escapes.
  func parts(of name: FileIndex.Name, in range: ByteRange, _ bytes: [UInt8], count: Int) -> [ByteRange] {
    guard bundle.notation?.separator == nil else { return groupPart(of: name, in: range, bytes).map { [$0] } ?? [] }
    guard let content = ContentRange.content(of: range, in: bytes) else { return [] }
    return wholeNames(Array(name.text.utf8), in: content, bytes, count: count)
  }

  /// The range of the last name of a group in a text that names the group, or a member of it.
  func groupPart(of group: FileIndex.Name, in range: ByteRange, _ bytes: [UInt8]) -> ByteRange? {
    guard let content = ContentRange.content(of: range, in: bytes) else { return nil }
    return part(number: segments(of: group.text).count - 1, lastPart(of: group.text), in: content, bytes)
  }

  /// One of the names that are joined in a reference: `{a.b}`, `#/a/b/$value`, `file.json#/a/b`. A key is the last one itself.
  private func part(number: Int, _ word: String, in content: Range<Int>, _ bytes: [UInt8]) -> ByteRange? {
    let text = bytes[content]
    var start = content.lowerBound
    var end = content.upperBound
    var isPointer = false
    if text.first == UInt8(ascii: "{"), text.last == UInt8(ascii: "}") {
      (start, end) = (start + 1, end - 1)
    } else if let hash = text.firstIndex(of: UInt8(ascii: "#")), text[hash...].starts(with: "#/".utf8) {
      (start, isPointer) = (hash + 2, true)
    } else if !text.contains(UInt8(ascii: ".")) {
      // A key; suppressions have the whole path.
      return text.elementsEqual(word.utf8) ? ByteRange(start, end) : nil
    }
    let separator = UInt8(ascii: isPointer ? "/" : ".")
    let names = bytes[start..<end].split(separator: separator, omittingEmptySubsequences: false)
    guard number < names.count else { return nil }
    let name = names[number]
    let segment = isPointer ? JSONPointer(fragment: "#/" + String(decoding: name, as: UTF8.self))?.segments.first : nil
    let isMeant = name.elementsEqual(word.utf8) || segment.map { Bytewise($0) == Bytewise(word) } == true
    return isMeant ? ByteRange(name.startIndex, name.endIndex) : nil
  }

  /// The last places that spell the whole name, and not a part of a longer one.
  private func wholeNames(_ word: [UInt8], in content: Range<Int>, _ bytes: [UInt8], count: Int) -> [ByteRange] {
    guard !word.isEmpty else { return [] }
    var places: [ByteRange] = []
    var index = content.upperBound - word.count
    while index >= content.lowerBound, places.count < count {
      let end = index + word.count
      let isWhole =
        bytes[index..<end].elementsEqual(word) && (index == content.lowerBound || Self.isBorder(bytes[index - 1]))
        && (end == content.upperBound || Self.isBorder(bytes[end]))
      if isWhole { places.append(ByteRange(index, end)) }
      index -= isWhole ? word.count : 1
    }
    return places
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
