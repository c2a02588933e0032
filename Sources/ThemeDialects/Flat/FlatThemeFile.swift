// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// A theme: names and their values, and the fonts that a name and a size make together.
struct FlatThemeFile {
  private var reader: DeclarationReader
  private var members: BytewiseDictionary<SourceTree.Member> = [:]
  /// In file order.
  private var fonts: [FontPair] = []
  private var fontPlaces: BytewiseDictionary<Int> = [:]

  /// `primaryFontName` and `primaryFontSize` make the font `primaryFont`; at least one of them is present.
  private struct FontPair {
    static let nameSuffix = "Name"
    static let sizeSuffix = "Size"

    var id: String
    var name: SourceTree.Member?
    var size: SourceTree.Member?

    var nameKey: String { id + Self.nameSuffix }
    var sizeKey: String { id + Self.sizeSuffix }
  }

  static func declarations(of tree: SourceTree) -> Declarations {
    var file = FlatThemeFile(reader: DeclarationReader(tree))
    file.declareAll()
    return file.reader.builder.declarations
  }

  private init(reader: DeclarationReader) { self.reader = reader }

  private mutating func declareAll() {
    guard let root = reader.tree.root else { return }
    guard reader.tree.kind(of: root) == .object else {
      reader.report(
        .shape, "a flat theme must be a dictionary", root, help: "write a dictionary of texts, numbers and booleans")
      reader.builder.noteMisshapen()
      return
    }
    let all = reader.members(of: root)
    for member in all { members[reader.tree.key(of: member)] = member }
    for member in all { declare(member) }
    for font in fonts { declare(font) }
  }

  private mutating func declare(_ member: SourceTree.Member) {
    let key = reader.tree.key(of: member)
    reader.builder.entry(key, in: .constants)
    switch reader.tree.kind(of: member.value) {
    case .string: declare(reader.tree.string(of: member.value) ?? "", member, key)
    case .number:
      guard let number = reader.tree.number(of: member.value) else { return reader.leaf(.invalid, member.value) }
      reader.leaf(.number(number), member.value)
      note(member, key, FontPair.sizeSuffix, as: \.size)
    case .bool:
      reader.leaf(.bool(reader.tree.bool(of: member.value) ?? false), member.value)
    case .null: reader.leaf(.null, member.value)
    case .object, .array:
      reader.report(
        .shape, "a flat theme cannot contain dictionaries or arrays", member.value, id: key,
        help: "give each value its own key")
      reader.leaf(.invalid, member.value)
    case .invalid: reader.leaf(.invalid, member.value)
    }
  }

  private mutating func declare(_ text: String, _ member: SourceTree.Member, _ key: String) {
    if let color = FlatColor(text) {
      guard let excess = color.excess else { return reader.leaf(.color(color.color), member.value) }
      reader.report(
        .outOfRange, "`\(text)` is not a valid colour: \(excess) is out of range", member.value, id: key,
        help: FlatColor.help)
      reader.leaf(.invalid, member.value)
    } else if isImage(key) {
      reader.leaf(.image(text), member.value)
    } else {
      if let color = Color(hash: text, under: key) {
        let meant = FlatColor.text(of: color)
        reader.report(
          .badColor, "`\(text)` is only a text here", member.value, severity: .info, id: key, help: "write \(meant)",
          respelling: .init(written: text, meant: meant, isSafe: false))
      }
      reader.leaf(.string(text), member.value)
      note(member, key, FontPair.nameSuffix, as: \.name)
    }
  }

  private func isImage(_ key: String) -> Bool { key.lowercased().holds("image") }

  // MARK: Fonts

  /// Records a member as half of a font if its key says so.
  private mutating func note(
    _ member: SourceTree.Member, _ key: String, _ suffix: String, as half: WritableKeyPath<FontPair, SourceTree.Member?>
  ) {
    guard key.hasSuffix(suffix), key.utf8.count > suffix.utf8.count, !isImage(key) else { return }
    let id = String(key.dropLast(suffix.count))
    let place = fontPlaces[id] ?? fonts.count
    if place == fonts.count {
      fonts.append(FontPair(id: id))
      fontPlaces[id] = place
    }
    fonts[place][keyPath: half] = member
  }

  /// Declares a font of its two halves. A half that the file lacks may be in a second file: the resolver pairs them.
  private mutating func declare(_ font: FontPair) {
    guard let half = font.name ?? font.size else { return }
    if let own = members[font.id] {
      return reader.report(
        .fontPair,
        "`\(font.id)` has its own value, so `\(reader.tree.key(of: half))` does not define a font of that name",
        own.key, id: font.id,
        help: "rename one of them")
    }
    if font.name == nil, let other = members[font.nameKey] {
      return declareUnusable(font.id, other, beside: reader.tree.key(of: half), needed: "text")
    }
    if font.size == nil, let other = members[font.sizeKey] {
      return declareUnusable(font.id, other, beside: reader.tree.key(of: half), needed: "number")
    }
    if let name = font.name, reader.tree.string(of: name.value)?.isEmpty ?? false {
      reader.report(
        .fontPair, "`\(font.nameKey)` is empty, so that the font `\(font.id)` has no name", name.value,
        id: font.nameKey, help: "write the name of a font")
    }
    reader.builder.entry(font.id, in: .constants)
    reader.builder.begin(.font, range: reader.tree.range(of: half.value))
    refer(to: font.nameKey, as: Declarations.FontKey.name, at: font.name ?? half)
    refer(to: font.sizeKey, as: Declarations.FontKey.size, at: font.size ?? half)
    reader.builder.end()
  }

  private mutating func refer(to id: String, as part: String, at member: SourceTree.Member) {
    reader.builder.leaf(
      .reference, operand: reader.builder.id(id, in: .constants), flags: .isHalf, key: part,
      range: reader.tree.range(of: member.value))
  }

  /// Declares a font of which one half cannot be used, and reports it, unless that half has a finding already.
  private mutating func declareUnusable(
    _ font: String, _ member: SourceTree.Member, beside half: String, needed: String
  ) {
    let isReported =
      switch reader.tree.kind(of: member.value) {
      case .object, .array, .invalid: true
      case .string, .number, .bool, .null: false
      }
    reader.builder.entry(font, in: .constants)
    reader.builder.leaf(.invalid, flags: isReported ? [] : .isHalf, range: reader.tree.range(of: member.value))
    guard !isReported else { return }
    let key = reader.tree.key(of: member)
    reader.report(
      .fontPair, "`\(half)` and `\(key)` form a font, but `\(key)` is not a \(needed)", member.value, id: key,
      help: "write a \(needed) for `\(key)`")
  }
}
